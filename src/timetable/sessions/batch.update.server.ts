import { lockBooks } from '#business/ledger/books.server.ts'
import { lockVendor } from '#business/setup/lock.server.ts'
import { zoneOf } from '#business/setup/zone.server.ts'
import type { Call } from '#kernel/base.ts'
import type { Around } from '#kernel/around.ts'
import { contextOf } from '#kernel/context.ts'
import { carryOn } from '#timetable/enrolments/batch.carry.server.ts'
import type { Batch, UpdateBatchInput } from '#timetable/batches/batch.contract.ts'
import { batches } from '#timetable/batches/batch.row.server.ts'
import { scheduleBefore, notifyOfSchedule, type ScheduleBefore } from './batch.notify.server.ts'

/**
 * Changes a batch; on request extends its places and mails its people the new schedule.
 * @param around what happens before and after a change of its last day; @throws batch/full, auth/email-unverified
 */
export function updateBatch(
  call: Call,
  { places, tell: shouldNotify, decision: _decision, ...input }: UpdateBatchInput,
  around: Around<{ before: Batch; after: Batch }>,
): Promise<Batch> {
  let known: ScheduleBefore
  return batches.update(call, input, {
    async lock(trx, vendorId) {
      // Lock the books before the batch, in the same order as every billing path.
      if (places === 'carry') await lockBooks(trx, vendorId)
      if (input.endDate !== undefined) await around.before(contextOf(trx, call, vendorId))
      await lockVendor(trx, vendorId)
      known = await scheduleBefore({ trx, call, vendorId }, input.id)
    },
    async done(trx, vendorId, before, after) {
      if (places === 'carry') await carryOn(contextOf(trx, call, vendorId), before, after)
      const zone = await zoneOf(trx, vendorId)
      const notified = await notifyOfSchedule({ trx, call, vendorId }, { zone, known, before, after, shouldNotify })
      if (input.endDate !== undefined) await around.after(contextOf(trx, call, vendorId), { before, after })
      return notified === null ? {} : { told: notified }
    },
  })
}
