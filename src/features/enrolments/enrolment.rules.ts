import { addDays, addMonths, daysIn } from '#lib/days.ts'

type Period = { startDate: string; endDate: string; nextChargeOn: string | null; priceUnit: 'month' | 'term' | 'session' }

/**
 * The last day of the period that is paid or running today: the day before the next charge, else
 * the end of the month counted from the start, the term's end, or today for single sessions.
 */
export function periodEnd({ startDate, endDate, nextChargeOn, priceUnit }: Period, today: string): string {
  const within = (day: string) => (day > endDate ? endDate : day < startDate ? startDate : day)
  if (nextChargeOn !== null && nextChargeOn > today) return within(addDays(nextChargeOn, -1))
  if (priceUnit === 'term') return endDate
  if (priceUnit === 'session') return within(today)
  let months = 1
  while (addMonths(startDate, months) <= today) months += 1
  return within(addDays(addMonths(startDate, months), -1))
}

type Freeze = { from: string; to: string }

/** The end after a freeze: as many days later as it lasts (product 3). */
export function frozenEnd(endDate: string, freeze: Freeze): string {
  return addDays(endDate, daysIn(freeze))
}

/** A freeze that is ended on a day: what is left of it, null when it had not begun, and the end without the unused days. */
export function thawed(endDate: string, freeze: Freeze, today: string): { freeze: Freeze | null; endDate: string } {
  if (freeze.from >= today) return { freeze: null, endDate: addDays(endDate, -daysIn(freeze)) }
  const kept = { from: freeze.from, to: addDays(today, -1) }
  return { freeze: kept, endDate: addDays(endDate, daysIn(kept) - daysIn(freeze)) }
}
