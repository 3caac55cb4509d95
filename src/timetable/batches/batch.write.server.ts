import { sql } from 'kysely'
import type { Trx } from '#db/tenant.ts'
import type { Seen } from '#lib/calls.ts'

/** A batch by the version that its caller saw, while the timetable is held. */
/** Writes down that a batch ended, and why where it was cancelled. */
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

/** What sessions that were all changed at once leave their batch with. */
export type Followed = Partial<{ startingTime: string; endingTime: string; trainer: string; hall: string | null; totalCandidates: number }>

/** Lets a batch follow a change that all its coming sessions were given. */
export async function followSessions(trx: Trx, vendorId: string, id: string, columns: Followed, now: string): Promise<void> {
  await trx
    .updateTable('batches')
    .set({ ...columns, updatedAt: now, version: sql<number>`"version" + 1` })
    .where('vendorId', '=', vendorId)
    .where('id', '=', id)
    .execute()
}
