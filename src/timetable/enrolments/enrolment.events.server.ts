import { customerMerged, customerMerging, customerUnblocked } from '#directory/customers/customer.events.ts'
import { on, type Subscription } from '#kernel/events.ts'
import { joinEnrolments, refreshActiveUntil } from './places.server.ts'
import { resumeBilling } from './resume.server.ts'

/** Subscriptions of enrolments: merged customers, and unblocked customers, who may be billed again. */
export const enrolmentSubscribers: readonly Subscription[] = [
  on(customerMerging, (ctx, { from, into }) => joinEnrolments(ctx, { target: into, source: from })),
  on(customerMerged, ({ trx, vendorId }, { into }) => refreshActiveUntil(trx, vendorId, [into])),
  on(customerUnblocked, (ctx, { customer }) => resumeBilling(ctx, customer)),
]
