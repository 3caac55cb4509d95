import type { BillingRules } from './billing-rules.contract.ts'
import type { EnrolmentState } from './enrolment.contract.ts'
import { scaled } from '#lib/amounts.ts'
import type { Role } from '#lib/roles.ts'
import { addDays, addMonths, daysIn, earlier, later, monthsBetween } from '#lib/days.ts'

/** The roles that may give days of a place for free (product 4). */
export const giverRoles: readonly Role[] = ['owner', 'manager']

/** The states of an enrolment that occupies a place. */
export const occupyingStates: readonly EnrolmentState[] = ['active', 'pastDue', 'frozen']

type Freeze = { from: string; to: string }
type Period = {
  startDate: string
  endDate: string
  nextChargeOn: string | null
  billedThrough: string | null
  priceUnit: 'month' | 'term' | 'session'
  freezes: readonly Freeze[]
  /** The day of each month on which the business bills; null for the place's own day. */
  billingDay: number | null
}

/** Freezes sorted by date; a place stores them in the order of entry. */
export const inOrder = <One extends Freeze>(freezes: readonly One[]): One[] => freezes.toSorted((a, b) => (a.from < b.from ? -1 : 1))

/**
 * The last day of the period that is paid or running today: the day before the next charge, else the end of the month
 * counted from the start, moved by the freezes before it, the term's end, or today for single sessions. Months sold
 * in advance are included.
 */
export function periodEnd(place: Period, today: string): string {
  const { startDate, endDate, nextChargeOn, billedThrough, priceUnit, freezes, billingDay } = place
  const within = (day: string) => earlier(endDate, later(startDate, later(day, billedThrough ?? '')))
  if (nextChargeOn !== null && nextChargeOn > today) return within(addDays(nextChargeOn, -1))
  if (priceUnit === 'term') return endDate
  if (priceUnit === 'session') return within(today)
  if (billingDay !== null) return within(addDays(nextBillingDay(today, billingDay), -1))
  const ordered = inOrder(freezes)
  for (let months = 1; ; months += 1) {
    let end = addDays(addMonths(startDate, months), -1)
    for (const freeze of ordered) if (freeze.from <= end) end = frozenEnd(end, freeze)
    if (end >= today) return within(end)
  }
}

/** The first day after a day on which the business bills. */
function nextBillingDay(day: string, billingDay: number): string {
  const own = `${day.slice(0, 8)}${String(billingDay).padStart(2, '0')}`
  return own > day ? own : addMonths(own, 1)
}

/** What determines the months of a place. */
type Months = Pick<Period, 'startDate' | 'freezes' | 'billingDay'>

/**
 * The day after the month that begins on a day: the next billing day of the business, which no freeze moves, or the
 * place's own. If that day is a month boundary counted from the start, the next
 * boundary follows, so that 31 January is followed by 28 February and then 31 March; otherwise the same day a month
 * later. A freeze that begins within the month postpones it.
 */
export function nextMonth({ startDate, freezes, billingDay }: Months, fromDay: string): string {
  if (billingDay !== null) return nextBillingDay(fromDay, billingDay)
  const months = monthsBetween(startDate, fromDay)
  let next = addMonths(startDate, months) === fromDay ? addMonths(startDate, months + 1) : addMonths(fromDay, 1)
  for (const freeze of inOrder(freezes)) if (freeze.from >= fromDay && freeze.from < next) next = frozenEnd(next, freeze)
  return next
}

/** The days of a span that lie in freezes. */
function frozenDays(freezes: readonly Freeze[], from: string, to: string): number {
  const within = freezes.map((freeze) => ({ from: later(freeze.from, from), to: earlier(freeze.to, to) }))
  return within.reduce((days, freeze) => days + Math.max(daysIn(freeze), 0), 0)
}

/** The days that a bill is for, both included. */
type Span = { fromDay: string; toDay: string }

