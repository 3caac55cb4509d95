import { sql } from 'kysely'
import { digestOf } from '#kernel/retry.ts'
import { addDays, daysIn, later } from '#lib/days.ts'
import { audit, changedFields } from '#kernel/audit.ts'
import { changedRecord } from '#kernel/changes.ts'
import { failure, fieldFailure } from '#kernel/failure.ts'
import { assertUse, type ImageUse } from '#kernel/image-use.ts'
import { newId } from '#kernel/ids.ts'
import type { TenantContext } from '#kernel/context.ts'
import { challengeInput, challengeRules, type ChallengeDetail, type ChallengeInput } from './challenge.contract.ts'
import { resyncScores } from './challenge.guest.server.ts'
import { readChallenge } from './challenge.row.server.ts'
import { endOf, fixedOnceLive, type ChallengeState } from './challenge.rules.ts'
import { shareChallenge } from './challenge.shared.server.ts'
import type { Seen } from '#lib/calls.ts'

/** Locks a challenge until the transaction ends and returns its current state. @throws document/not-found */
export async function lockChallenge(ctx: TenantContext, id: string): Promise<ChallengeDetail> {
  const { trx, vendorId } = ctx
  await trx.selectFrom('challenges').select('id').where('vendorId', '=', vendorId).where('id', '=', id).forUpdate().execute()
  return readChallenge(ctx, id)
}

/**
 * Like `lockChallenge`, for an action of the host.
 * @throws challenge/state where the action is not allowed or another business is the host, request/stale
 */
async function lockVersion(ctx: TenantContext, { id, version }: Seen, fits: readonly ChallengeState[]): Promise<ChallengeDetail> {
  const row = await lockChallenge(ctx, id)
  if (!fits.includes(row.state) || row.host !== '') throw failure('challenge/state')
  if (row.version !== version) throw failure('request/stale', { current: row })
  return row
}

/** The days and rules as columns; fields that the mode, metric or participation does not use are cleared. */
function columnsOf({ endsAt, ...input }: ChallengeInput) {
  return {
    ...input,
    endsAt: endOf(input.session, input.startsAt, endsAt),
    unit: input.metric === 'manual' ? input.unit : '',
    topN: input.mode === 'leaderboard' ? input.topN : null,
    target: input.mode === 'threshold' ? input.target : null,
  }
}

/** Updates the columns of a locked challenge with an audit row, shares the change beyond the vendor, and returns the result. */
async function write(ctx: TenantContext, action: string, row: ChallengeDetail, columns: Record<string, unknown>): Promise<ChallengeDetail> {
  const { trx, call, vendorId, now } = ctx
  await trx
    .updateTable('challenges')
    .set({ ...columns, updatedAt: now, version: row.version + 1 })
    .where('vendorId', '=', vendorId)
    .where('id', '=', row.id)
    .execute()
  const stored = columns['state'] ?? row.state
  if (stored !== 'draft' && (row.state !== 'draft' || stored === 'scheduled')) await shareChallenge(trx, vendorId, row.id)
  const after = await readChallenge(ctx, row.id)
  const { id } = row
  await audit(trx, call, {
    action,
    entity: 'challenge',
    target: id,
    subject: id,
    ...changedFields(row, { ...columns, state: after.state }),
  })
  return after
}

const coverUse: ImageUse = { field: 'cover', purpose: 'cover', required: 'lib.images.required' }

/**
 * Creates a draft. A second call with the same id is a retry.
 * @throws request/reused for a different request under the same id, document/not-found for the id of another
 * business's challenge
 */
