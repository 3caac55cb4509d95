import { customerMerging } from '#directory/customers/customer.events.ts'
import { on, type Subscription } from '#kernel/events.ts'

/** Subscriptions of sales: bills follow a merged customer. */
export const saleSubscribers: readonly Subscription[] = [
  on(customerMerging, async ({ trx, vendorId }, { from, into }) => {
    await trx.updateTable('sales').set({ customer: into }).where('vendorId', '=', vendorId).where('customer', '=', from).execute()
  }),
]