/** A part of a period's price: `days` of `of`. */
export type PeriodShare = { days: number; of: number }

/** The price of a whole period. */
export const wholePeriod: PeriodShare = { days: 1, of: 1 }

/**
 * The part of a month's price that a span costs (decision 44): by exact days, as half or a whole month, or in full.
 * Frozen days are never billed: a place's own month is longer by them, a month between billing days costs less.
 */
export function periodShare(
  place: Months & Pick<Period, 'priceUnit'>,
  { fromDay, toDay }: Span,
  proration: BillingRules['proration'],
): PeriodShare {
  if (place.priceUnit !== 'month') return wholePeriod
  const next = nextMonth(place, fromDay)
  const end = addDays(next, -1)
  const billed = (from: string, to: string) => daysIn({ from, to }) - frozenDays(place.freezes, from, to)
  const days = billed(fromDay, toDay)
  const isOwn = place.billingDay === null
  const span = isOwn ? days : daysIn({ from: fromDay, to: toDay })
  const of = isOwn ? billed(fromDay, end) : daysIn({ from: addMonths(next, -1), to: end })
  if (days === of || days <= 0) return wholePeriod
  if (proration === 'days') return { days, of }
  return { days, of: proration === 'halfMonths' && span * 2 <= of ? span * 2 : span }
}

/** A period's price and recurring discount, in minor units, for a part of it; the sum to pay is rounded once, half up. */
export function partOf<Price extends { price: number; discount: number }>(terms: Price, { days, of }: PeriodShare): Price {
  const part = (amount: number) => scaled(amount, days, of)
  const price = part(terms.price)
  return { ...terms, price, discount: price - part(terms.price - terms.discount) }
}

/**
 * The next days of a place that a price pays for (product 2.11), and the place's columns afterwards; null if all days
 * are billed. No day after the batch's last is billed; a place that outlives its batch stays due, so that billing
 * continues if the batch is extended.
 * @param batchEnd the last day of the place's batch
 */
export function nextSpan(place: Period, batchEnd: string, today: string): (Span & { after: Partial<Billing> }) | null {
  const { priceUnit, startDate, endDate, billedThrough } = place
  if (priceUnit === 'session') return { fromDay: today, toDay: today, after: {} }
  const last = earlier(endDate, batchEnd)
  const fromDay = unfrozen(place, chargeWithin(startDate, dueFrom(place)) ?? startDate)
  if (fromDay > last || (priceUnit === 'term' && billedThrough !== null)) return null
  const month = priceUnit === 'term' ? null : nextMonth(place, fromDay)
  const toDay = month === null ? last : earlier(addDays(month, -1), last)
  const next = addDays(toDay, 1)
  return { fromDay, toDay, after: { billedThrough: toDay, nextChargeOn: month === null || next > endDate ? null : next } }
}

/** A day, or the first one after the freezes that it lies in: no bill between billing days begins with frozen days. */
function unfrozen({ freezes, billingDay }: Months, day: string): string {
  if (billingDay === null) return day
  return inOrder(freezes).reduce((at, { from, to }) => (from <= at && at <= to ? addDays(to, 1) : at), day)
}

/** The first bill of a place taken in a batch on a day: its days, and their part of a period's price; null without days. */
export function firstBill(
  batch: { endDate: string; priceUnit: Period['priceUnit'] },
  { startDate, endDate = batch.endDate }: { startDate: string; endDate?: string },
  { billingDay, proration }: BillingRules,
): (NonNullable<ReturnType<typeof nextSpan>> & { share: PeriodShare }) | null {
  const place = { startDate, endDate, nextChargeOn: null, billedThrough: null, priceUnit: batch.priceUnit, freezes: [], billingDay }
  const span = nextSpan(place, batch.endDate, startDate)
  return span && { ...span, share: periodShare(place, span, proration) }
}

