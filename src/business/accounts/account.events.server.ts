import { zoneChanged } from '#business/setup/vendor.events.ts'
import { on, type Subscription } from '#kernel/events.ts'

/** What accounts follow: the time zone, in which a business's day ends. */
export const accountSubscribers: readonly Subscription[] = [
  on(zoneChanged, async ({ trx, vendorId }, { now }) => {
    // Its next day may begin earlier than it did in the zone before.
    await trx.updateTable('vendorPlans').set({ dailyAt: now }).where('vendorId', '=', vendorId).execute()
  }),
]
