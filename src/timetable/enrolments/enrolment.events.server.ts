import { customerMerged, customerMerging, customerUnblocked } from '#directory/customers/customer.events.ts'
import { todayOf } from '#business/setup/zone.server.ts'
import { instant } from '#kernel/app.ts'
import { on, type Subscription } from '#kernel/events.ts'
import { joinEnrolments, keepActiveUntil } from './places.server.ts'
import { resumeBilling } from './resume.server.ts'

/** What enrolments follow: the one that a customer is merged into, and one who may be billed again. */
export const enrolmentSubscribers: readonly Subscription[] = [
  on(customerMerging, async ({ trx, call, vendorId }, { from, into }) => {
    const moment = { now: instant(call.app), today: await todayOf(trx, call.app, vendorId) }
    await joinEnrolments(trx, vendorId, { kept: into, gone: from }, moment)
  }),
  on(customerMerged, ({ trx, vendorId }, { into }) => keepActiveUntil(trx, vendorId, [into])),
  on(customerUnblocked, (context, { customer }) => resumeBilling(context, customer)),
]
