import { customerMerging } from '#directory/customers/customer.events.ts'
import { on, type Subscription } from '#kernel/events.ts'

/** Subscriptions of quotes: quotes follow a merged customer. */
export const quoteSubscribers: readonly Subscription[] = [
  on(customerMerging, async ({ trx, vendorId }, { from, into }) => {
    await trx.updateTable('quotes').set({ customer: into }).where('vendorId', '=', vendorId).where('customer', '=', from).execute()
  }),
]
