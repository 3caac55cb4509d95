import { sql, type RawBuilder } from 'kysely'
import type { z } from 'zod/mini'
import type { Trx } from '#db/tenant.ts'
import { displayName } from '#directory/customers/display-name.server.ts'
import { searchPattern } from '#kernel/entity.ts'
import { failure } from '#kernel/failure.ts'
import type { TenantContext } from '#kernel/context.ts'
import type { Challenge, ChallengeDetail, challengeList } from './challenge.contract.ts'
import { follow } from './challenge.guest.server.ts'

/** The state of a stored challenge on a day: planned, running, over (product 3). */
export const challengeState = (today: string) => sql<Challenge['state']>`case when c."state" <> 'scheduled' then c."state"
  when c."endsAt" < ${today}::date then 'final' when c."startsAt" <= ${today}::date then 'live' else 'scheduled' end`

/** An entry's state on a day: completed on reaching a target, or with points at the end of a leaderboard. */
export const entryState = (today: string) => sql<string>`case when e."state" <> 'joined' then e."state"
  when c."mode" = 'threshold' and e."points" >= c."target" then 'completed'
  when ${challengeState(today)} in ('final', 'archived') then case when c."mode" = 'leaderboard' and e."points" > 0 then 'completed' else 'missed' end
  when ${challengeState(today)} = 'live' then 'active' else 'joined' end`

const columns = (
  today: string,
) => sql`c."id", c."nameEn", c."nameAr", c."description", c."cover", c."visibility", c."session", c."startsAt", c."endsAt",
  c."metric", c."unit", c."mode", c."topN", c."target", c."pointsPerUnit", c."participation", c."minMembers", c."lateJoin", c."max", c."prizes",
  ${challengeState(today)} as "state", c."reason", c."host" as "hostId",
  c."createdAt", c."updatedAt", c."version"`

/**
 * Reads whose boards the vendor's challenges are on. Boards are shared between businesses and ids are chosen by
 * clients: a row under the id of another host's challenge grants no access to that one, and counts as missing.
 * @param id the one challenge to check, else all
 * @returns whether the challenge `c` matches its board
 */
export async function rightful(trx: Trx, vendorId: string, id?: string): Promise<RawBuilder<boolean>> {
  let query = trx.selectFrom('challenges').select(['id', 'host']).where('vendorId', '=', vendorId)
  if (id !== undefined) query = query.where('id', '=', id)
  const hosts = JSON.stringify((await query.execute()).map((row) => ({ id: row.id, host: row.host ?? vendorId })))
  const { rows } = await sql<{ id: string }>`
    select c."id" from jsonb_to_recordset(${hosts}::jsonb) as c ("id" uuid, "host" uuid) where "boardOwner"(c."id") <> c."host"`.execute(
    trx,
  )
  return sql<boolean>`c."id" <> all(${rows.map((row) => row.id)}::uuid[])`
}

/** A challenge as the vendor stores it; `hostId` is the vendor that hosts it, null for the vendor itself. */
type Stored = Omit<Challenge, 'host' | 'entrants'> & { hostId: string | null }

/**
 * The same challenges with their boards' data: the host's name, the entrants of all vendors, and the leader of
 * external ones. A removed guest retains the row, but no longer reads anything from the board.
 */
async function withBoards<Row extends Stored>({ trx, vendorId }: TenantContext, rows: readonly Row[]) {
  const asked = JSON.stringify(rows.map(({ id, hostId }) => ({ id, hostId })))
  const { rows: boards } = await sql<{ id: string; host: string; entrants: number; leader: Challenge['leader'] }>`
    select c."id", coalesce(h."name", '') as "host", coalesce(o."entrants", 0) as "entrants", (
      select jsonb_build_object('name', b."name", 'points', b."points") from "boardEntries" b
      where b."challenge" = o."challenge" and b."points" > 0 order by b."points" desc, b."entry" limit 1) as "leader"
    from jsonb_to_recordset(${asked}::jsonb) as c ("id" uuid, "hostId" uuid)
    left join "boardGuests" g on g."challenge" = c."id" and g."vendorId" = ${vendorId}
    left join "boards" o on o."challenge" = c."id" and (c."hostId" is null or g."state" = 'accepted')
    left join "boardGuests" h on h."challenge" = c."id" and h."vendorId" = c."hostId"`.execute(trx)
  const boardOf = new Map(boards.map(({ id, ...board }) => [id, board]))
  return rows.map(({ hostId: _host, ...row }) => {
    const { leader = null, ...board } = boardOf.get(row.id) ?? { host: '', entrants: 0 }
    return { ...row, ...board, leader: row.visibility === 'external' ? leader : row.leader }
  })
}

