import { sql } from 'kysely'
import type { Trx } from '#db/tenant.ts'
import { selectedDays } from '#lib/fields.ts'
import type { Batch } from './batch.contract.ts'

/**
 * Lets one change of a vendor's timetable follow the other: many at once would wait for each
 * other's slots in a circle, which PostgreSQL ends by a deadlock after a second each. The
 * constraints refuse an overlap also without it.
 */
export async function lockTimetable(trx: Trx, vendorId: string): Promise<void> {
  await trx.selectFrom('merchants').select('vendorId').where('vendorId', '=', vendorId).forUpdate().executeTakeFirst()
}

const minutes = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))

/**
 * Keeps a batch's weekly slots in step: one for each training day while it is open, none
 * otherwise. The exclusion constraints over them refuse a trainer or hall in two places at
 * once (product 2.12); touching edges are no overlap.
 */
export async function writeSlots(trx: Trx, vendorId: string, batch: Batch): Promise<void> {
  await lockTimetable(trx, vendorId)
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
