import { sql } from 'kysely'
import type { Trx } from '#db/tenant.ts'
import { selectedDays } from '#lib/fields.ts'
import type { Batch } from './batch.contract.ts'

const minutes = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))

/**
 * Keeps a batch's weekly slots in step: one for each training day while it is open, none
 * otherwise. The exclusion constraints over them refuse a trainer or hall in two places at
 * once (product 2.12); touching edges are no overlap.
 */
export async function writeSlots(trx: Trx, vendorId: string, batch: Batch): Promise<void> {
  await trx.deleteFrom('batchSlots').where('vendorId', '=', vendorId).where('batch', '=', batch.id).execute()
  if (batch.state !== 'open') return
  const hours = `[${minutes(batch.startingTime)},${minutes(batch.endingTime)})`
  const dates = `[${batch.startDate},${batch.endDate}]`
  await trx
    .insertInto('batchSlots')
    .values(
      selectedDays(batch.trainingDays).map((day) => ({
        vendorId,
        batch: batch.id,
        day,
        hours: sql<string>`${hours}::int4range`,
        dates: sql<string>`${dates}::daterange`,
        trainer: batch.trainer,
        hall: batch.hall,
      })),
    )
    .execute()
}
