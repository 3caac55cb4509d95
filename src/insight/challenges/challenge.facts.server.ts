import { sql } from 'kysely'
import type { z } from 'zod/mini'
import { displayName } from '#directory/customers/display-name.server.ts'
import { maySee } from '#timetable/sessions/session.read.server.ts'
import { searchPattern } from '#kernel/entity.ts'
import { audit } from '#kernel/audit.ts'
import { userNames } from '#business/developers/actors.server.ts'
import { memberOf, type Call } from '#kernel/base.ts'
import { failure, fieldFailure } from '#kernel/failure.ts'
import { newId } from '#kernel/ids.ts'
import type { TenantContext } from '#kernel/context.ts'
import { lockChallenge } from './challenge.actions.server.ts'
import type { ScoreFact, factList, ScoreInput } from './entry.contract.ts'
import { nameFor } from './challenge.entries.server.ts'
import { addPoints } from './challenge.scores.server.ts'
import { mayScore } from './challenge.trains.server.ts'

const columns = (
  call: Call,
  today: string,
) => sql`k."id", k."entry", ${nameFor(call, today)} as "name", k."source", case when ${maySee(call)} then k."session" end as "session",
  coalesce(b."name", '') as "batchName", coalesce(v."service", '') as "serviceType", k."day", k."units", k."points", k."note",
  k."actor" as "by", k."at", k."voidReason", ${mayScore(call)} as "mayScore"`

const from = (vendorId: string) => sql`from "challengeScores" k
  join "challengeEntries" e on e."vendorId" = ${vendorId} and e."id" = k."entry"
  join "customers" c on c."vendorId" = ${vendorId} and c."id" = e."customer"
  left join "batchSessions" s on s."vendorId" = ${vendorId} and s."id" = k."session"
  left join "batches" b on b."vendorId" = ${vendorId} and b."id" = s."batch"
  left join "services" v on v."vendorId" = ${vendorId} and v."id" = b."service"`

/** One page of the facts behind the business's own points: sessions attended and manual entries, including voided ones. */
export async function readFacts(ctx: TenantContext, input: z.output<typeof factList>) {
  const { trx, vendorId } = ctx
  const today = await ctx.today()
  const sought = input.search.trim()
  const parts = [
    sql`k."vendorId" = ${vendorId}`,
    sql`k."challenge" = ${input.challenge}`,
    ...(input.entry ? [sql`k."entry" = ${input.entry}`] : []),
    ...(sought
      ? [sql`(${displayName(sql`${today}::date`)} ilike ${searchPattern(sought)} or b."name" ilike ${searchPattern(sought)})`]
      : []),
  ]
  const where = sql.join(parts, sql` and `)
  const direction = sql.raw(input.direction)
  const { rows } = await sql<ScoreFact>`select ${columns(ctx.call, await ctx.today())} ${from(vendorId)} where ${where}
    order by k."day" ${direction}, k."id" ${direction} limit ${input.size} offset ${(input.page - 1) * input.size}`.execute(trx)
  const counted = await sql<{ count: number }>`select count(*)::int as "count" ${from(vendorId)} where ${where}`.execute(trx)
  return { rows: await named(ctx, rows), total: counted.rows[0]?.count ?? 0, totalIsCapped: false }
}

/** The facts with their authors' names; automatically counted ones have none. */
async function named({ trx }: TenantContext, facts: readonly ScoreFact[]): Promise<ScoreFact[]> {
  const names = await userNames(
    trx,
    facts.map(({ by }) => by),
  )
  return facts.map((fact) => ({ ...fact, by: names.get(fact.by) ?? '' }))
}

async function readFact(ctx: TenantContext, id: string): Promise<ScoreFact> {
  const { rows } =
    await sql<ScoreFact>`select ${columns(ctx.call, await ctx.today())} ${from(ctx.vendorId)} where k."vendorId" = ${ctx.vendorId} and k."id" = ${id}`.execute(
      ctx.trx,
    )
  const [row] = await named(ctx, rows)
  if (!row) throw failure('document/not-found')
  return row
}