/** The leader of the challenge `c` among the vendor's own entrants; for teams, the best average. Null before anyone has points. */
const leader = (vendorId: string, today: string): RawBuilder<Challenge['leader']> => sql`case
  when c."visibility" = 'external' then null
  when c."participation" = 'team' then (
    select jsonb_build_object('name', t."name", 'points', round(avg(e."points"), 1)) from "challengeTeams" t
    join "challengeEntries" e on e."vendorId" = ${vendorId} and e."team" = t."id" and e."state" = 'joined'
    where t."vendorId" = ${vendorId} and t."challenge" = c."id" group by t."id", t."name"
    having count(*) >= c."minMembers" and sum(e."points") > 0 order by avg(e."points") desc, t."name" limit 1)
  else (
    select jsonb_build_object('name', (select ${displayName(sql`${today}::date`)} from "customers" c where c."vendorId" = ${vendorId} and c."id" = e."customer"), 'points', e."points")
    from "challengeEntries" e where e."vendorId" = ${vendorId} and e."challenge" = c."id" and e."state" = 'joined' and e."points" > 0
    order by e."points" desc, e."id" limit 1) end`

type Filters = z.output<typeof challengeList>

/** One page of challenges, newest start first by default; archived ones separately. */
export async function readChallenges(ctx: TenantContext, input: Filters) {
  const { trx, call, vendorId } = ctx
  const today = await ctx.today()
  await follow(trx, call.app, vendorId)
  const parts = [
    sql`c."vendorId" = ${vendorId}`,
    await rightful(trx, vendorId),
    input.state === 'archived' ? sql`c."state" = 'archived'` : sql`c."state" <> 'archived'`,
    ...(input.session === 'all' ? [] : [sql`c."session" = ${input.session}`]),
    ...(input.visibility === 'all' ? [] : [sql`c."visibility" = ${input.visibility}`]),
    ...(input.participation === 'all' ? [] : [sql`c."participation" = ${input.participation}`]),
    ...(input.search.trim()
      ? [sql`(c."nameEn" ilike ${searchPattern(input.search.trim())} or c."nameAr" ilike ${searchPattern(input.search.trim())})`]
      : []),
  ]
  const where = sql.join(parts, sql` and `)
  const direction = sql.raw(input.direction)
  const { rows } = await sql<Stored>`select ${columns(today)}, ${leader(vendorId, today)} as "leader" from "challenges" c where ${where}
    order by c."startsAt" ${direction}, c."id" ${direction} limit ${input.size} offset ${(input.page - 1) * input.size}`.execute(trx)
  const counted = await sql<{ count: number }>`select count(*)::int as "count" from "challenges" c where ${where}`.execute(trx)
  return { rows: await withBoards(ctx, rows), total: counted.rows[0]?.count ?? 0, totalIsCapped: false }
}

/** One challenge with its teams and guests; for another host's challenge, only the business itself. @throws document/not-found */
export async function readChallenge(ctx: TenantContext, id: string): Promise<ChallengeDetail> {
  const { trx, call, vendorId } = ctx
  const today = await ctx.today()
  await follow(trx, call.app, vendorId)
  const { rows } = await sql<Stored & Omit<ChallengeDetail, keyof Challenge | 'guests' | 'teams' | 'today'>>`
    select ${columns(today)}, ${leader(vendorId, today)} as "leader" from "challenges" c
    where c."vendorId" = ${vendorId} and c."id" = ${id} and ${await rightful(trx, vendorId, id)}`.execute(trx)
  const [row] = await withBoards(ctx, rows)
  if (!row) throw failure('document/not-found')
  const isHost = rows[0]?.hostId === null
  const { rows: guests } = await sql<ChallengeDetail['guests'][number]>`
    select g."vendorId" as "vendor", g."name", g."username", g."state" from "boardGuests" g
    where ${isHost} and g."challenge" = ${id} and g."state" <> 'host' order by g."changedAt", g."vendorId"`.execute(trx)
  const { rows: teams } = await sql<ChallengeDetail['teams'][number]>`
    select t."id", t."name", (select count(*)::int from "challengeEntries" e where e."vendorId" = ${vendorId} and e."team" = t."id" and e."state" = 'joined') as "members"
    from "challengeTeams" t where t."vendorId" = ${vendorId} and t."challenge" = ${id} order by t."name"`.execute(trx)
  return { ...row, today, guests, teams }
}
