import { customerMerging } from '#directory/customers/customer.events.ts'
import { on, type Subscription } from '#kernel/events.ts'

/** Subscriptions of effects: what acts meant follows a merged customer. */
export const effectSubscribers: readonly Subscription[] = [
  on(customerMerging, async ({ trx, vendorId }, { from, into }) => {
    await trx.updateTable('effectLines').set({ customer: into }).where('vendorId', '=', vendorId).where('customer', '=', from).execute()
  }),
]
