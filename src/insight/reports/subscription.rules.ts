import { monthsBetween } from '#lib/days.ts'

/**
 * The figures of the subscription report (product 5 and 6). A place is held from its start to its
 * end, both included; a cancelled one to the day before. It joins on its first day and leaves on the
 * first day without it, so opening + joined − left = closing for every batch and month.
 */

/**
 * Places; `movedIn` and `movedOut` cancel out over all batches. `singleDays`, places of one day, are in none of the others;
 * `bySession` are those of `closing` that are priced by the session. Neither has a part in MRR.
 */
export const placeFigures = [
  'opening',
  'new',
  'returning',
  'movedIn',
  'cancelled',
  'expired',
  'movedOut',
  'closing',
  'singleDays',
  'bySession',
] as const

/** Why the MRR of a place differs at the end of a month; `mrrRepriced` is signed: another price, discount or tax. */
export const causeFigures = [
  'mrrNew',
  'mrrReturning',
  'mrrMovedIn',
  'mrrThawed',
  'mrrFrozen',
  'mrrCancelled',
  'mrrExpired',
  'mrrMovedOut',
  'mrrRepriced',
] as const

/** MRR by place: at the end of the month before, what changed it, and at the end of the month. */
export const recurringFigures = ['mrrOpening', ...causeFigures, 'mrr'] as const

/** Customers: those with a place when the month began, and those of them without one at its end. */
export const churnFigures = ['active', 'lost'] as const

/**
 * MRR by customer, by the field's standard (decision 47): `openingMrr` + new + reactivated + expansion − contraction −
 * churned = `closingMrr`, for all batches and for each.
 */
export const revenueFigures = [
  'openingMrr',
  'newMrr',
  'reactivatedMrr',
  'expansionMrr',
  'contractionMrr',
  'churnedMrr',
  'closingMrr',
] as const

/**
 * Customers with a subscription: when the month began, those who gained or lost their only one in it, and at its end. Of
 * these `payingCustomers` have MRR, `pausedCustomers` are frozen or between two seasons.
 */
export const subscriberFigures = [
  'openingCustomers',
  'newCustomers',
  'reactivatedCustomers',
  'churnedCustomers',
  'closingCustomers',
  'payingCustomers',
  'pausedCustomers',
] as const

export type PlaceFigure = (typeof placeFigures)[number]
export type RecurringFigure = (typeof recurringFigures)[number]
export type CauseFigure = (typeof causeFigures)[number]
export type ChurnFigure = (typeof churnFigures)[number]
export type RevenueFigure = (typeof revenueFigures)[number]
export type SubscriberFigure = (typeof subscriberFigures)[number]

/** Every figure that links to its rows; `renewals` are as of today, `cohort` is the customers who first came in the month. */
export const figures = [
  ...placeFigures,
  ...recurringFigures,
  ...churnFigures,
  ...revenueFigures,
  ...subscriberFigures,
  'renewals',
  'cohort',
] as const
export type SubscriptionFigure = (typeof figures)[number]

/** How many days ahead renewals are listed. */
export const renewalDays = 30
/** How many months owners are informed that figures are computed differently. */
export const changeMonths = 3
/** How many months a cohort is followed. */
export const cohortMonths = 12
/** The most months of a report. */
export const monthLimit = 24

/** Whether a part of a movement reduces the balance. */
export function isLeaving(figure: SubscriptionFigure): boolean {
  return /cancelled|expired|movedOut|contraction|churned/.test(figure)
}

/** The number of months from one to another, both included; YYYY-MM. */
export function monthsIn(from: string, to: string): number {
  return monthsBetween(from, to) + 1
}
