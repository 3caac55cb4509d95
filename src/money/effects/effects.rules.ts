import { amountLimit, scaled } from '#lib/amounts.ts'
import { addDays, daysIn, earlier, later } from '#lib/days.ts'
import type { Act, ChangedLine, EffectLine } from '#timetable/batches/act-effects.contract.ts'
import { frozenEnd, inOrder, type PeriodShare } from '#timetable/enrolments/enrolment.rules.ts'
import type { BillingRules } from '#timetable/enrolments/billing-rules.contract.ts'

type Freeze = { from: string; to: string }

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
  billedThrough: string | null
  /** In the order in which they were entered. */
  freezes: readonly Freeze[]
}

/** A line of a bill that pays for days of a place, with what is credited on it; amounts as the customer pays them, in minor units. */
export type PaidLine = {
  sale: string
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
  /** Whether the bill may be voided: nothing of it is paid or credited, it has no other lines, and its month is open. */
  isVoidable: boolean
}

/** An effect before anybody decided about it. */
export type Proposal = Omit<EffectLine, 'amount' | 'reason'> & {
  enrolment: string
  /** The line of the bill that is credited. */
  position: number
  /** The largest amount that it may be changed to. */
  most: number
  /** How many days it is about. */
  days: number
  /** The days of the bill's line. */
  line: { fromDay: string; toDay: string }
  /** What a charge comes to before tax, where prices do not include it. */
  net: number
}

/** An effect as somebody decided about it. */
export type Decided = Proposal & { amount: number; reason: string }

/** The first day on which a place no longer counts: the day of a cancellation, else the day after its last. */
export function unusedFrom({ state, endDate, batchEnd }: Pick<TakenPlace, 'state' | 'endDate' | 'batchEnd'>): string {
  const after = addDays(earlier(endDate, batchEnd), 1)
  return state === 'cancelled' ? earlier(endDate, after) : after
}

/** Whether a place was ever taken: only such places are billed. */
export const isPlace = ({ state }: Pick<TakenPlace, 'state'>) => !['waitlisted', 'offered', 'expired'].includes(state)

type Billed = Pick<TakenPlace, 'billedThrough' | 'freezes'>
type Days = Pick<PaidLine, 'fromDay' | 'toDay'>

/**
 * The days that a line pays for, as ranges: a freeze entered after the bill postpones those that follow its first day,
 * an earlier one is left out.
 * @param lines all lines of the place
 */
export function paidDays(place: Billed, line: Days, lines: readonly Days[]): Freeze[] {
  const since = freezesSince(place, line, lines)
  const known = inOrder(place.freezes.filter((freeze) => !since.includes(freeze)))
  let ranges = known.reduce<Freeze[]>(
    (left, freeze) => left.flatMap((range) => without(range, freeze)),
    [{ from: line.fromDay, to: line.toDay }],
  )
  for (const freeze of inOrder(since)) ranges = ranges.flatMap((range) => postponed(range, freeze))
  return ranges
}

/** The freezes entered after a bill that moved its days: the latest ones, as many days as what is billed ends later than its line. */
export function freezesSince({ billedThrough, freezes }: Billed, { fromDay, toDay }: Days, lines: readonly Days[]): Freeze[] {
  if (billedThrough === null || billedThrough <= toDay) return []
  const following = lines.filter((other) => other.fromDay > fromDay)
  const billed = following.reduce((days, other) => days + daysIn({ from: other.fromDay, to: other.toDay }), 0)
  const least = addDays(toDay, billed)
  let end = billedThrough
  return freezes.toReversed().filter((freeze) => {
    const endBefore = addDays(end, -daysIn(freeze))
    // A freeze that began after what was billed moved none of it.
    if (endBefore < freeze.from || endBefore < least) return false
    end = endBefore
    return true
  })
}

/** A range without the days of a freeze. */
function without(range: Freeze, freeze: Freeze): Freeze[] {
  if (freeze.to < range.from || freeze.from > range.to) return [range]
  const parts = [
    { from: range.from, to: addDays(freeze.from, -1) },
    { from: addDays(freeze.to, 1), to: range.to },
  ]
  return parts.filter(({ from, to }) => from <= to)
}

