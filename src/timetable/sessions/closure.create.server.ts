import type { Around } from '#kernel/around.ts'
import { instant } from '#kernel/app.ts'
import { audit } from '#kernel/audit.ts'
import { memberOf, type Call } from '#kernel/base.ts'
import { withTenant } from '#kernel/context.ts'
import { newId } from '#kernel/ids.ts'
import { lockVendor } from '#business/setup/lock.server.ts'
import { zoneOf } from '#business/setup/zone.server.ts'
import type { Closure, ClosureInput } from './closure.contract.ts'
import { assertHall, closedBy, readClosure } from './closure.server.ts'
import { knownBefore } from './known.server.ts'
import { notifyTrainers } from './notify-trainers.server.ts'
import { cancelSessions } from './session.write.server.ts'
import { notifyCustomers } from './tell.server.ts'

/**
 * Creates a closure and cancels the sessions it covers, in one step; customers are notified on request. A second create
 * with the same id is a retry.
 * @param around what happens before and after, with the ids of the sessions that were cancelled
 */
export const createClosure = (
  call: Call,
  { id = newId(call.app.now()), tell: shouldNotify, decision: _decision, ...input }: ClosureInput & { id?: string | undefined },
  around: Around<readonly string[]>,
): Promise<Closure> =>
  withTenant(call, memberOf(call).vendorId, async (ctx) => {
    const { trx, vendorId } = ctx
    await around.before(ctx)
    await lockVendor(trx, vendorId)
    const known = await trx.selectFrom('closures').select('id').where('vendorId', '=', vendorId).where('id', '=', id).executeTakeFirst()
    if (known) return readClosure(trx, vendorId, id)
    await assertHall(trx, vendorId, input)
    const zone = await zoneOf(trx, vendorId)
    const now = instant(call.app)
    await trx
      .insertInto('closures')
      .values({ vendorId, id, ...input, createdAt: now, updatedAt: now })
      .execute()
    const hit = await closedBy(trx, vendorId, zone, input, now)
    const before = await knownBefore(trx, vendorId, hit)
    await notifyTrainers(trx, call, vendorId, hit, input.label)
    await cancelSessions(ctx, hit, input.label, id)
    const notified = await notifyCustomers({ trx, call, vendorId }, zone, before, shouldNotify)
    const closure = await readClosure(trx, vendorId, id)
    await audit(trx, call, {
      action: 'create',
      entity: 'closure',
      target: id,
      after: { ...input, hallTitle: closure.hallTitle, sessions: hit.length, told: notified },
    })
    await around.after(ctx, hit)
    return closure
  })
