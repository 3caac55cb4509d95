import { errorCode } from '#db/errors.ts'
import type { Trx } from '#db/tenant.ts'
import { letGo } from './books.server.ts'

/**
 * Refuses every other change of money until a task of many transactions is done: each of them resumes the books first
 * and pauses them again before it commits.
 */
export async function pauseBooks(trx: Trx, vendorId: string, by: string): Promise<void> {
  await trx.updateTable('books').set({ pausedBy: by }).where('vendorId', '=', vendorId).execute()
  letGo(trx)
}

/** Locks books that a task paused, and resumes them. @returns whether it had paused them */
export async function resumeBooks(trx: Trx, vendorId: string, by: string): Promise<boolean> {
  const query = trx.updateTable('books').set({ pausedBy: null }).where('vendorId', '=', vendorId).where('pausedBy', '=', by)
  return (await query.executeTakeFirst()).numUpdatedRows > 0n
}

/** The task that has paused a vendor's books; null if none has. */
export async function pausedBy(trx: Trx, vendorId: string): Promise<string | null> {
  const row = await trx.selectFrom('books').select('pausedBy').where('vendorId', '=', vendorId).executeTakeFirst()
  return row?.pausedBy ?? null
}

/** Whether a change of money was refused because a billing run is being voided. */
export const isVoiding = (error: unknown): boolean => errorCode(error) === 'run/voiding'