export async function createChallenge(ctx: TenantContext, input: ChallengeInput & { id?: string | undefined }): Promise<ChallengeDetail> {
  const { trx, call, vendorId, now } = ctx
  const { id = newId(call.app.now()), ...request } = input
  const inputDigest = digestOf(request)
  const columns = columnsOf(request)
  await assertUse(trx, vendorId, coverUse, request.cover, null)
  const created = await trx
    .insertInto('challenges')
    .values({ vendorId, id, ...columns, state: 'draft', inputDigest, createdAt: now, updatedAt: now })
    .onConflict((conflict) => conflict.columns(['vendorId', 'id']).doNothing())
    .returning('id')
    .executeTakeFirst()
  if (created) await audit(trx, call, { action: 'create', entity: 'challenge', target: id, subject: id, after: columns })
  const current = await readChallenge(ctx, id)
  if (created) return current
  const known = await trx
    .selectFrom('challenges')
    .select('inputDigest')
    .where('vendorId', '=', vendorId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  if (!inputDigest.equals(known.inputDigest)) throw failure('request/reused', { current })
  return current
}

/**
 * Locks the sessions on the days that a published challenge has or will have, so that a mark being saved is seen and a
 * later one sees the new days. Call it before locking the challenge, the same order that a mark uses.
 */
async function lockSessions({ trx, vendorId }: TenantContext, id: string, { from, to }: { from: string; to: string }): Promise<void> {
  await sql`select s."id" from "batchSessions" s join "challenges" c on c."vendorId" = ${vendorId} and c."id" = ${id} and c."state" <> 'draft'
    where s."vendorId" = ${vendorId} and s."day" between least(c."startsAt", ${from}::date) and greatest(c."endsAt", ${to}::date)
    order by s."id" for share of s`.execute(trx)
}

/**
 * Changes a challenge that is not over. Once it is live, only fields that its points don't depend on can change, and
 * the end of a custom challenge, which may be no earlier than today.
 * @throws request/invalid at a fixed field, challenge/state, request/stale
 */
export async function updateChallenge(
  ctx: TenantContext,
  { id, version, ...named }: Partial<ChallengeInput> & Seen,
): Promise<ChallengeDetail> {
  const { trx, call, vendorId } = ctx
  const today = await ctx.today()
  const before = await readChallenge(ctx, id)
  const columns = columnsOf(changedRecord<ChallengeInput>(Object.keys(challengeInput.shape), before, named, challengeRules))
  await lockSessions(ctx, id, { from: columns.startsAt, to: columns.endsAt })
  const row = await lockVersion(ctx, { id, version }, ['draft', 'scheduled', 'live'])
  await assertUse(trx, vendorId, coverUse, columns.cover, row.cover)
  if (row.state === 'live') {
    if (row.session !== 'custom') columns.endsAt = row.endsAt
    const fixed = fixedOnceLive.find((name) => columns[name] !== row[name])
    if (fixed) throw fieldFailure(fixed, 'challenges.fixed')
    if (columns.endsAt < today) throw fieldFailure('endsAt', 'challenges.endsAt.past')
  }
  if (row.state === 'scheduled') {
    for (const name of ['visibility', 'participation'] as const)
      if (columns[name] !== row[name]) throw fieldFailure(name, 'challenges.fixed')
    if (columns.startsAt < today) throw fieldFailure('startsAt', 'challenges.startsAt.past')
  }
  if (columns.max !== null && columns.max < row.entrants) throw fieldFailure('max', 'challenges.max.fewer')
  const after = await write(ctx, 'update', row, columns)
  if (row.state === 'draft') return after
  await resyncScores(trx, call.app, vendorId, id)
  return readChallenge(ctx, id)
}

/** Opens a draft for entrants; it goes live automatically on its first day. */
export async function publish(ctx: TenantContext, seen: Seen): Promise<ChallengeDetail> {
  const row = await lockVersion(ctx, seen, ['draft'])
  if (row.startsAt < (await ctx.today())) throw fieldFailure('startsAt', 'challenges.startsAt.past')
  if (row.visibility === 'external') await beHost(ctx, row.id)
  return write(ctx, 'publish', row, { state: 'scheduled' })
}

/** Adds the host itself as a participant. @throws request/invalid at `visibility` while the business has no profile */
async function beHost({ trx, vendorId, now }: TenantContext, challenge: string): Promise<void> {
  const profile = await trx.selectFrom('vendors').select(['name', 'username']).where('vendorId', '=', vendorId).executeTakeFirst()
  if (!profile) throw fieldFailure('visibility', 'challenges.visibility.profile')
  await trx
    .insertInto('boardGuests')
    .values({ challenge, vendorId, ...profile, state: 'host', changedAt: now })
    // If another business is already the host, `shareChallenge` refuses.
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Starts a planned challenge today. Today's attendance counts. */
export async function start(ctx: TenantContext, seen: Seen): Promise<ChallengeDetail> {
  const { trx, call, vendorId } = ctx
  const today = await ctx.today()
  await lockSessions(ctx, seen.id, { from: today, to: today })
  const row = await lockVersion(ctx, seen, ['scheduled'])
  const endsAt = row.session === 'custom' ? row.endsAt : endOf(row.session, today, null)
  await write(ctx, 'start', row, { startsAt: today, endsAt })
  await resyncScores(trx, call.app, vendorId, row.id)
  return readChallenge(ctx, row.id)
}

/** Ends a live challenge today. Marks for today and earlier days still count. */
export async function end(ctx: TenantContext, seen: Seen): Promise<ChallengeDetail> {
  const { trx, call, vendorId } = ctx
  const today = await ctx.today()
  await lockSessions(ctx, seen.id, { from: today, to: today })
  const row = await lockVersion(ctx, seen, ['live'])
  await write(ctx, 'end', row, { state: 'final', endsAt: today })
  await resyncScores(trx, call.app, vendorId, row.id)
  return readChallenge(ctx, row.id)
}

/** Cancels a challenge; its board remains visible. */
export async function cancelChallenge(ctx: TenantContext, { reason, ...seen }: Seen & { reason: string }): Promise<ChallengeDetail> {
  const row = await lockVersion(ctx, seen, ['scheduled', 'live'])
  return write(ctx, 'cancel', row, { state: 'cancelled', reason })
}

/** Archives a challenge that is over, or an abandoned draft. */
export async function archiveChallenge(ctx: TenantContext, seen: Seen): Promise<ChallengeDetail> {
  const row = await lockVersion(ctx, seen, ['draft', 'final', 'cancelled'])
  return write(ctx, 'archive', row, { state: 'archived' })
}

/**
 * Creates a draft with the same rules on the days after the original's, or from today on. A second call with the same
 * copy id is a retry.
 */
export async function clone(ctx: TenantContext, { id, copy }: { id: string; copy?: string | undefined }): Promise<ChallengeDetail> {
  const row = await readChallenge(ctx, id)
  if (row.host !== '') throw failure('challenge/state')
  const startsAt = later(await ctx.today(), addDays(row.endsAt, 1))
  const endsAt = row.session === 'custom' ? addDays(startsAt, daysIn({ from: row.startsAt, to: row.endsAt }) - 1) : null
  const { nameEn, nameAr, description, cover, visibility, session, metric, unit, mode, topN, target } = row
  const { pointsPerUnit, participation, minMembers, lateJoin, max, prizes } = row
  const rules = { metric, unit, mode, topN, target, pointsPerUnit, participation, minMembers, lateJoin, max, prizes }
  return createChallenge(ctx, { id: copy, nameEn, nameAr, description, cover, visibility, session, startsAt, endsAt, ...rules })
}
