import { instant } from '#kernel/app.ts'
import type { TenantContext } from '#kernel/context.ts'

/** How long deliveries are kept, in days: a year, and the weeks until its books are closed. */
export const noticeDays = 400

/** Forgets what members and others were sent, and at which addresses; by then no cause is news any more. */
export async function dropOldNotices({ trx, call, vendorId }: TenantContext): Promise<void> {
  await trx
    .deleteFrom('deliveries')
    .where('vendorId', '=', vendorId)
    .where('at', '<', instant(call.app, -noticeDays * 86_400_000))
    .execute()
}
