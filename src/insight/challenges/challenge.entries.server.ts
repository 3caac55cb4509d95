import { sql } from 'kysely'
import type { z } from 'zod/mini'
import type { Schema } from '#db/schema.gen.ts'
import { displayName } from '#directory/customers/display-name.server.ts'
import { inChunks } from '#lib/chunks.ts'
import { searchTerms } from '#lib/search.ts'
import { audit } from '#kernel/audit.ts'
import { memberOf, type Call } from '#kernel/base.ts'
import { searchPattern } from '#kernel/entity.ts'
import { failure, fieldFailure } from '#kernel/failure.ts'
import { newId } from '#kernel/ids.ts'
import type { TenantContext } from '#kernel/context.ts'
import { customerShown } from '#directory/customers/customer.rules.ts'
import { lockChallenge } from './challenge.actions.server.ts'
import type { ChallengeDetail } from './challenge.contract.ts'
import type { EnterInput, ChallengeEntry, entryList } from './entry.contract.ts'
import { entryState } from './challenge.row.server.ts'
import { syncScores } from './challenge.scores.server.ts'
import { incrementRevision, hasPart, isAtBoard, publishPoints } from './challenge.shared.server.ts'
import { mayScore } from './challenge.trains.server.ts'
import type { Seen } from '#lib/calls.ts'

/** The name of the customer `c` for the reader: in full for members who may see customers, the first name for a trainer (product 4). */
export function nameFor(call: Call, today: string) {
  const shown = customerShown[memberOf(call).role]
  if (shown === 'none') return displayName(sql`${today}::date`)
  return shown === 'firstName' ? sql`c."firstName"` : sql`trim(c."firstName" || ' ' || c."lastName")`
}

const columns = (
  { call, vendorId }: TenantContext,
  today: string,
) => sql`e."id", e."version", e."customer", ${nameFor(call, today)} as "name",
  ${displayName(sql`${today}::date`)} as "boardName", e."team", t."name" as "teamName", e."points", ${entryStateOf(vendorId, today)} as "state",
  e."reason", e."countsFrom", e."createdAt", ${mayScore(call)} as "mayScore"`

// Inside this subquery `c` is the challenge; outside it is the customer.
const entryStateOf = (vendorId: string, today: string) =>
  sql`(select ${entryState(today)} from "challenges" c where c."vendorId" = ${vendorId} and c."id" = e."challenge")`

const from = (vendorId: string) => sql`from "challengeEntries" e join "customers" c on c."vendorId" = ${vendorId} and c."id" = e."customer"
  left join "challengeTeams" t on t."vendorId" = ${vendorId} and t."id" = e."team"`

const sorts = { points: sql`e."points"`, createdAt: sql`e."createdAt"` }

/** One page of the business's own entrants, including those who left. */
export async function readEntrants(ctx: TenantContext, input: z.output<typeof entryList>) {
  const today = await ctx.today()
  const { trx, vendorId, call } = ctx
  // By searching, roles other than the desk would learn fields that they are not shown.
  const isNamed = ['owner', 'manager', 'frontDesk'].includes(memberOf(call).role)
  const parts = [
    sql`e."vendorId" = ${vendorId}`,
    sql`e."challenge" = ${input.challenge}`,
    ...(input.state === 'all' ? [] : [sql`e."state" = ${input.state === 'standing' ? 'joined' : input.state}`]),
    ...searchTerms(input.search).map((term) =>
      isNamed ? sql`c."search" like ${searchPattern(term)}` : sql`lower(${displayName(sql`${today}::date`)}) like ${searchPattern(term)}`,
    ),
  ]
  const where = sql.join(parts, sql` and `)
  const direction = sql.raw(input.direction)
  const { rows } = await sql<ChallengeEntry>`select ${columns(ctx, await ctx.today())} ${from(vendorId)} where ${where}
    order by ${sorts[input.sort]} ${direction}, e."id" ${direction} limit ${input.size} offset ${(input.page - 1) * input.size}`.execute(
    trx,
  )
  const counted = await sql<{ count: number }>`select count(*)::int as "count" ${from(vendorId)} where ${where}`.execute(trx)
  return { rows, total: counted.rows[0]?.count ?? 0, totalIsCapped: false }
}

