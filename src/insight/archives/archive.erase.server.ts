import { instant } from '#kernel/app.ts'
import type { TenantContext } from '#kernel/context.ts'

/**
 * Invalidates the archives that contain an erased person: a ready one can no longer be fetched; one in progress starts
 * again, and a worker that has already read loses its lease.
 */
export async function endArchives({ trx, call, vendorId }: TenantContext): Promise<void> {
  const own = trx.updateTable('archives').where('vendorId', '=', vendorId)
  await own
    .set({ expiresAt: instant(call.app) })
    .where('state', '=', 'ready')
    .execute()
  await own.set({ tries: -1, leasedUntil: null }).where('state', '=', 'making').execute()
}