/**
 * Locks the challenge of an entry, then returns both as they are now.
 * @throws document/not-found, also for a trainer who may not score the entrant
 */
async function lockEntry(ctx: TenantContext, entry: string) {
  const { trx, call, vendorId } = ctx
  const read = () =>
    trx
      .selectFrom('challengeEntries as e')
      .select(['challenge', 'state', 'countsFrom', mayScore(call).as('mayScore')])
      .where('vendorId', '=', vendorId)
      .where('id', '=', entry)
      .executeTakeFirst()
  const found = await read()
  if (!found?.mayScore) throw failure('document/not-found')
  const challenge = await lockChallenge(ctx, found.challenge)
  return { challenge, row: (await read()) ?? found }
}

/**
 * Enters units by hand, in a challenge with a manual metric, for a day that counts. A second call with the same id is
 * a retry.
 * @throws challenge/state before it is live or once it is archived, request/reused
 */
export async function score(ctx: TenantContext, { id = newId(ctx.call.app.now()), ...input }: ScoreInput): Promise<ScoreFact> {
  const { trx, call, vendorId, now } = ctx
  const today = await ctx.today()
  const { challenge, row } = await lockEntry(ctx, input.entry)
  const day = input.day ?? (today < challenge.endsAt ? today : challenge.endsAt)
  const known = await trx
    .selectFrom('challengeScores')
    .select('id')
    .where('vendorId', '=', vendorId)
    .where('id', '=', id)
    .executeTakeFirst()
  if (known) {
    const current = await readFact(ctx, id)
    if (current.entry !== input.entry || current.units !== input.units || current.day !== day || current.note !== input.note)
      throw failure('request/reused', { current })
    return current
  }
  if (challenge.metric !== 'manual' || !['live', 'final'].includes(challenge.state) || row.state !== 'joined')
    throw failure('challenge/state')
  const from = row.countsFrom ?? challenge.startsAt
  if (day < from || day > challenge.endsAt || day > today) throw fieldFailure('day', 'challenges.day.outside')
  const points = input.units * challenge.pointsPerUnit
  const { userId } = memberOf(call)
  const fact = { entry: input.entry, day, units: input.units, points, note: input.note }
  await trx
    .insertInto('challengeScores')
    .values({ vendorId, id, challenge: challenge.id, source: 'manual', sourceId: id, actor: userId, at: now, ...fact })
    .execute()
  await addPoints(trx, call.app, vendorId, [{ id: input.entry, challenge: challenge.id, points }])
  await audit(trx, call, { action: 'score', entity: 'challengeScore', target: id, subject: challenge.id, after: fact })
  return readFact(ctx, id)
}

/** Voids a manual score and subtracts exactly its points; its row stays with the reason. */
export async function voidScore(ctx: TenantContext, { id, reason }: { id: string; reason: string }): Promise<ScoreFact> {
  const { trx, call, vendorId, now } = ctx
  const found = await trx
    .selectFrom('challengeScores')
    .select('entry')
    .where('vendorId', '=', vendorId)
    .where('id', '=', id)
    .executeTakeFirst()
  if (!found) throw failure('document/not-found')
  const { challenge } = await lockEntry(ctx, found.entry)
  const row = await readFact(ctx, id)
  if (row.source !== 'manual' || row.voidReason !== null || challenge.state === 'archived') throw failure('challenge/state')
  await trx
    .updateTable('challengeScores')
    .set({ voidedAt: now, voidReason: reason })
    .where('vendorId', '=', vendorId)
    .where('id', '=', id)
    .execute()
  await addPoints(trx, call.app, vendorId, [{ id: row.entry, challenge: challenge.id, points: -row.points }])
  await audit(trx, call, {
    action: 'void',
    entity: 'challengeScore',
    target: id,
    subject: challenge.id,
    before: { units: row.units, points: row.points },
    after: { reason },
  })
  return readFact(ctx, id)
}