async function readEntry(ctx: TenantContext, id: string): Promise<ChallengeEntry> {
  const { rows } =
    await sql<ChallengeEntry>`select ${columns(ctx, await ctx.today())} ${from(ctx.vendorId)} where e."vendorId" = ${ctx.vendorId} and e."id" = ${id}`.execute(
      ctx.trx,
    )
  const [row] = rows
  if (!row) throw failure('document/not-found')
  return row
}

/**
 * Takes places out of the total for all vendors, or returns some; a removed guest has none left to return.
 * @throws challenge/full, challenge/state
 */
export async function changeEntrantCount(
  { trx, vendorId }: Pick<TenantContext, 'trx' | 'vendorId'>,
  challenge: string,
  count: number,
): Promise<void> {
  if (!(await isAtBoard(trx, vendorId, challenge))) {
    if (count <= 0) return
    throw failure('challenge/state')
  }
  const own = await trx
    .selectFrom('challenges')
    .select('max')
    .where('vendorId', '=', vendorId)
    .where('id', '=', challenge)
    .executeTakeFirst()
  const { rows } = await sql`
    update "boards" b set "entrants" = b."entrants" + ${count}, "revision" = b."revision" + 1 where b."challenge" = ${challenge} and ${hasPart(vendorId)}
      and (${count} <= 0 or b."entrants" + ${count} <= coalesce(${own?.max ?? null}::integer, b."entrants" + ${count}))
    returning 1`.execute(trx)
  if (rows.length === 0) throw failure('challenge/full')
}

/** @throws challenge/state where the challenge accepts no entrants now, challenge/late where it has begun and accepts no late entrants */
function assertOpen({ state, lateJoin }: ChallengeDetail): void {
  if (state !== 'scheduled' && state !== 'live') throw failure('challenge/state')
  if (state === 'live' && !lateJoin) throw failure('challenge/late')
}

/**
 * The customers to enter: the named ones, or those with a place in a batch today.
 * @throws request/invalid for an id that is not the vendor's
 */
async function wantedOf(ctx: TenantContext, { customers, batch }: EnterInput) {
  const { trx, vendorId } = ctx
  const today = await ctx.today()
  if (batch !== null) {
    const known = await trx.selectFrom('batches').select('id').where('vendorId', '=', vendorId).where('id', '=', batch).executeTakeFirst()
    if (!known) throw fieldFailure('batch', 'challenges.batch.unknown')
  }
  const { rows } = await sql<{ id: string; state: string }>`
    select c."id", c."state" from "customers" c where c."vendorId" = ${vendorId} and (c."id" = any(${customers}::uuid[]) or c."id" in (
      select e."customer" from "enrolments" e where e."vendorId" = ${vendorId} and e."batch" = ${batch}::uuid and e."state" = 'active' and e."endDate" >= ${today}))
    order by c."id"`.execute(trx)
  const found = new Set(rows.map(({ id }) => id))
  if (customers.some((id) => !found.has(id))) throw fieldFailure('customers', 'challenges.customers.unknown')
  return rows
}

/**
 * The team with a given name, created where the challenge has none.
 * @throws request/invalid at `team` where one is required or not allowed
 */
async function teamOf(
  { trx, call, vendorId }: TenantContext,
  { id: challenge, participation }: ChallengeDetail,
  name: string,
): Promise<string | null> {
  if (participation === 'single') return null
  if (name === '') throw fieldFailure('team', 'challenges.team.required')
  await trx
    .insertInto('challengeTeams')
    .values({ vendorId, id: newId(call.app.now()), challenge, name })
    .onConflict((conflict) => conflict.columns(['vendorId', 'challenge', 'name']).doNothing())
    .execute()
  const team = await trx
    .selectFrom('challengeTeams')
    .select('id')
    .where('vendorId', '=', vendorId)
    .where('challenge', '=', challenge)
    .where('name', '=', name)
    .executeTakeFirstOrThrow()
  return team.id
}

/**
 * Enters customers, all of them or none. Customers already in the challenge are left unchanged; blocked ones are
 * skipped. Anyone who joins after the first day scores from that day on.
 * @throws challenge/state, challenge/late, challenge/full, request/invalid
 */