/** The bills of a place with a monthly price, from its first to its last: their days, how many those are, and their part of the price. */
export function billsOf({ startDate, endDate }: { startDate: string; endDate: string }, { billingDay, proration }: BillingRules) {
  const bills: (Span & { length: number; share: PeriodShare })[] = []
  let place: Period = { startDate, endDate, nextChargeOn: null, billedThrough: null, priceUnit: 'month', freezes: [], billingDay }
  for (let span = nextSpan(place, endDate, startDate); span; span = nextSpan(place, endDate, startDate)) {
    const { fromDay, toDay, after } = span
    bills.push({ fromDay, toDay, length: daysIn({ from: fromDay, to: toDay }), share: periodShare(place, span, proration) })
    place = { ...place, ...after }
  }
  return bills
}

type Billing = { nextChargeOn: string | null; billedThrough: string | null }

/** The first day of a place still to be billed, after all billed days; null if no payment is set and nothing is billed. */
export function dueFrom({ nextChargeOn, billedThrough }: Billing): string | null {
  if (billedThrough === null) return nextChargeOn
  // A freeze right after the billed days moves only the next charge.
  return later(addDays(billedThrough, 1), nextChargeOn ?? '')
}

/** The next payment as stored: on the place's first day at the earliest, since nothing is billed before it. */
export function chargeWithin(startDate: string, nextChargeOn: string | null): string | null {
  return nextChargeOn === null ? null : later(startDate, nextChargeOn)
}

/**
 * The first charge of a place enrolled on terms: its first day unless another day is named, none if the place is
 * free. Single sessions are billed one by one.
 */
export function firstCharge(terms: 'bill' | 'from' | 'free', startDate: string, named: string | null, unit: string): string | null {
  if (terms === 'free') return null
  if (unit === 'session') return chargeWithin(startDate, named)
  return terms === 'bill' ? startDate : later(startDate, named ?? '')
}

/** Whether a place has days that are not billed and never will be. */
export function isFree({ priceUnit, endDate, nextChargeOn, billedThrough }: Omit<Terms, 'startDate'>): boolean {
  if (priceUnit === 'session') return false
  // A term is billed in full as soon as the place is taken.
  if (priceUnit === 'term') return billedThrough === null
  return (nextChargeOn === null || nextChargeOn > endDate) && (billedThrough === null || billedThrough < endDate)
}

/** The fields that determine which days of a place are paid. */
export type Terms = Omit<Period, 'freezes' | 'billingDay'>

type Begun = { priceUnit: string; startDate: string; nextChargeOn: string | null }

/** Whether a place's terms leave its first days unbilled. */
export function leavesDays({ priceUnit, startDate, nextChargeOn }: Begun): boolean {
  return priceUnit === 'month' && nextChargeOn !== null && nextChargeOn > startDate
}

/** The first undecided day of a place: its next charge, or the day after its end if the next charge is later or never comes. */
export function openFrom(place: Terms): string {
  const after = addDays(later(place.endDate, place.billedThrough ?? ''), 1)
  return place.nextChargeOn === null ? after : earlier(dueFrom(place) ?? after, after)
}

/**
 * Whether a change of a place's dates gives days away that would have been charged: its next charge is postponed or
 * removed, a free place is extended, or a place begins earlier than its billed days.
 */
export function givesDays(before: Terms, after: Terms): boolean {
  if (isFree(after)) return !isFree(before) || after.endDate > before.endDate || after.startDate < before.startDate
  if (after.priceUnit !== 'month') return false
  const to = after.nextChargeOn === null ? null : dueFrom(after)
  if (after.startDate < before.startDate && to !== after.startDate) return true
  return to !== null && to <= after.endDate && to > later(openFrom(before), after.startDate)
}

/** Like `givesDays`, for a place on the waiting list, which is billed from its eventual first day or from the agreed day. */
export function givesWaiting(before: Terms, after: Terms): boolean {
  const charged = (place: Terms) => ({ ...place, nextChargeOn: firstCharge('from', place.startDate, place.nextChargeOn, place.priceUnit) })
  return after.priceUnit === 'month' && givesDays(charged(before), charged(after))
}

