import type { Around } from '#kernel/around.ts'
import { instant } from '#kernel/app.ts'
import { audit, changedFields } from '#kernel/audit.ts'
import { memberOf, type Call } from '#kernel/base.ts'
import { changedRecord } from '#kernel/changes.ts'
import { withTenant, type TenantContext } from '#kernel/context.ts'
import { emit } from '#kernel/events.ts'
import { failure } from '#kernel/failure.ts'
import { lockVendor } from '#business/setup/lock.server.ts'
import { zoneOf } from '#business/setup/zone.server.ts'
import { closes } from './closed.server.ts'
import { closureFields, closureRules, type Closure, type ClosureChange, type ClosureFields } from './closure.contract.ts'
import { stillPlanned, planReopened, reopenSessions, sessionsOfClosure } from './closure.reopen.server.ts'
import { assertHall, closedBy, readClosure } from './closure.server.ts'
import { isComing, knownBefore } from './known.server.ts'
import { notifyTrainers, notifyTrainersOfChange } from './notify-trainers.server.ts'
import { sessionsChanged } from './session.events.ts'
import { cancelSessions } from './session.write.server.ts'
import { notifyCustomers } from './tell.server.ts'

/** The sessions that a changed closure cancels in addition, those that are planned again, and those that stay cancelled. */
type Changed = { cancelled: readonly string[]; restored: readonly string[]; stay: readonly string[] }

/** Whether a change concerns what is closed, and not the reason alone. */
const isOfSpan = (seen: ClosureFields, fields: ClosureFields): boolean =>
  (['fromDay', 'toDay', 'startingTime', 'endingTime', 'hall'] as const).some((name) => fields[name] !== seen[name])

async function update(
  ctx: TenantContext,
  { id, version, tell: shouldNotify, decision: _decision, ...named }: ClosureChange,
  around: Around<Changed>,
): Promise<Closure> {
  const { trx, call, vendorId } = ctx
  await around.before(ctx)
  await lockVendor(trx, vendorId)
  const zone = await zoneOf(trx, vendorId)
  const now = instant(call.app)
  const seen = await readClosure(trx, vendorId, id)
  if (seen.version !== version) throw failure('request/stale', { current: seen })
  const fields = changedRecord<ClosureFields>(Object.keys(closureFields.shape), seen, named, closureRules)
  if (fields.hall !== seen.hall) await assertHall(trx, vendorId, fields)
  // What has passed stays cancelled: it did not take place, and its credit is due.
  const own = (await sessionsOfClosure(trx, vendorId, id)).filter((row) => isComing(now, row))
  const [stay, leave] = [own.filter((row) => closes(fields, row, zone)), own.filter((row) => !closes(fields, row, zone))]
  const hit = await closedBy(trx, vendorId, zone, fields, now)
  const idsOf = (rows: readonly { id: string }[]) => rows.map((row) => row.id)
  const before = await knownBefore(trx, vendorId, [...idsOf(leave), ...hit])
  await trx
    .updateTable('closures')
    .set({ ...fields, updatedAt: now, version: version + 1 })
    .where('vendorId', '=', vendorId)
    .where('id', '=', id)
    .execute()
  // Cancelled first: what they leave can be what a session that is planned again needs.
  await notifyTrainers(trx, call, vendorId, hit, fields.label)
  const isRenamed = fields.label !== seen.label
  await cancelSessions(ctx, isRenamed ? [...idsOf(stay), ...hit] : hit, fields.label, id)
  const reopened = await reopenSessions(ctx, { id, zone, span: seen }, leave)
  await emit(ctx, sessionsChanged, { sessions: idsOf(leave) })
  if (isOfSpan(seen, fields)) await planReopened(ctx, seen)
  const restored = await stillPlanned(trx, vendorId, reopened)
  const notified = await notifyCustomers({ trx, call, vendorId }, zone, before, shouldNotify)
  await notifyTrainersOfChange({ trx, call, vendorId }, before)
  const closure = await readClosure(trx, vendorId, id)
  const difference = changedFields(seen, { ...fields, hallTitle: closure.hallTitle })
  await audit(trx, call, {
    action: 'update',
    entity: 'closure',
    target: id,
    before: difference.before,
    after: { ...difference.after, sessions: hit.length + restored.length, told: notified },
  })
  await around.after(ctx, { cancelled: hit, restored, stay: idsOf(stay) })
  return closure
}

/**
 * Changes what a closure closes, in one step: sessions that it closes now are cancelled, those that it no longer closes are planned
 * again, and the others stay cancelled without a second mail.
 * @param around what happens before and after, with the ids of the sessions of both kinds
 * @throws request/stale, request/invalid where hours, days or the hall are wrong
 */
export const updateClosure = (call: Call, input: ClosureChange, around: Around<Changed>): Promise<Closure> =>
  withTenant(call, memberOf(call).vendorId, (ctx) => update(ctx, input, around))
