import { event } from '#kernel/events.ts'

/** The customer `from` is being merged into `into`, who has neither the other's birthday, phone nor anything else yet. */
export const customerMerging = event<{ from: string; into: string }>('customer.merging')

/** The customer `from` was merged into `into`, who has by now what the other had. */
export const customerMerged = event<{ from: string; into: string }>('customer.merged')

/** The fields of a customer were changed. */
export const customerUpdated = event<{ customer: string }>('customer.updated')

/** A blocked customer may enrol and be billed again; the books are locked. */
export const customerUnblocked = event<{ customer: string }>('customer.unblocked')
