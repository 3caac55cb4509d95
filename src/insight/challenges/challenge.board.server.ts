import { sql, type RawBuilder } from 'kysely'
import type { z } from 'zod/mini'
import { seesCustomers } from '#directory/customers/customer.papers.server.ts'
import { displayName } from '#directory/customers/display-name.server.ts'
import { addDays } from '#lib/days.ts'
import { fullName } from '#lib/names.ts'
import { searchPattern } from '#kernel/entity.ts'
import { failure } from '#kernel/failure.ts'
import type { TenantContext } from '#kernel/context.ts'
import type { ChallengeBoardRow, boardList } from './entry.contract.ts'
import { nameFor } from './challenge.entries.server.ts'
import { follow } from './challenge.guest.server.ts'
import { rightful } from './challenge.row.server.ts'
import { simulatedDays } from './challenge.rules.ts'
import { attended, sourceOf, unitsOf } from './challenge.scores.server.ts'

type Input = z.output<typeof boardList>
type About = { visibility: string; participation: string; minMembers: number; revision: number; entrants: number }

/** What must be known about a board before it is read. @throws document/not-found for a board that the business takes no part in */
async function aboutOf({ trx, call, vendorId }: TenantContext, challenge: string): Promise<About> {
  const read = async () => {
    const { rows } = await sql<Pick<About, 'visibility' | 'participation' | 'minMembers'> & { host: string | null }>`
      select c."visibility", c."participation", c."minMembers", c."host" from "challenges" c
      where c."vendorId" = ${vendorId} and c."id" = ${challenge} and ${await rightful(trx, vendorId, challenge)}`.execute(trx)
    const [own] = rows
    if (!own) throw failure('document/not-found')
    const board = await trx.selectFrom('boards').select(['revision', 'entrants']).where('challenge', '=', challenge).executeTakeFirst()
    return { ...own, revision: board?.revision ?? 0, entrants: board?.entrants ?? 0 }
  }
  const about = await read()
  if (about.host === null) return about
  const place = await trx
    .selectFrom('boardGuests')
    .select('state')
    .where('vendorId', '=', vendorId)
    .where('challenge', '=', challenge)
    .executeTakeFirst()
  if (place?.state !== 'accepted') throw failure('document/not-found')
  await follow(trx, call.app, vendorId)
  return read()
}

type Source = { from: RawBuilder<unknown>; id: RawBuilder<unknown>; columns: RawBuilder<unknown> }

/** The rows of a board and their columns: the shared entries for an external challenge, else the business's own. */
function sourceFor(vendorId: string, today: string, { visibility }: About, challenge: string): Source {
  if (visibility === 'external')
    return {
      from: sql`"boardEntries" x where x."challenge" = ${challenge}`,
      id: sql`x."entry"`,
      columns: sql`x."entry" as "id", x."name", x."points", x."formerRank", x."vendorId" = ${vendorId} as "isOwn", null::integer as "members",
        (select g."name" from "boardGuests" g where g."challenge" = x."challenge" and g."vendorId" = x."vendorId") as "vendorName"`,
    }
  return {
    from: sql`"challengeEntries" x where x."vendorId" = ${vendorId} and x."challenge" = ${challenge} and x."state" = 'joined'`,
    id: sql`x."id"`,
    columns: sql`x."id", x."points", x."formerRank", true as "isOwn", null::integer as "members", '' as "vendorName",
      (select ${displayName(sql`${today}::date`)} from "customers" c where c."vendorId" = ${vendorId} and c."id" = x."customer") as "name"`,
  }
}

type Unranked = Omit<ChallengeBoardRow, 'rank'>

/** Adds ranks 1, 2, 2, 4 to rows in board order; the first row has rank `first`. */
function ranked(rows: Unranked[], first: number, offset: number): ChallengeBoardRow[] {
  let rank = first
  return rows.map((row, index) => {
    if (index > 0 && row.points !== rows[index - 1]?.points) rank = offset + index + 1
    return { ...row, rank }
  })
}

/** Teams by their members' average; a team with too few members has no rank (product 3). */
async function readTeams({ trx, vendorId }: TenantContext, about: About, { challenge, search, size, page, direction, entry }: Input) {
  const { rows } = await sql<ChallengeBoardRow>`
    select t."id", t."name", '' as "vendorName", true as "isOwn", t."points", t."members", null as "formerRank",
      case when t."isFull" then (rank() over (order by t."isFull" desc, t."points" desc))::integer end as "rank"
    from (
      select t."id", t."name", count(e."id")::integer as "members", count(e."id") >= ${about.minMembers} as "isFull",
        coalesce(round(avg(e."points"), 1), 0)::float8 as "points"
      from "challengeTeams" t
      left join "challengeEntries" e on e."vendorId" = ${vendorId} and e."team" = t."id" and e."state" = 'joined'
      where t."vendorId" = ${vendorId} and t."challenge" = ${challenge} group by t."id", t."name") t
    order by t."isFull" desc, t."points" desc, t."name", t."id"`.execute(trx)
  const sought = search.trim().toLowerCase()
  const found = rows.filter(({ name }) => name?.toLowerCase().includes(sought))
  const ordered = direction === 'asc' ? found.toReversed() : found
  return {
    rows: ordered.slice((page - 1) * size, page * size),
    total: found.length,
    totalIsCapped: false,
    revision: about.revision,
    own: rows.find(({ id }) => id === entry) ?? null,
  }
}

