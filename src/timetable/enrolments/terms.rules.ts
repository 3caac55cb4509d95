import { discountOf } from '#lib/amounts.ts'
import type { DiscountInput, PlaceTerms } from './terms.contract.ts'

type Discount = NonNullable<PlaceTerms['discount']>

/** What a recurring discount takes off the price of a period that begins on a day, in minor units, at most the price. */
export function discountOn(discount: Discount | null, price: number, fromDay: string): number {
  if (!discount || (discount.until !== null && fromDay > discount.until)) return 0
  return discountOf(price, discount)
}

/** A recurring discount as the money log has it: an amount in minor units, or percent. Its reason may name a person, and the log's chain can't be emptied of it. */
export function loggedDiscount({ kind, value, until }: DiscountInput) {
  return { ...(kind === 'percent' ? { discountPercent: value / 100 } : { discount: value }), discountUntil: until }
}
