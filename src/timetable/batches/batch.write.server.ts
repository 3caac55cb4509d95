import { sql } from 'kysely'
import type { Trx } from '#db/tenant.ts'
import type { Seen } from '#lib/calls.ts'

/** Records that a batch ended, and the reason if it was cancelled. */
export async function endBatch(
  trx: Trx,
  vendorId: string,
  { id, version }: Seen,
  end: { state: 'cancelled' | 'completed'; reason: string | null },
  now: string,
): Promise<void> {
  await trx
    .updateTable('batches')
    .set({ ...end, updatedAt: now, version: version + 1 })
    .where('vendorId', '=', vendorId)
    .where('id', '=', id)
    .execute()
}

/** The batch columns that follow when all its coming sessions change alike. */
export type Followed = Partial<{ startingTime: string; endingTime: string; trainer: string; hall: string | null; totalCandidates: number }>

/** A batch's price, and the price of a later day. */
export type BatchPrices = { price?: number; nextPrice: number | null; nextPriceFrom: string | null; nextPriceForAll: boolean }

/** Writes what a batch takes over from a change of all its coming sessions, or of its price. */
export async function writeBatch(trx: Trx, vendorId: string, id: string, columns: Followed | BatchPrices, now: string): Promise<void> {
  await trx
    .updateTable('batches')
    .set({ ...columns, updatedAt: now, version: sql<number>`"version" + 1` })
    .where('vendorId', '=', vendorId)
    .where('id', '=', id)
    .execute()
}
