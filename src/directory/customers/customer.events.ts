import { event } from '#kernel/events.ts'

/** The customer `from` is being merged into `into`, which has none of the other's data yet. */
export const customerMerging = event<{ from: string; into: string }>('customer.merging')

/** The customer `from` was merged into `into`, which now has the other's data. */
export const customerMerged = event<{ from: string; into: string }>('customer.merged')

/** A customer's fields were changed. */
export const customerUpdated = event<{ customer: string }>('customer.updated')

/** A blocked customer may enrol and be billed again; the books are locked. */
export const customerUnblocked = event<{ customer: string }>('customer.unblocked')
