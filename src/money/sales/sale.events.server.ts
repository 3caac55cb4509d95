import { customerMerging } from '#directory/customers/customer.events.ts'
import { on, type Subscription } from '#kernel/events.ts'

/** What bills follow: the one that their customer is merged into. */
export const saleSubscribers: readonly Subscription[] = [
  on(customerMerging, async ({ trx, vendorId }, { from, into }) => {
    await trx.updateTable('sales').set({ customer: into }).where('vendorId', '=', vendorId).where('customer', '=', from).execute()
  }),
]
