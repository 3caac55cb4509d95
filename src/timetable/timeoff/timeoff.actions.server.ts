import { lockVendor } from '#business/setup/lock.server.ts'
import { knownBefore } from '#timetable/sessions/known.server.ts'
import { cancelSessions, assignTrainers } from '#timetable/sessions/session.write.server.ts'
import { notifyTrainersOfChange } from '#timetable/sessions/notify-trainers.server.ts'
import { notifyCustomers } from '#timetable/sessions/tell.server.ts'
import { zoneOf } from '#business/setup/zone.server.ts'
import { audit, changedFields } from '#kernel/audit.ts'
import { changedRecord } from '#kernel/changes.ts'
import { failure, fieldFailure } from '#kernel/failure.ts'
import { newId } from '#kernel/ids.ts'
import type { TenantContext } from '#kernel/context.ts'
import { answeredBefore, digestOf } from '#kernel/retry.ts'
import { dayRules, timeOffFields, type TimeOff, type TimeOffChange, type TimeOffFields, type TimeOffInput } from './timeoff.contract.ts'
import { hitsOf, readOneTimeOff, substitutesOf } from './timeoff.row.server.ts'
import type { Seen } from '#lib/calls.ts'

/** Refuses changes that name a session which the days don't affect (any more), or name one twice. */
async function assertHit(ctx: TenantContext, trainer: string, { fromDay, toDay, changes }: TimeOffChange): Promise<void> {
  if (changes.length === 0) return
  const hits = new Set(await hitsOf(ctx, { trainer, fromDay, toDay }))
  const named = new Set(changes.map(({ session }) => session))
  if (named.size < changes.length || changes.some(({ session }) => !hits.has(session)))
    throw fieldFailure('changes', 'timeoff.changes.gone')
}

/** Assigns sessions to substitutes. @throws request/invalid at `changes` if a substitute may not or cannot take theirs */
async function substituteAll(ctx: TenantContext, zone: string, wanted: { id: string; trainer: string }[]): Promise<void> {
  if (wanted.length === 0) return
  const { trx, vendorId } = ctx
  const ids = wanted.map(({ id }) => id)
  const able = new Set((await substitutesOf(ctx, zone, ids)).map((offer) => `${offer.session} ${offer.id}`))
  if (wanted.some(({ id, trainer }) => !able.has(`${id} ${trainer}`))) throw fieldFailure('changes', 'timeoff.changes.busy')
  const before = await knownBefore(trx, vendorId, ids)
  await assignTrainers(ctx, wanted)
  await notifyCustomers(ctx, zone, before, false)
  await notifyTrainersOfChange(ctx, before)
}

/**
 * Cancels sessions as if one by one: their customers are notified on request, and earlier marks score nothing.
 * @returns the number of people notified
 */
async function cancelAll(ctx: TenantContext, zone: string, ids: string[], input: TimeOffChange): Promise<number> {
  if (ids.length === 0) return 0
  const before = await knownBefore(ctx.trx, ctx.vendorId, ids)
  await cancelSessions(ctx, ids, input.cancelReason)
  return notifyCustomers(ctx, zone, before, input.tell)
}

/** Applies the choices for the sessions. @returns the numbers of sessions reassigned and cancelled, and of people notified */
async function applyTimeOff(
  ctx: TenantContext,
  trainer: string,
  input: TimeOffChange,
): Promise<{ substituted: number; cancelled: number; told: number }> {
  await assertHit(ctx, trainer, input)
  const zone = await zoneOf(ctx.trx, ctx.vendorId)
  const given = input.changes.flatMap(({ session, substitute }) => (substitute === null ? [] : [{ id: session, trainer: substitute }]))
  const cancelled = input.changes.filter(({ substitute }) => substitute === null).map(({ session }) => session)
  await substituteAll(ctx, zone, given)
  const notified = await cancelAll(ctx, zone, cancelled, input)
  return { substituted: given.length, cancelled: cancelled.length, told: notified }
}

const columnsOf = ({ fromDay, toDay, reason, note }: TimeOffChange) => ({ fromDay, toDay, reason, note })

/**
 * Creates a time off and changes its sessions in one transaction, so that nothing is half saved.
 * @throws request/reused if its id was used for a different request
 */
export async function createTimeOff(ctx: TenantContext, input: TimeOffInput & { id?: string | undefined }): Promise<TimeOff> {
  const { trx, call, vendorId, now } = ctx
  const { id = newId(call.app.now()), ...request } = input
  const inputDigest = digestOf(request)
  await lockVendor(trx, vendorId)
  const before = await answeredBefore(ctx, 'timeOff', id, inputDigest, () => readOneTimeOff(ctx, id))
  if (before) return before
  const { trainer } = request
  const known = await trx
    .selectFrom('trainers')
    .select('id')
    .where('vendorId', '=', vendorId)
    .where('id', '=', trainer)
    .where('state', '=', 'active')
    .executeTakeFirst()
  if (!known) throw fieldFailure('trainer', 'timeoff.trainer.required')
  const columns = { trainer, ...columnsOf(request) }
  await trx
    .insertInto('timeOff')
    .values({ vendorId, id, ...columns, inputDigest, createdAt: now, updatedAt: now })
    .execute()
  const done = await applyTimeOff(ctx, trainer, request)
  await audit(trx, call, { action: 'create', entity: 'timeOff', target: id, subject: trainer, after: { ...columns, ...done } })
  return readOneTimeOff(ctx, id)
}

type Effects = Omit<TimeOffChange, keyof TimeOffFields>

/** Locks the timetable and returns the time off in the version that the caller saw. */
async function lockVersion(ctx: TenantContext, { id, version }: Seen): Promise<TimeOff> {
  await lockVendor(ctx.trx, ctx.vendorId)
  const row = await readOneTimeOff(ctx, id)
  if (row.version !== version) throw failure('request/stale', { current: row })
  return row
}

/** Changes days, reason and note, and applies the choices for the sessions affected now. */
export async function updateTimeOff(
  ctx: TenantContext,
  { id, version, ...named }: Partial<TimeOffFields> & Effects & Seen,
): Promise<TimeOff> {
  const { trx, call, vendorId, now } = ctx
  const row = await lockVersion(ctx, { id, version })
  const request = changedRecord<TimeOffChange>(Object.keys(timeOffFields.shape), row, named, dayRules)
  const columns = columnsOf(request)
  await trx
    .updateTable('timeOff')
    .set({ ...columns, updatedAt: now, version: version + 1 })
    .where('vendorId', '=', vendorId)
    .where('id', '=', id)
    .execute()
  const done = await applyTimeOff(ctx, row.trainer, request)
  const { before, after } = changedFields(row, columns)
  await audit(trx, call, { action: 'update', entity: 'timeOff', target: id, subject: row.trainer, before, after: { ...after, ...done } })
  return readOneTimeOff(ctx, id)
}

/** Removes a time off; its sessions stay as they are. */
export async function removeTimeOff(ctx: TenantContext, seen: Seen): Promise<{ id: string }> {
  const { trx, call, vendorId } = ctx
  const { trainer, fromDay, toDay, reason, note } = await lockVersion(ctx, seen)
  await trx.deleteFrom('timeOff').where('vendorId', '=', vendorId).where('id', '=', seen.id).execute()
  await audit(trx, call, {
    action: 'remove',
    entity: 'timeOff',
    target: seen.id,
    subject: trainer,
    before: { trainer, fromDay, toDay, reason, note },
  })
  return { id: seen.id }
}
