import { addDays, addMonths, daysIn, later, monthsBetween } from '#lib/days.ts'

type Freeze = { from: string; to: string }
type Period = {
  startDate: string
  endDate: string
  nextChargeOn: string | null
  priceUnit: 'month' | 'term' | 'session'
  freezes: readonly Freeze[]
}

/**
 * The last day of the period that is paid or running today: the day before the next charge, else
 * the end of the month counted from the start, moved by the freezes before it, the term's end, or
 * today for single sessions.
 */
export function periodEnd({ startDate, endDate, nextChargeOn, priceUnit, freezes }: Period, today: string): string {
  const within = (day: string) => (day > endDate ? endDate : day < startDate ? startDate : day)
  if (nextChargeOn !== null && nextChargeOn > today) return within(addDays(nextChargeOn, -1))
  if (priceUnit === 'term') return endDate
  if (priceUnit === 'session') return within(today)
  const inOrder = freezes.toSorted((a, b) => (a.from < b.from ? -1 : 1))
  for (let months = 1; ; months += 1) {
    let end = addDays(addMonths(startDate, months), -1)
    for (const freeze of inOrder) if (freeze.from <= end) end = frozenEnd(end, freeze)
    if (end >= today) return within(end)
  }
}

/**
 * The day after the month that begins on a day: as the months count from the start where the day is one
 * of theirs, so that 31 January is followed by 28 February and that by 31 March, else a month later. A
 * freeze that begins within the month moves it.
 */
export function nextMonth({ startDate, freezes }: Pick<Period, 'startDate' | 'freezes'>, fromDay: string): string {
  const months = monthsBetween(startDate, fromDay)
  let next = addMonths(startDate, months) === fromDay ? addMonths(startDate, months + 1) : addMonths(fromDay, 1)
  for (const freeze of freezes.toSorted((a, b) => (a.from < b.from ? -1 : 1)))
    if (freeze.from >= fromDay && freeze.from < next) next = frozenEnd(next, freeze)
  return next
}

/** The next payment as it is kept: from the first day of the place on, since nothing is billed before it. */
export function chargeWithin(startDate: string, nextChargeOn: string | null): string | null {
  return nextChargeOn === null ? null : later(startDate, nextChargeOn)
}

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
