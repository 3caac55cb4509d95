import { scaled, wholeRate } from '#lib/amounts.ts'
import type { Movement } from './subscription.contract.ts'

/** How many complete months the average churn of a lifetime value covers at most. */
export const lifetimeMonths = 12

/** The movement of revenue and customers in a month, of all batches or one. */
export type Churning = Pick<
  Movement,
  | 'openingMrr'
  | 'expansionMrr'
  | 'contractionMrr'
  | 'churnedMrr'
  | 'closingMrr'
  | 'openingCustomers'
  | 'churnedCustomers'
  | 'payingCustomers'
>

type Rates = Pick<Movement, 'arpm' | 'grossChurn' | 'netChurn' | 'customerChurn' | 'lifetimeValue'>

/** A share in hundredths of a percent, rounded half up away from zero; null of nothing. */
function shareOf(part: number, whole: number): number | null {
  if (whole === 0) return null
  return Math.sign(part) * scaled(Math.abs(part), wholeRate, whole)
}

/**
 * The rates of a month (decision 47), each rounded half up.
 * @param complete its up to `lifetimeMonths` complete months, whose churn is averaged: everyone who left ÷ everyone who was there
 */
export function ratesOf(row: Churning, complete: readonly Churning[]): Rates {
  const { openingMrr, expansionMrr, contractionMrr, churnedMrr, closingMrr, payingCustomers } = row
  const sum = (name: 'openingCustomers' | 'churnedCustomers') => complete.reduce((all, month) => all + month[name], 0)
  const [there, left] = [sum('openingCustomers'), sum('churnedCustomers')]
  return {
    arpm: payingCustomers === 0 ? null : scaled(closingMrr, 1, payingCustomers),
    grossChurn: shareOf(churnedMrr + contractionMrr, openingMrr),
    netChurn: shareOf(churnedMrr + contractionMrr - expansionMrr, openingMrr),
    customerChurn: shareOf(row.churnedCustomers, row.openingCustomers),
    lifetimeValue: payingCustomers === 0 || left === 0 ? null : scaled(closingMrr, there, payingCustomers * left),
  }
}
