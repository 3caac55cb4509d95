import { handlersOf } from '#kernel/base.ts'
import { inTenant } from '#kernel/context.ts'
import { billingRules, saveBilling } from './billing-rules.server.ts'
import { declinePlace } from './enrolment.actions.server.ts'
import { keep } from './enrolment.dates.server.ts'
import { readEnrolment, readEnrolments } from './enrolment.row.server.ts'
import { enrolmentContract } from './enrolment.contract.ts'
import { offerNext } from './offer.server.ts'
import { readTerms } from './terms.server.ts'

const os = handlersOf({ enrolments: enrolmentContract })

/**
 * Handlers of enrolments. Sales serves the calls that take a place, and the sums, since it bills the places; effects
 * serves those that can credit or charge what is billed already.
 */
export const enrolmentHandlers = {
  list: os.enrolments.list.handler(inTenant(readEnrolments)),
  get: os.enrolments.get.handler(inTenant((ctx, { id }) => readEnrolment(ctx, id))),
  offerNext: os.enrolments.offerNext.handler(inTenant(offerNext)),
  decline: os.enrolments.decline.handler(inTenant(declinePlace)),
  keep: os.enrolments.keep.handler(inTenant(keep)),
  terms: os.enrolments.terms.handler(inTenant(readTerms)),
  billing: os.enrolments.billing.handler(inTenant((ctx) => billingRules(ctx))),
  saveBilling: os.enrolments.saveBilling.handler(inTenant(saveBilling)),
}
