import { zoneChanged } from '#business/setup/vendor.events.ts'
import { on, type Subscription } from '#kernel/events.ts'

/** Subscribes to the time zone, which determines when a business's day ends. */
export const accountSubscribers: readonly Subscription[] = [
  on(zoneChanged, async ({ trx, vendorId }, { now }) => {
    // The next day may begin earlier than in the previous zone.
    await trx.updateTable('vendorPlans').set({ dailyAt: now }).where('vendorId', '=', vendorId).execute()
  }),
]