export async function addEntrants(ctx: TenantContext, input: EnterInput): Promise<{ added: number; already: number; blocked: number }> {
  const { trx, call, vendorId, now } = ctx
  const today = await ctx.today()
  const row = await lockChallenge(ctx, input.challenge)
  assertOpen(row)
  const wanted = await wantedOf(ctx, input)
  const free = wanted.filter(({ state }) => state === 'active').map(({ id }) => id)
  const known = await trx
    .selectFrom('challengeEntries')
    .select('customer')
    .where('vendorId', '=', vendorId)
    .where('challenge', '=', row.id)
    .where(sql<boolean>`"customer" = any(${free}::uuid[])`)
    .execute()
  const isIn = new Set(known.map(({ customer }) => customer))
  const fresh = free.filter((customer) => !isIn.has(customer))
  const counts = { added: fresh.length, already: isIn.size, blocked: wanted.length - free.length }
  if (fresh.length === 0) return counts
  await changeEntrantCount(ctx, row.id, fresh.length)
  const team = await teamOf(ctx, row, input.team)
  const countsFrom = row.state === 'live' && row.startsAt < today ? today : null
  const stamps = { createdAt: now, updatedAt: now }
  const rows = fresh.map((customer) => ({
    vendorId,
    id: newId(call.app.now()),
    challenge: row.id,
    customer,
    team,
    countsFrom,
    state: 'joined' as const,
    ...stamps,
  }))
  for (const some of inChunks(rows)) await trx.insertInto('challengeEntries').values(some).execute()
  const ids = rows.map(({ id }) => id)
  await publishPoints(trx, call.app, vendorId, ids)
  await syncScores(trx, call.app, vendorId, { entries: ids })
  await audit(trx, call, {
    action: 'enter',
    entity: 'challenge',
    target: row.id,
    subject: row.id,
    after: { entrants: fresh.length, batch: input.batch, team: input.team, customers: fresh.slice(0, 50) },
  })
  return counts
}

/** Changes an entrant's state. @param places returned (−1) or taken (1) */
async function stand(
  ctx: TenantContext,
  { id, version }: Seen,
  change: {
    action: string
    from: readonly ChallengeEntry['state'][]
    to: Schema['challengeEntries']['state']
    reason: string | null
    places: 1 | -1
  },
): Promise<ChallengeEntry> {
  const { trx, call, vendorId, now } = ctx
  const found = await trx
    .selectFrom('challengeEntries')
    .select('challenge')
    .where('vendorId', '=', vendorId)
    .where('id', '=', id)
    .executeTakeFirst()
  if (!found) throw failure('document/not-found')
  const challenge = await lockChallenge(ctx, found.challenge)
  const row = await readEntry(ctx, id)
  if (['archived', 'cancelled'].includes(challenge.state) || !change.from.includes(row.state)) throw failure('challenge/state')
  if (row.version !== version) throw failure('request/stale', { current: row })
  await changeEntrantCount(ctx, challenge.id, change.places)
  await trx
    .updateTable('challengeEntries')
    .set({ state: change.to, reason: change.reason, version: version + 1, updatedAt: now })
    .where('vendorId', '=', vendorId)
    .where('id', '=', id)
    .execute()
  await publishPoints(trx, call.app, vendorId, [id])
  await incrementRevision(trx, vendorId, [challenge.id])
  await audit(trx, call, {
    action: change.action,
    entity: 'challengeEntry',
    target: id,
    subject: challenge.id,
    before: { state: row.state },
    after: { state: change.to, reason: change.reason },
  })
  return readEntry(ctx, id)
}

const standing = ['joined', 'active', 'completed', 'missed'] as const

/** Removes an entrant from the board at their own request; their facts stay. */
export const withdrawEntrant = (ctx: TenantContext, seen: Seen) =>
  stand(ctx, seen, { action: 'withdraw', from: standing, to: 'withdrawn', reason: null, places: -1 })

/** Removes an entrant from the board for a reason; their facts stay. */
export const disqualify = (ctx: TenantContext, { reason, ...seen }: Seen & { reason: string }) =>
  stand(ctx, seen, { action: 'disqualify', from: standing, to: 'disqualified', reason, places: -1 })

/** Returns an entrant to the board with all their points. @throws challenge/full */
export const reinstate = (ctx: TenantContext, seen: Seen) =>
  stand(ctx, seen, { action: 'reinstate', from: ['withdrawn', 'disqualified'], to: 'joined', reason: null, places: 1 })
