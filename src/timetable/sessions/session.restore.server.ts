import type { Around } from '#kernel/around.ts'
import { instant } from '#kernel/app.ts'
import { audit } from '#kernel/audit.ts'
import type { Call } from '#kernel/base.ts'
import { contextOf } from '#kernel/context.ts'
import { emit } from '#kernel/events.ts'
import { failure } from '#kernel/failure.ts'
import { lockVendor } from '#business/setup/lock.server.ts'
import { knownBefore } from './known.server.ts'
import { notifyTrainersOfChange } from './notify-trainers.server.ts'
import { closes, closuresIn } from './closed.server.ts'
import { conflictsOf, refuseConflicts } from './session-plan.server.ts'
import type { RestoreInput, Session } from './session.contract.ts'
import { sessionsChanged } from './session.events.ts'
import { readSession } from './session.read.server.ts'
import { assertSeen, inSessions } from './session.server.ts'
import { notifyCustomers } from './tell.server.ts'

/**
 * Plans a cancelled session again.
 * @param around what happens before and after, with the session's id
 * @throws request/stale, session/closed while it is closed, batch/not-open, session/conflict
 */
export const restoreSession = (
  call: Call,
  { id, version, tell: shouldNotify }: RestoreInput,
  around: Around<readonly string[]>,
): Promise<Session> =>
  inSessions(
    call,
    async ({ trx, vendorId, zone }) => {
      const seen = await readSession(trx, call, vendorId, zone, id)
      if (seen.state !== 'cancelled') return seen
      assertSeen(seen, version)
      const closures = await closuresIn(trx, vendorId, seen.day, seen.day)
      if (closures.some((closure) => closes(closure, seen, zone))) throw failure('session/closed')
      const batch = await trx
        .selectFrom('batches')
        .select('state')
        .where('vendorId', '=', vendorId)
        .where('id', '=', seen.batch)
        .executeTakeFirst()
      if (batch?.state !== 'open') throw failure('batch/not-open')
      refuseConflicts(await conflictsOf(trx, vendorId, zone, [seen], { sessions: [id] }))
      const before = await knownBefore(trx, vendorId, [id])
      await trx
        .updateTable('batchSessions')
        .set({ state: 'scheduled', reason: null, closure: null, updatedAt: instant(call.app), version: seen.version + 1 })
        .where('vendorId', '=', vendorId)
        .where('id', '=', id)
        .execute()
      await emit(contextOf(trx, call, vendorId), sessionsChanged, { sessions: [id] })
      const notified = await notifyCustomers({ trx, call, vendorId }, zone, before, shouldNotify)
      await notifyTrainersOfChange({ trx, call, vendorId }, before)
      await audit(trx, call, {
        action: 'restore',
        entity: 'session',
        target: id,
        subject: seen.batch,
        before: { state: 'cancelled', reason: seen.reason },
        after: { state: 'scheduled', told: notified },
      })
      await around.after(contextOf(trx, call, vendorId), [id])
      return readSession(trx, call, vendorId, zone, id)
    },
    async (trx, vendorId) => {
      await around.before(contextOf(trx, call, vendorId))
      await lockVendor(trx, vendorId)
    },
  )
