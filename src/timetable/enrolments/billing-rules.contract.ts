import { oc } from '@orpc/contract'
import * as z from 'zod/mini'
import { wholeNumber } from '#lib/fields.ts'

/** What a part of a month costs: its days, half or a whole month, or always a whole month. */
export const prorations = ['days', 'halfMonths', 'full'] as const

/** The last day of the month that each month has. */
const lastBillingDay = 28
const billingDay = wholeNumber({
  required: 'enrolments.billing.day.number',
  number: 'enrolments.billing.day.number',
  min: 1,
  low: 'enrolments.billing.day.number',
  max: lastBillingDay,
  high: 'enrolments.billing.day.number',
})

/** What people get for a session that is cancelled: nothing, or a credit for their share of what they paid. */
export const sessionCredits = ['nothing', 'credit'] as const

/** When sessions that somebody attended in a batch with a price for each are billed: by hand, the day after, or after each week or month. */
export const visitRules = ['byHand', 'day', 'week', 'month'] as const

/** Whether an available place is offered to the waiting list automatically or by a member. */
export const placeOfferRules = ['auto', 'byHand'] as const

/** The longest time that an offer of a place is valid, in hours. */
const offerHoursLimit = 168
const offerHours = wholeNumber({
  required: 'enrolments.billing.hours.number',
  number: 'enrolments.billing.hours.number',
  min: 1,
  low: 'enrolments.billing.hours.number',
  max: offerHoursLimit,
  high: 'enrolments.billing.hours.number',
})

/**
 * How months are billed, and free places offered: `billingDay` of each month, null for each place's own day; an offer is
 * valid for `offerHours`.
 */
export const billingForm = z.strictObject({
  billingDay: z.nullable(billingDay),
  proration: z.enum(prorations, 'enrolments.billing.proration.required'),
  cancelledSessions: z.enum(sessionCredits, 'lib.fields.invalid'),
  visits: z.enum(visitRules, 'lib.fields.invalid'),
  placeOffers: z.enum(placeOfferRules, 'lib.fields.invalid'),
  offerHours,
})
export type BillingRules = z.output<typeof billingForm>

const billingInput = z.strictObject({
  ...billingForm.shape,
  // What a save does not name stays as it is.
  cancelledSessions: z.optional(billingForm.shape.cancelledSessions),
  visits: z.optional(billingForm.shape.visits),
  placeOffers: z.optional(billingForm.shape.placeOffers),
  offerHours: z.optional(billingForm.shape.offerHours),
  version: z.int('lib.fields.invalid').check(z.gte(0, 'lib.fields.invalid')),
})
export type BillingSave = z.output<typeof billingInput>

/** The rules, and the record version that a save sends: 0 before the first. */
const billingSettings = z.object({ ...billingForm.shape, version: z.number() })
export type BillingSettings = z.output<typeof billingSettings>

/** The calls of the billing rules, a part of the `enrolments` group. */
export const billingContract = {
  billing: oc.route({ method: 'GET', path: '/billing-rules' }).output(billingSettings),
  /** Applies to the bills from now on; existing bills stay. */
  saveBilling: oc.route({ method: 'POST', path: '/billing-rules' }).input(billingInput).output(billingSettings),
}
