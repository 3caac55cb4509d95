import type { RawBuilder } from 'kysely'
import { expression } from '#kernel/expressions.ts'
import { guard } from '#kernel/guards.ts'

/** Whether a customer, who is to be archived, waits for a place or has an offer of one. */
export const customerWaits = guard<{ customer: string }, boolean>('customer.waits')

/** How many running places a customer, by the id, has today. */
export const customerEnrolled = expression<RawBuilder<unknown>, number>('customer.enrolled')

/** Whether a room knows a customer, who stays then when the import that made the record is undone. */
export const customerUsed = expression<RawBuilder<unknown>, boolean>('customer.used')
