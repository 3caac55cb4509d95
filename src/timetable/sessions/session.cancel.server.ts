import type { Around } from '#kernel/around.ts'
import { audit } from '#kernel/audit.ts'
import type { Call } from '#kernel/base.ts'
import { contextOf } from '#kernel/context.ts'
import { failure } from '#kernel/failure.ts'
import { lockVendor } from '#business/setup/lock.server.ts'
import { knownBefore } from './known.server.ts'
import { notifyTrainers } from './notify-trainers.server.ts'
import type { CancelInput } from './session.contract.ts'
import { readSession } from './session.read.server.ts'
import { assertSeen, inSessions, targetsOf } from './session.server.ts'
import { cancelSessions } from './session.write.server.ts'
import { notifyCustomers } from './tell.server.ts'

/**
 * Cancels a session, and the batch's others of the scope.
 * @param around what happens before and after, with the sessions that were cancelled
 */
export const cancelSession = (
  call: Call,
  { id, version, scope, reason, tell: shouldNotify }: CancelInput,
  around: Around<{ ids: readonly string[]; batch: string }>,
) =>
  inSessions(
    call,
    async (inside) => {
      const { trx, vendorId, zone } = inside
      const seen = await readSession(trx, call, vendorId, zone, id)
      assertSeen(seen, version)
      if (seen.state === 'cancelled') return seen
      if (seen.state === 'completed') throw failure('session/held')
      const ids = (await targetsOf(inside, call, seen, scope)).map((target) => target.id)
      const before = await knownBefore(trx, vendorId, ids)
      await notifyTrainers(trx, call, vendorId, ids, reason)
      await cancelSessions(contextOf(trx, call, vendorId), ids, reason)
      const notified = await notifyCustomers({ trx, call, vendorId }, zone, before, shouldNotify)
      await audit(trx, call, {
        action: 'cancel',
        entity: 'session',
        target: seen.id,
        subject: seen.batch,
        before: { state: seen.state },
        after: { state: 'cancelled', reason, sessions: ids.length, told: notified },
      })
      await around.after(contextOf(trx, call, vendorId), { ids, batch: seen.batch })
      return readSession(trx, call, vendorId, zone, id)
    },
    async (trx, vendorId) => {
      await around.before(contextOf(trx, call, vendorId))
      await lockVendor(trx, vendorId)
    },
  )
