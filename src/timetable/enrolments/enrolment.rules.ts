import type { Role } from '#lib/roles.ts'
import { addDays, addMonths, daysIn, earlier, later, monthsBetween } from '#lib/days.ts'

/** Who may give days of a place for nothing (product 4). */
export const giverRoles: readonly Role[] = ['owner', 'manager']

type Freeze = { from: string; to: string }
type Period = {
  startDate: string
  endDate: string
  nextChargeOn: string | null
  billedThrough: string | null
  priceUnit: 'month' | 'term' | 'session'
  freezes: readonly Freeze[]
}

/** Freezes by their days: a place keeps them in the order in which they were entered. */
export const inOrder = <One extends Freeze>(freezes: readonly One[]): One[] => freezes.toSorted((a, b) => (a.from < b.from ? -1 : 1))

/**
 * The last day of the period that is paid or running today: the day before the next charge, else
 * the end of the month counted from the start, moved by the freezes before it, the term's end, or
 * today for single sessions. Months that were sold in advance are kept.
 */
export function periodEnd({ startDate, endDate, nextChargeOn, billedThrough, priceUnit, freezes }: Period, today: string): string {
  const within = (day: string) => earlier(endDate, later(startDate, later(day, billedThrough ?? '')))
  if (nextChargeOn !== null && nextChargeOn > today) return within(addDays(nextChargeOn, -1))
  if (priceUnit === 'term') return endDate
  if (priceUnit === 'session') return within(today)
  const ordered = inOrder(freezes)
  for (let months = 1; ; months += 1) {
    let end = addDays(addMonths(startDate, months), -1)
    for (const freeze of ordered) if (freeze.from <= end) end = frozenEnd(end, freeze)
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
  for (const freeze of inOrder(freezes)) if (freeze.from >= fromDay && freeze.from < next) next = frozenEnd(next, freeze)
  return next
}

type Billing = { nextChargeOn: string | null; billedThrough: string | null }

/** The day from which a place is to be billed, after all that is; null where no payment was set and nothing is billed. */
export function dueFrom({ nextChargeOn, billedThrough }: Billing): string | null {
  if (billedThrough === null) return nextChargeOn
  // A freeze right after what is billed moves the next charge alone.
  return later(addDays(billedThrough, 1), nextChargeOn ?? '')
}

/** The next payment as it is kept: from the first day of the place on, since nothing is billed before it. */
export function chargeWithin(startDate: string, nextChargeOn: string | null): string | null {
  return nextChargeOn === null ? null : later(startDate, nextChargeOn)
}

/**
 * The first charge of a place that is enrolled on terms: from its first day where no day was named, none where it
 * is free. Single sessions are billed one by one.
 */
export function firstCharge(terms: 'bill' | 'from' | 'free', startDate: string, named: string | null, unit: string): string | null {
  if (terms === 'free') return null
  if (unit === 'session') return chargeWithin(startDate, named)
  return terms === 'bill' ? startDate : later(startDate, named ?? '')
}

/** Whether a place has days that are neither billed nor will be. */
export function isFree({ priceUnit, endDate, nextChargeOn, billedThrough }: Omit<Period, 'startDate' | 'freezes'>): boolean {
  if (priceUnit === 'session') return false
  // A term is billed as a whole, as soon as the place is held.
  if (priceUnit === 'term') return billedThrough === null
  return (nextChargeOn === null || nextChargeOn > endDate) && (billedThrough === null || billedThrough < endDate)
}

/** By what days of a place are paid for. */
export type Terms = Omit<Period, 'freezes'>

/** Whether a place is enrolled on terms that leave its first days unbilled. */
type Begun = { priceUnit: string; startDate: string; nextChargeOn: string | null }
export function leavesDays({ priceUnit, startDate, nextChargeOn }: Begun): boolean {
  return priceUnit === 'month' && nextChargeOn !== null && nextChargeOn > startDate
}

/** The first day of a place that nothing was decided for: that of its next charge, and after its end at the latest, where a charge may be named that never comes. */
export function openFrom(place: Terms): string {
  const after = addDays(later(place.endDate, place.billedThrough ?? ''), 1)
  return place.nextChargeOn === null ? after : earlier(dueFrom(place) ?? after, after)
}

/**
 * Whether a change of a place's dates gives days for nothing that were to be paid: its next charge is put off or
 * removed, a place that is free stays longer, or one begins earlier than what is billed.
 */
export function givesDays(before: Terms, after: Terms): boolean {
  if (isFree(after)) return !isFree(before) || after.endDate > before.endDate || after.startDate < before.startDate
  if (after.priceUnit !== 'month') return false
  const to = after.nextChargeOn === null ? null : dueFrom(after)
  if (after.startDate < before.startDate && to !== after.startDate) return true
  return to !== null && to <= after.endDate && to > later(openFrom(before), after.startDate)
}

/** What `givesDays` tells of a place that waits: it is billed from the first day that it gets, or from the agreed one. */
export function givesWaiting(before: Terms, after: Terms): boolean {
  const charged = (place: Terms) => ({ ...place, nextChargeOn: firstCharge('from', place.startDate, place.nextChargeOn, place.priceUnit) })
  return after.priceUnit === 'month' && givesDays(charged(before), charged(after))
}

/** The end after a freeze: as many days later as it lasts (product 3). */
export function frozenEnd(endDate: string, freeze: Freeze): string {
  return addDays(endDate, daysIn(freeze))
}

/** The last day of a place that has sessions: a freeze may move its end past the last day of its batch. */
export const lastDay = ({ endDate, batchEnd }: { endDate: string; batchEnd: string }) => earlier(endDate, batchEnd)

/** How many billed days a freeze moves past its batch's last day, where no session makes up for them. */
export function billedBeyond({ billedThrough, batchEnd }: Pick<Billing, 'billedThrough'> & { batchEnd: string }, freeze: Freeze): number {
  if (billedThrough === null || billedThrough < freeze.from) return 0
  const beyond = (day: string) => (day > batchEnd ? daysIn({ from: batchEnd, to: day }) - 1 : 0)
  return beyond(frozenEnd(billedThrough, freeze)) - beyond(billedThrough)
}

/** A freeze that is ended on a day: what is left of it, null when it had not begun, and the end without the unused days. */
export function thawed(endDate: string, freeze: Freeze, today: string): { freeze: Freeze | null; endDate: string } {
  if (freeze.from >= today) return { freeze: null, endDate: addDays(endDate, -daysIn(freeze)) }
  const used = { from: freeze.from, to: addDays(today, -1) }
  return { freeze: used, endDate: addDays(endDate, daysIn(used) - daysIn(freeze)) }
}

/** The next charge and the last day that is billed after a freeze that is ended on a day: the unused days come back where it moved them. */
export function thawedBilling({ nextChargeOn, billedThrough }: Billing, freeze: Freeze, today: string): Billing {
  const moved = (day: string | null, isMoved: boolean) => (day !== null && isMoved ? thawed(day, freeze, today).endDate : day)
  return {
    nextChargeOn: moved(nextChargeOn, nextChargeOn !== null && nextChargeOn > freeze.from),
    // A span was moved by the freeze only where it reached into it, and then ends after it.
    billedThrough: moved(billedThrough, billedThrough !== null && billedThrough > freeze.to),
  }
}

/**
 * The day from which the place that follows another is to be billed. Freezes stay with the one that ends, so what is
 * left of them comes back: the one that was entered last first, since it may have moved what others had moved.
 */
export function passedOn({ freezes, ...billing }: Billing & Pick<Period, 'freezes'>, today: string): string | null {
  const left = freezes.filter(({ to }) => to >= today).toReversed()
  return dueFrom(left.reduce<Billing>((current, freeze) => thawedBilling(current, freeze, today), billing))
}
