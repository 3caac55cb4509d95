import { monthsBetween } from '#lib/days.ts'

/**
 * The figures of the subscription report (product 5 and 6). A place is held from its start to its
 * end, both included; a cancelled one to the day before. It joins on its first day and leaves on the
 * first day without it, so opening + joined − left = closing for every batch and month.
 */

/** Places; `movedIn` and `movedOut` cancel out over all batches. `singleDays`, places of one day, are in none of the others. */
export const placeFigures = ['opening', 'new', 'returning', 'movedIn', 'cancelled', 'expired', 'movedOut', 'closing', 'singleDays'] as const

/**
 * Monthly recurring prices without tax of places that will be billed again, frozen ones excluded; the first and
 * the last are balances, the others the parts of the movement between them.
 */
export const recurringFigures = [
  'mrrOpening',
  'mrrNew',
  'mrrReturning',
  'mrrMovedIn',
  'mrrThawed',
  'mrrFrozen',
  'mrrCancelled',
  'mrrExpired',
  'mrrMovedOut',
  'mrr',
] as const

/** Customers: those with a place when the month began, and those of them without one at its end. */
export const churnFigures = ['active', 'lost'] as const

export type PlaceFigure = (typeof placeFigures)[number]
export type RecurringFigure = (typeof recurringFigures)[number]
export type ChurnFigure = (typeof churnFigures)[number]

/** Every figure that links to its rows; `renewals` are as of today, `cohort` is the customers who first came in the month. */
export const figures = [...placeFigures, ...recurringFigures, ...churnFigures, 'renewals', 'cohort'] as const
export type SubscriptionFigure = (typeof figures)[number]

/** How many days ahead renewals are listed. */
export const renewalDays = 30
/** How many months a cohort is followed. */
export const cohortMonths = 12
/** The most months of a report. */
export const monthLimit = 24

/** Whether a part of a movement reduces the balance. */
export function isLeaving(figure: PlaceFigure | RecurringFigure): boolean {
  return /cancelled|expired|movedOut|frozen/i.test(figure)
}

/** The number of months from one to another, both included; YYYY-MM. */
export function monthsIn(from: string, to: string): number {
  return monthsBetween(from, to) + 1
}
