import { customerMerging } from '#directory/customers/customer.events.ts'
import { on, type Subscription } from '#kernel/events.ts'

/** Subscriptions of attendance: marks follow a merged customer. */
export const attendanceSubscribers: readonly Subscription[] = [
  on(customerMerging, async ({ trx, vendorId }, { from, into }) => {
    await trx.updateTable('attendance').set({ customer: into }).where('vendorId', '=', vendorId).where('customer', '=', from).execute()
  }),
]
