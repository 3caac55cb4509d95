import type { RawBuilder } from 'kysely'
import { expression } from '#kernel/expressions.ts'
import { guard } from '#kernel/guards.ts'

/** Whether a customer about to be archived is on a waiting list or has been offered a place. */
export const customerWaits = guard<{ customer: string }, boolean>('customer.waits')

/** How many running places a customer, given by id, has today. */
export const customerEnrolled = expression<RawBuilder<unknown>, number>('customer.enrolled')

/** Whether a room uses a customer, who then stays when the import that created the record is undone. */
export const customerUsed = expression<RawBuilder<unknown>, boolean>('customer.used')

/** What a customer, given by id, owes on all bills, minor units. */
export const customerDue = expression<RawBuilder<unknown>, number>('customer.due')

/** Whether a customer has a bill with something due, or one past due: `isLate`. */
export const customerOwes = expression<{ customer: RawBuilder<unknown>; isLate: boolean }, boolean>('customer.owes')
