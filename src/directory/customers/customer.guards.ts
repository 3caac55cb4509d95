import { guard } from '#kernel/guards.ts'

/** Whether a customer, who is to be archived, waits for a place or has an offer of one. */
export const customerWaits = guard<{ customer: string }, boolean>('customer.waits')
