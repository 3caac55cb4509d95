import { addDays, daysIn, earlier, later } from '#lib/days.ts'
import { frozenEnd, inOrder } from '#timetable/enrolments/enrolment.rules.ts'

/** Days, both included. */
type Freeze = { from: string; to: string }

/** A freeze with the number of entries that the ledger had when it was entered: the bills among them are older. */
type Entered = Freeze & { entries: number }

/** What an act can change about a place. Days are both included. */
export type TakenPlace = {
  id: string
  customer: string
  firstName: string
  lastName: string
  batch: string
  batchName: string
  batchEnd: string
  priceUnit: 'month' | 'term' | 'session'
  state: string
  startDate: string
  endDate: string
  freezes: readonly Entered[]
  /** The last day, today or later, on which the person was at a session of this place or of one that it followed: it is used, whatever ends on it. */
  attendedOn: string | null
}

/** A line of a bill that pays for days of a place, with what is credited on it; amounts as the customer pays them, in minor units. */
export type PaidLine = {
  sale: string
  /** The ledger's first entry of the bill, by its sequence; 0 for a bill of nothing. */
  entry: number
  number: string
  position: number
  enrolment: string
  /** The customer of the bill, and their name. */
  payer: string
  payerName: string
  total: number
  credited: number
  fromDay: string
  toDay: string
  /** The first day that no longer counts as paid, because the place was moved or its customer blocked then. */
  creditedFrom: string | null
  /** The days that earlier acts credited and that the place lost then, named as a bill names its days. */
  lost: readonly Pick<PaidLine, 'entry' | 'fromDay' | 'toDay'>[]
  /** Whether the bill may be voided: nothing of it is paid or credited, it has no other lines, and its month is open. */
  isVoidable: boolean
}

/** Whether a place was ever taken: only such places are billed. */
export const isPlace = ({ state }: Pick<TakenPlace, 'state'>) => !['waitlisted', 'offered', 'expired'].includes(state)

/** The first day on which a place no longer counts: the day of a cancellation unless a session was attended on it, else the day after its last. */
export function unusedFrom({
  state,
  endDate,
  batchEnd,
  attendedOn,
}: Pick<TakenPlace, 'state' | 'endDate' | 'batchEnd' | 'attendedOn'>): string {
  const after = addDays(earlier(endDate, batchEnd), 1)
  const first = state === 'cancelled' ? earlier(endDate, after) : after
  return attendedOn === null ? first : later(first, addDays(attendedOn, 1))
}

type Days = Pick<PaidLine, 'entry' | 'fromDay' | 'toDay'> & { creditedFrom?: string | null }

/**
 * The days that a line pays for, as ranges: a freeze entered after the bill postpones those that follow its first day,
 * an earlier one is left out.
 */
export function paidDays({ freezes }: Pick<TakenPlace, 'freezes'>, line: Days): Freeze[] {
  const [known, since] = [
    freezes.filter((freeze) => !isEnteredAfter(freeze, line)),
    freezes.filter((freeze) => isEnteredAfter(freeze, line)),
  ]
  let ranges = inOrder(known).reduce<Freeze[]>(
    (left, freeze) => left.flatMap((range) => without(range, freeze)),
    [{ from: line.fromDay, to: line.toDay }],
  )
  for (const freeze of inOrder(since)) ranges = ranges.flatMap((range) => postponed(range, freeze))
  const { creditedFrom } = line
  return creditedFrom ? ranges.flatMap((range) => without(range, { from: creditedFrom, to: later(creditedFrom, range.to) })) : ranges
}

/** Whether a freeze was entered after a bill, which therefore names its days without it. */
export const isEnteredAfter = ({ entries }: Entered, { entry }: Pick<PaidLine, 'entry'>): boolean => entry <= entries

/** A range without the days of a freeze. */
export function without(range: Freeze, freeze: Freeze): Freeze[] {
  if (freeze.to < range.from || freeze.from > range.to) return [range]
  const parts = [
    { from: range.from, to: addDays(freeze.from, -1) },
    { from: addDays(freeze.to, 1), to: range.to },
  ]
  return parts.filter(({ from, to }) => from <= to)
}

/** A range whose days from a freeze on come after it. */
export function postponed(range: Freeze, freeze: Freeze): Freeze[] {
  if (range.to < freeze.from) return [range]
  const rest = { from: frozenEnd(later(range.from, freeze.from), freeze), to: frozenEnd(range.to, freeze) }
  return range.from < freeze.from ? [{ from: range.from, to: addDays(freeze.from, -1) }, rest] : [rest]
}

export const count = (ranges: readonly Freeze[]) => ranges.reduce((days, range) => days + daysIn(range), 0)

/** The days of ranges before a day. */
export const earlierDays = (ranges: readonly Freeze[], day: string) =>
  count(ranges.flatMap(({ from, to }) => (from < day ? [{ from, to: earlier(to, addDays(day, -1)) }] : [])))