/**
 * The first day of a place's coming periods on or after a day: the first that a new price counts for; null if no period
 * is billed then.
 * @param batchEnd the last day of the place's batch
 */
export function firstPeriodFrom(place: Period & { batchEnd: string }, from: string): string | null {
  const { priceUnit, startDate, endDate, billedThrough, batchEnd } = place
  const within = (day: string) => (day <= earlier(endDate, batchEnd) ? day : null)
  if (priceUnit === 'session') return within(later(from, startDate))
  let due = chargeWithin(startDate, dueFrom(place))
  if (due === null || (priceUnit === 'term' && (billedThrough !== null || due < from))) return null
  while (due < from) due = nextMonth(place, due)
  return within(due)
}

/** The end after a freeze: later by the length of the freeze (product 3). */
export function frozenEnd(endDate: string, freeze: Freeze): string {
  return addDays(endDate, daysIn(freeze))
}

/** The last day of a place with sessions: a freeze may move its end past the last day of its batch. */
export const lastDay = ({ endDate, batchEnd }: { endDate: string; batchEnd: string }) => earlier(endDate, batchEnd)

/** The number of billed days that a freeze moves past the batch's last day, where no session makes up for them. */
export function billedBeyond({ billedThrough, batchEnd }: Pick<Billing, 'billedThrough'> & { batchEnd: string }, freeze: Freeze): number {
  if (billedThrough === null || billedThrough < freeze.from) return 0
  const beyond = (day: string) => (day > batchEnd ? daysIn({ from: batchEnd, to: day }) - 1 : 0)
  return beyond(frozenEnd(billedThrough, freeze)) - beyond(billedThrough)
}

/** Ends a freeze on a day: returns the used part of it, null if it had not begun, and the end without the unused days. */
export function thawed(endDate: string, freeze: Freeze, today: string): { freeze: Freeze | null; endDate: string } {
  if (freeze.from >= today) return { freeze: null, endDate: addDays(endDate, -daysIn(freeze)) }
  const used = { from: freeze.from, to: addDays(today, -1) }
  return { freeze: used, endDate: addDays(endDate, daysIn(used) - daysIn(freeze)) }
}

/** The next charge and last billed day after a freeze is ended on a day: a date that it moved moves back by the unused days. */
export function thawedBilling({ nextChargeOn, billedThrough }: Billing, freeze: Freeze, today: string): Billing {
  const moved = (day: string | null, isMoved: boolean) => (day !== null && isMoved ? thawed(day, freeze, today).endDate : day)
  return {
    nextChargeOn: moved(nextChargeOn, nextChargeOn !== null && nextChargeOn > freeze.from),
    // A freeze moves the billed days only if they reach into it, and they end after it then.
    billedThrough: moved(billedThrough, billedThrough !== null && billedThrough > freeze.to),
  }
}

/**
 * The day from which the place that follows another is billed. Freezes stay with the place that ends, so their unused
 * days are subtracted: the last entered first, since it may have moved dates that the others had moved.
 */
export function passedOn({ freezes, ...billing }: Billing & Pick<Period, 'freezes'>, today: string): string | null {
  const left = freezes.filter(({ to }) => to >= today).toReversed()
  return dueFrom(left.reduce<Billing>((current, freeze) => thawedBilling(current, freeze, today), billing))
}

/** The dates of a waiting place once it is accepted on a day: it begins then at the earliest, and so do its bills. */
export function acceptedOn(place: Pick<Period, 'startDate' | 'endDate' | 'nextChargeOn' | 'priceUnit'>, today: string) {
  const startDate = later(place.startDate, today)
  return {
    startDate,
    endDate: later(place.endDate, startDate),
    nextChargeOn: firstCharge('from', startDate, place.nextChargeOn, place.priceUnit),
  }
}
