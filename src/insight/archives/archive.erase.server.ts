import { instant } from '#kernel/app.ts'
import type { TenantContext } from '#kernel/context.ts'

/**
 * Ends the archives that hold a person who is erased: a ready one can no longer be fetched, one that is being made
 * begins again and is not the maker's any more who has read already.
 */
export async function endArchives({ trx, call, vendorId }: TenantContext): Promise<void> {
  const own = trx.updateTable('archives').where('vendorId', '=', vendorId)
  await own
    .set({ expiresAt: instant(call.app) })
    .where('state', '=', 'ready')
    .execute()
  await own.set({ tries: -1, leasedUntil: null }).where('state', '=', 'making').execute()
}
