import { customerMerging } from '#directory/customers/customer.events.ts'
import { on, type Subscription } from '#kernel/events.ts'

/** Subscriptions of sales: bills and credit follow a merged customer. */
export const saleSubscribers: readonly Subscription[] = [
  on(customerMerging, async ({ trx, vendorId }, { from, into }) => {
    for (const table of ['sales', 'creditPayouts'] as const)
      await trx.updateTable(table).set({ customer: into }).where('vendorId', '=', vendorId).where('customer', '=', from).execute()
  }),
]