/** A range whose days from a freeze on come after it. */
function postponed(range: Freeze, freeze: Freeze): Freeze[] {
  if (range.to < freeze.from) return [range]
  const rest = { from: frozenEnd(later(range.from, freeze.from), freeze), to: frozenEnd(range.to, freeze) }
  return range.from < freeze.from ? [{ from: range.from, to: addDays(freeze.from, -1) }, rest] : [rest]
}

const count = (ranges: readonly Freeze[]) => ranges.reduce((days, range) => days + daysIn(range), 0)

/** The days of ranges before a day. */
const before = (ranges: readonly Freeze[], day: string) =>
  count(ranges.flatMap(({ from, to }) => (from < day ? [{ from, to: earlier(to, addDays(day, -1)) }] : [])))

/** The days that count as used: exactly, or as half or whole periods. */
function usedBy(proration: BillingRules['proration'], used: number, of: number): { used: number; of: number } {
  if (proration === 'full' && used > 0) return { used: of, of }
  if (proration !== 'halfMonths' || used === 0) return { used, of }
  return used * 2 <= of ? { used: 1, of: 2 } : { used: 2, of: 2 }
}

/** The acts by which a customer ends early; for the others the business ends it, and credits exact days whatever its rule for months. */
const byCustomer: readonly Act[] = ['move', 'cancel', 'finish']

type Places = { before: TakenPlace; after: TakenPlace }

/** What a line is credited when its place loses days; null where the act takes none of them. */
function lineCredit(
  act: Act,
  { before: was, after: is }: Places,
  line: PaidLine,
  paid: readonly PaidLine[],
  proration: BillingRules['proration'],
) {
  const left = paidDays(is, line, paid)
  const days = count(left)
  const used = before(left, unusedFrom(is))
  if (days === 0 || used >= before(paidDays(was, line, paid), unusedFrom(was))) return null
  const share = usedBy(byCustomer.includes(act) ? proration : 'days', used, days)
  const amount = line.total - scaled(line.total, share.used, share.of) - line.credited
  const unused = left.filter(({ to }) => to >= unusedFrom(is)).map(({ from, to }) => ({ from: later(from, unusedFrom(is)), to }))
  const [first] = unused
  if (amount <= 0 || !first) return null
  return { amount, ...share, days: days - used, fromDay: first.from, toDay: unused.at(-1)?.to ?? first.to }
}

/** The identity of a line: its kind, and the line of the bill that it follows from. */
const idOf = (kind: EffectLine['kind'], { sale, position }: Pick<PaidLine, 'sale' | 'position'>) => `${kind}:${sale}:${position}`

/** Whose place a line is about, and who paid for it. */
const about = ({ customer, firstName, lastName, batch, batchName }: TakenPlace, { payer, payerName }: PaidLine) => ({
  customer: payer,
  firstName,
  lastName,
  payerName: payer === customer ? '' : payerName,
  batch,
  batchName,
})

/**
 * What is credited when places lose days that are billed (decision 44): for each line of a bill its amount, less the
 * used days and what was credited before, rounded once. A bill that is unused as a whole, and of which nothing is paid,
 * is voided. Single sessions are not lost with the place that they were sold for.
 */
export function daysLost(
  act: Act,
  places: readonly Places[],
  lines: readonly PaidLine[],
  proration: BillingRules['proration'],
): Proposal[] {
  return places.flatMap((both) => {
    if (both.after.priceUnit === 'session') return []
    const paid = lines.filter(({ enrolment }) => enrolment === both.after.id)
    return paid.flatMap((line): Proposal[] => {
      const credit = lineCredit(act, both, line, paid, proration)
      if (!credit) return []
      const { amount, used, of, days, fromDay, toDay } = credit
      const kind = line.isVoidable && used === 0 ? 'void' : 'credit'
      const { sale, number, position, enrolment } = line
      const bill = { id: idOf(kind, line), kind, sale, number, position, enrolment } as const
      const formula = { price: line.total, unit: 'days', count: of - used, of, days, fromDay, toDay } as const
      const own = { line: { fromDay: line.fromDay, toDay: line.toDay }, most: line.total - line.credited }
      return [{ ...bill, ...about(both.after, line), ...formula, ...own, proposed: amount, net: 0 }]
    })
  })
}

