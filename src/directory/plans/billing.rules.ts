import { addDays, addMonths, daysIn } from '#lib/days.ts'
import { plans, type PlanId } from '#lib/plans.ts'

/** The last day of the year that a plan is billed for from a given day; null for the free plan. */
export const yearFrom = (plan: PlanId, day: string): string | null =>
  plans[plan].yearlyPrice === 0 ? null : addDays(addMonths(day, 12), -1)

/** A billed year: its price in US cents, its first and its last day. */
export type Billed = { amount: number; day: string; toDay: string | null }

/**
 * What a plan costs from a day on, in US cents: the price of a year, less the unused part of the year billed before, by
 * the day and rounded down to the cent. The day itself counts as used under the new plan (product 2.3).
 */
export function charge(plan: PlanId, day: string, before: Billed | null): { amount: number; credit: number } {
  const amount = plans[plan].yearlyPrice * 100
  if (!before?.toDay || before.toDay < day) return { amount, credit: 0 }
  const unused = daysIn({ from: day > before.day ? day : before.day, to: before.toDay })
  return { amount, credit: Math.floor((before.amount * unused) / daysIn({ from: before.day, to: before.toDay })) }
}
