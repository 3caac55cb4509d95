const dayMs = 86_400_000

/** A day so many days later, YYYY-MM-DD; earlier with a negative number. */
export function addDays(day: string, days: number): string {
  return new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10)
}

/** How many days from one to the other, both included. */
export function daysIn({ from, to }: { from: string; to: string }): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / dayMs) + 1
}

/** A day so many months later; the month's last day where it is shorter. */
export function addMonths(day: string, months: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const last = new Date(Date.UTC(year, month - 1 + months + 1, 0)).getUTCDate()
  return new Date(Date.UTC(year, month - 1 + months, Math.min(date, last))).toISOString().slice(0, 10)
}

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
