import { sql } from 'kysely'
import type { Around } from '#kernel/around.ts'
import { instant } from '#kernel/app.ts'
import { audit } from '#kernel/audit.ts'
import { memberOf, type Call } from '#kernel/base.ts'
import { withTenant, type TenantContext } from '#kernel/context.ts'
import { emit } from '#kernel/events.ts'
import { lockVendor } from '#business/setup/lock.server.ts'
import { zoneOf } from '#business/setup/zone.server.ts'
import { stillPlanned, planReopened, reopenSessions, sessionsOfClosure } from './closure.reopen.server.ts'
import { readClosure } from './closure.server.ts'
import { isComing, knownBefore } from './known.server.ts'
import { notifyTrainersOfChange } from './notify-trainers.server.ts'
import { sessionsChanged } from './session.events.ts'
import { notifyCustomers } from './tell.server.ts'

async function remove(
  ctx: TenantContext,
  { id, tell: shouldNotify }: { id: string; tell: boolean },
  around: Around<readonly string[]>,
): Promise<{ restored: number }> {
  const { trx, call, vendorId } = ctx
  await around.before(ctx)
  await lockVendor(trx, vendorId)
  const zone = await zoneOf(trx, vendorId)
  const span = await readClosure(trx, vendorId, id)
  const now = instant(call.app)
  // What has passed stays cancelled, as where a closure is changed: it did not take place.
  const sessions = (await sessionsOfClosure(trx, vendorId, id)).filter((session) => isComing(now, session))
  const ids = sessions.map((session) => session.id)
  const before = await knownBefore(trx, vendorId, ids)
  const reopened = await reopenSessions(ctx, { id, zone, span }, sessions)
  await emit(ctx, sessionsChanged, { sessions: ids })
  await trx
    .updateTable('batchSessions')
    .set({ closure: null, updatedAt: now, version: sql<number>`"version" + 1` })
    .where('vendorId', '=', vendorId)
    .where('closure', '=', id)
    .execute()
  await trx.deleteFrom('closures').where('vendorId', '=', vendorId).where('id', '=', id).execute()
  await planReopened(ctx, span)
  const restored = await stillPlanned(trx, vendorId, reopened)
  const notified = await notifyCustomers({ trx, call, vendorId }, zone, before, shouldNotify)
  await notifyTrainersOfChange({ trx, call, vendorId }, before)
  const { fromDay, toDay, startingTime, endingTime, hall, hallTitle, label } = span
  await audit(trx, call, {
    action: 'remove',
    entity: 'closure',
    target: id,
    before: { fromDay, toDay, startingTime, endingTime, hall, hallTitle, label },
    after: { sessions: restored.length, told: notified },
  })
  await around.after(ctx, restored)
  return { restored: restored.length }
}

/**
 * Removes a closure: its coming sessions are planned again where they can be, what has passed stays cancelled.
 * @param around what happens before and after, with the ids of the sessions that are planned again
 */
export const removeClosure = (
  call: Call,
  input: { id: string; tell: boolean },
  around: Around<readonly string[]>,
): Promise<{ restored: number }> => withTenant(call, memberOf(call).vendorId, (ctx) => remove(ctx, input, around))
