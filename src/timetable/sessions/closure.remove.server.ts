import { sql } from 'kysely'
import type { Around } from '#kernel/around.ts'
import { instant } from '#kernel/app.ts'
import { audit } from '#kernel/audit.ts'
import { memberOf, type Call } from '#kernel/base.ts'
import { withTenant, type TenantContext } from '#kernel/context.ts'
import { emit } from '#kernel/events.ts'
import { lockVendor } from '#business/setup/lock.server.ts'
import { zoneOf } from '#business/setup/zone.server.ts'
import { batches } from '#timetable/batches/batch.row.server.ts'
import { readClosure } from './closure.server.ts'
import { knownBefore } from './known.server.ts'
import { notifyTrainersOfChange } from './notify-trainers.server.ts'
import { conflictsOf, writePlan } from './session-plan.server.ts'
import { sessionsChanged } from './session.events.ts'
import { notifyCustomers } from './tell.server.ts'

/** Removes a closure. Sessions whose trainer or hall is now taken stay cancelled; those on a day of another closure move to that one. */
async function remove(
  ctx: TenantContext,
  { id, tell: shouldNotify }: { id: string; tell: boolean },
  around: Around<readonly string[]>,
): Promise<{ restored: number }> {
  const { trx, call, vendorId } = ctx
  await around.before(ctx)
  await lockVendor(trx, vendorId)
  const zone = await zoneOf(trx, vendorId)
  const { fromDay, toDay, label } = await readClosure(trx, vendorId, id)
  const own = await trx
    .selectFrom('batchSessions')
    .innerJoin('batches', (join) => join.on('batches.vendorId', '=', vendorId).onRef('batches.id', '=', 'batchSessions.batch'))
    .select(['batchSessions.id', 'day', 'startsAt', 'endsAt', 'batchSessions.trainer', 'batchSessions.hall', 'batches.state'])
    .where('batchSessions.vendorId', '=', vendorId)
    .where('closure', '=', id)
    .execute()
  const others = await trx
    .selectFrom('closures')
    .select(['id', 'fromDay', 'toDay', 'label'])
    .where('vendorId', '=', vendorId)
    .where('id', '<>', id)
    .where('toDay', '>=', fromDay)
    .where('fromDay', '<=', toDay)
    .execute()
  const before = await knownBefore(
    trx,
    vendorId,
    own.map((session) => session.id),
  )
  const restored: string[] = []
  for (const { id: session, state, ...meeting } of own) {
    const other = others.find((closure) => closure.fromDay <= meeting.day && meeting.day <= closure.toDay)
    const isFree = !other && state === 'open' && (await conflictsOf(trx, vendorId, zone, [meeting], { sessions: [session] })).length === 0
    if (isFree) restored.push(session)
    await trx
      .updateTable('batchSessions')
      .set({
        closure: other?.id ?? null,
        ...(other ? { reason: other.label } : isFree ? { state: 'scheduled', reason: null } : {}),
        updatedAt: instant(call.app),
        version: sql<number>`"version" + 1`,
      })
      .where('vendorId', '=', vendorId)
      .where('id', '=', session)
      .execute()
  }
  await emit(ctx, sessionsChanged, { sessions: own.map((session) => session.id) })
  await trx.deleteFrom('closures').where('vendorId', '=', vendorId).where('id', '=', id).execute()
  // Batches opened while the closure existed skipped its days.
  const open = await trx
    .selectFrom('batches')
    .select('id')
    .where('vendorId', '=', vendorId)
    .where('state', '=', 'open')
    .where('startDate', '<=', toDay)
    .where('endDate', '>=', fromDay)
    .execute()
  for (const batch of open) {
    const row = await batches.kind.select(trx, vendorId, call).where('batches.id', '=', batch.id).executeTakeFirstOrThrow()
    await writePlan(trx, call, row)
  }
  const notified = await notifyCustomers({ trx, call, vendorId }, zone, before, shouldNotify)
  await notifyTrainersOfChange({ trx, call, vendorId }, before)
  await audit(trx, call, {
    action: 'remove',
    entity: 'closure',
    target: id,
    before: { fromDay, toDay, label },
    after: { sessions: restored.length, told: notified },
  })
  await around.after(ctx, restored)
  return { restored: restored.length }
}

/**
 * Removes a closure.
 * @param around what happens before and after, with the ids of the sessions that are planned again
 */
export const removeClosure = (
  call: Call,
  input: { id: string; tell: boolean },
  around: Around<readonly string[]>,
): Promise<{ restored: number }> => withTenant(call, memberOf(call).vendorId, (ctx) => remove(ctx, input, around))