/** A line with the sessions of its days: how many were planned before some were cancelled, and how many of them were. */
export type SessionLine = PaidLine & { place: TakenPlace; planned: number; cancelled: number; fromCancelled: string; toCancelled: string }

/** What cancelled sessions are worth: what is left of the line, divided by the sessions that were planned in its days. */
export function sessionsLost(lines: readonly SessionLine[]): Proposal[] {
  return lines.flatMap((line): Proposal[] => {
    const { planned, cancelled, place, sale, number, position, enrolment } = line
    const price = line.total - line.credited
    const proposed = cancelled === 0 || planned === 0 ? 0 : price - scaled(price, planned - cancelled, planned)
    if (proposed <= 0) return []
    const bill = { id: idOf('credit', line), kind: 'credit', sale, number, position, enrolment } as const
    const days = { fromDay: line.fromCancelled, toDay: line.toCancelled }
    const formula = { price, unit: 'sessions', count: cancelled, of: planned, days: 0 } as const
    return [
      {
        ...bill,
        ...about(place, line),
        ...formula,
        ...days,
        line: { fromDay: line.fromDay, toDay: line.toDay },
        proposed,
        net: 0,
        most: price,
      },
    ]
  })
}

/** The new place of a move: its first and its last day, and the price of a period after its recurring discount. */
export type NewPlace = { id: string; customer: string; batch: string; batchName: string; startDate: string; lastDay: string; price: number }

/**
 * What a move charges: the days that are unused at the old place, at the price of the new one, from its first day on
 * and at most to its last.
 * @param today the day of the move
 * @param periodOf the days of the period that a credited line is a part of
 * @param taxed what a price comes to with tax
 */
export function daysGained(
  credits: readonly Proposal[],
  place: NewPlace,
  today: string,
  periodOf: (credit: Proposal) => number,
  taxed: (net: number) => number,
): Proposal[] {
  let from = today
  return credits.flatMap((credit): Proposal[] => {
    const range = { from: later(from, place.startDate), to: earlier(addDays(from, credit.days - 1), place.lastDay) }
    from = addDays(from, credit.days)
    const days = Math.max(daysIn(range), 0)
    const isHalf = credit.count !== credit.days
    const [count, of] = isHalf ? [credit.count, credit.of] : [days, Math.max(periodOf(credit), days)]
    const net = scaled(place.price, count, of)
    if (days === 0 || net === 0 || credit.sale === null) return []
    const id = idOf('charge', { sale: credit.sale, position: credit.position })
    const formula = { price: place.price, unit: 'days', count, of, days, fromDay: range.from, toDay: range.to } as const
    const { firstName, lastName, position, line } = credit
    const { id: enrolment, customer, batch, batchName } = place
    const who = { customer, firstName, lastName, payerName: '', enrolment, batch, batchName }
    return [
      { id, kind: 'charge', ...who, ...formula, position, line, sale: null, number: null, net, proposed: taxed(net), most: amountLimit },
    ]
  })
}

/** What a move charges where the new price is of another kind: the new place's first month or its term. */
export function firstCharged(
  credit: Proposal,
  place: NewPlace,
  { fromDay, toDay }: { fromDay: string; toDay: string },
  share: PeriodShare,
  taxed: (net: number) => number,
): Proposal {
  const days = daysIn({ from: fromDay, to: toDay })
  const [count, of] = share.of === 1 ? [days, days] : [share.days, share.of]
  const net = scaled(place.price, count, of)
  const { firstName, lastName, position, line } = credit
  const { id: enrolment, customer, batch, batchName } = place
  const who = { customer, firstName, lastName, payerName: '', enrolment, batch, batchName }
  const formula = { price: place.price, unit: 'days', count, of, days, fromDay, toDay } as const
  const id = idOf('charge', { sale: credit.sale ?? '', position })
  return { id, kind: 'charge', ...who, ...formula, position, line, sale: null, number: null, net, proposed: taxed(net), most: amountLimit }
}

/** The lines with the amounts that a member gave them. */
export function decideLines(proposals: readonly Proposal[], changed: readonly ChangedLine[]): Decided[] {
  const changes = new Map(changed.map((line) => [line.id, line]))
  return proposals.map((line) => {
    const { amount = line.proposed, reason = '' } = changes.get(line.id) ?? {}
    return { ...line, amount, reason }
  })
}