/** The same rows with full names for the business's own entrants, if the member may see customers; opted-out entrants stay unnamed. */
async function withFullNames<Row extends ChallengeBoardRow | null>({ trx, call, vendorId }: TenantContext, rows: Row[]): Promise<Row[]> {
  const ids = rows.filter((row) => row?.isOwn && row.name !== null).map((row) => row!.id)
  if (ids.length === 0 || !seesCustomers(call)) return rows
  const found = await trx
    .selectFrom('challengeEntries as e')
    .innerJoin('customers as c', (join) => join.on('c.vendorId', '=', vendorId).onRef('c.id', '=', 'e.customer'))
    .select(['e.id', 'c.firstName', 'c.lastName'])
    .where('e.vendorId', '=', vendorId)
    .where('c.vendorId', '=', vendorId)
    .where('e.id', '=', sql<string>`any(${ids}::uuid[])`)
    .execute()
  const names = new Map(found.map((row) => [row.id, fullName(row)]))
  return rows.map((row) => (row && names.has(row.id) ? { ...row, fullName: names.get(row.id) } : row))
}

/**
 * A page of a board with ranks 1, 2, 2, 4: best first, or the opposite order for `asc`. Pages and the rank of `entry`
 * are read from an index over the maintained points, so ten times the entrants cost no more; a search reads all.
 */
export async function readChallengeBoard(ctx: TenantContext, input: Input) {
  const { trx } = ctx
  const about = await aboutOf(ctx, input.challenge)
  if (about.participation === 'team') return readTeams(ctx, about, input)
  const { from, id, columns } = sourceFor(ctx.vendorId, await ctx.today(), about, input.challenge)
  const offset = (input.page - 1) * input.size
  const above = async (points: number) =>
    (await sql<{ count: number }>`select count(*)::int as "count" from ${from} and x."points" > ${points}`.execute(trx)).rows[0]?.count ?? 0
  const sought = input.search.trim()
  const isAsc = input.direction === 'asc'
  const at = async (entry: string): Promise<ChallengeBoardRow | null> => {
    const [row] = (await sql<Unranked>`select ${columns} from ${from} and ${id} = ${entry}`.execute(trx)).rows
    return row ? { ...row, rank: 1 + (await above(row.points)) } : null
  }
  const own = input.entry ? ((await withFullNames(ctx, [await at(input.entry)]))[0] ?? null) : null
  if (sought) {
    const { rows } = await sql<ChallengeBoardRow & { count?: number }>`
      select y.*, count(*) over ()::int as "count" from (
        select ${columns}, (rank() over (order by x."points" desc))::integer as "rank" from ${from}) y
      where y."name" ilike ${searchPattern(sought)} order by ${isAsc ? sql`y."rank" desc, y."id" desc` : sql`y."rank", y."id"`} limit ${input.size} offset ${offset}`.execute(
      trx,
    )
    const total = rows[0]?.count ?? 0
    for (const row of rows) delete row.count
    return { rows: await withFullNames(ctx, rows), total, totalIsCapped: false, revision: about.revision, own }
  }
  // A page from the end is also read best first, for its ranks, then reversed.
  const left = Math.max(about.entrants - offset, 0)
  const skipped = isAsc ? Math.max(left - input.size, 0) : offset
  const size = isAsc ? left - skipped : input.size
  const { rows } =
    await sql<Unranked>`select ${columns} from ${from} order by x."points" desc, ${id} limit ${size} offset ${skipped}`.execute(trx)
  const [top] = rows
  const first = top && skipped > 0 ? 1 + (await above(top.points)) : 1
  const page = await withFullNames(ctx, ranked(rows, first, skipped))
  return {
    rows: isAsc ? page.toReversed() : page,
    total: about.entrants,
    totalIsCapped: false,
    revision: about.revision,
    own,
  }
}

/** The board that the rules would have produced over the last days' attendance; no one is saved (product 6). A manual metric has none. */
export async function simulate(
  ctx: TenantContext,
  { metric, pointsPerUnit, target }: { metric: string; pointsPerUnit: number; target: number | null },
) {
  const { trx, call, vendorId } = ctx
  const today = await ctx.today()
  const [from, to] = [addDays(today, -simulatedDays), addDays(today, -1)]
  const metricText = sql`${metric}::text`
  const { rows } = await sql<Unranked & { entrants: number; reached: number }>`
    select p."customer" as "id", p."points", '' as "vendorName", true as "isOwn", null as "formerRank", null as "members",
      ${nameFor(call, today)} as "name", p."entrants", p."reached"
    from (
      select f."customer", sum(f."points")::bigint as "points", (count(*) over ())::integer as "entrants",
        (sum(case when sum(f."points") >= ${target}::integer then 1 else 0 end) over ())::integer as "reached"
      from (
        select a."customer", ${unitsOf(metricText)} * ${pointsPerUnit}::integer as "points"
        from ${attended(vendorId)} where a."vendorId" = ${vendorId} and s."day" between ${from} and ${to}
        group by a."customer", ${sourceOf(metricText)}) f
      group by f."customer" order by 2 desc, 1 limit 20) p
    join "customers" c on c."vendorId" = ${vendorId} and c."id" = p."customer" where ${metricText} <> 'manual' order by p."points" desc, p."customer"`.execute(
    trx,
  )
  const { entrants = 0, reached = 0 } = rows[0] ?? {}
  return {
    from,
    to,
    entrants,
    reached,
    rows: ranked(
      rows.map(({ entrants: _entrants, reached: _reached, ...row }) => row),
      1,
      0,
    ),
  }
}
