import { instant } from '#kernel/app.ts'
import type { TenantContext } from '#kernel/context.ts'

/** How long deliveries are stored, in days: a year, and the weeks until its books are closed. */
export const noticeDays = 400

/** Deletes old deliveries to members and others, with their addresses; by then no cause is raised again. */
export async function dropOldNotices({ trx, call, vendorId }: TenantContext): Promise<void> {
  await trx
    .deleteFrom('deliveries')
    .where('vendorId', '=', vendorId)
    .where('at', '<', instant(call.app, -noticeDays * 86_400_000))
    .execute()
}
