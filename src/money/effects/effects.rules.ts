import { scaled } from '#lib/amounts.ts'
import { addDays, earlier, later } from '#lib/days.ts'
import type { Act, ChangedLine, EffectLine } from '#business/acts/act-effects.contract.ts'
import type { BillingRules } from '#timetable/enrolments/billing-rules.contract.ts'
import { count, earlierDays, paidDays, unusedFrom, without, type PaidLine, type TakenPlace } from './paid-days.rules.ts'

/** An effect before anybody decided about it. */
export type Proposal = Omit<EffectLine, 'amount' | 'reason' | 'method'> & {
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
export type Decided = Proposal & Pick<EffectLine, 'amount' | 'reason' | 'method'>

/** The days that count as used: exactly, or as half or whole periods. */
function usedBy(proration: BillingRules['proration'], used: number, of: number): { used: number; of: number } {
  if (proration === 'full' && used > 0) return { used: of, of }
  if (proration !== 'halfMonths' || used === 0) return { used, of }
  return used * 2 <= of ? { used: 1, of: 2 } : { used: 2, of: 2 }
}

/** The acts by which a customer ends early; for the others the business ends it, and credits exact days whatever its rule for months. */
const byCustomer: readonly Act[] = ['move', 'cancel', 'finish', 'dates']

type Places = { before: TakenPlace; after: TakenPlace }

/** What a line is credited when its place loses days; null where the act takes none of them. */
function lineCredit(act: Act, { before: was, after: is }: Places, line: PaidLine, proration: BillingRules['proration']) {
  const paid = paidDays(is, line)
  const of = count(paid)
  const used = earlierDays(paid, unusedFrom(is))
  const usedBefore = earlierDays(paidDays(was, line), unusedFrom(was))
  if (of === 0 || used >= usedBefore) return null
  const rule = byCustomer.includes(act) ? proration : 'days'
  const share = usedBy(rule, used, of)
  const worth = ({ used: days, of: all }: typeof share) => scaled(line.total, days, all)
  // Days that the place had lost before are worth nothing any more, also where nothing was credited for them.
  const left = Math.min(line.total - line.credited, worth(usedBy(rule, usedBefore, of)))
  const amount = left - worth(share)
  // Where an earlier act had taken the last days, this one takes those before them.
  const end = unusedFrom(was) > unusedFrom(is) ? addDays(unusedFrom(was), -1) : lastOf(paid)
  const within = paid.flatMap(({ from, to }) => {
    const range = { from: later(from, unusedFrom(is)), to: earlier(to, end) }
    return range.from <= range.to ? [range] : []
  })
  // Days that were credited before are no longer this line's, also where another one charged them again.
  const before = line.lost.flatMap((days) => paidDays(is, days))
  const lost = before.reduce((ranges, one) => ranges.flatMap((range) => without(range, one)), within)
  const [first] = lost
  if (amount <= 0 || !first) return null
  const days = count(lost)
  const parts = share.of === of ? days : share.of - share.used
  return { amount, count: parts, of: share.of, days, fromDay: first.from, toDay: lastOf(lost) }
}

const lastOf = (ranges: readonly { to: string }[]) => ranges.at(-1)?.to ?? ''

/** The identity of a line: its kind, and the line of the bill that it follows from. */
export const lineId = (kind: EffectLine['kind'], { sale, position }: Pick<PaidLine, 'sale' | 'position'>) => `${kind}:${sale}:${position}`

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
 * used days, the days lost before and what was credited before, rounded once. A bill that is unused as a whole, and of
 * which nothing is paid, is voided. Single sessions are not lost with the place that they were sold for.
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
      const credit = lineCredit(act, both, line, proration)
      if (!credit) return []
      const { amount, fromDay, toDay, ...counted } = credit
      const kind = line.isVoidable && amount === line.total ? 'void' : 'credit'
      const { sale, number, position, enrolment } = line
      const bill = { id: lineId(kind, line), kind, sale, number, position, enrolment } as const
      const formula = { price: line.total, unit: 'days', ...counted, fromDay, toDay } as const
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
    const bill = { id: lineId('credit', line), kind: 'credit', sale, number, position, enrolment } as const
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

/** The lines with the amounts that a member gave them, and how they are refunded. */
export function decideLines(proposals: readonly Proposal[], changed: readonly ChangedLine[]): Decided[] {
  const changes = new Map(changed.map((line) => [line.id, line]))
  return proposals.map((line) => {
    const { amount = line.proposed, reason = '', method = null } = changes.get(line.id) ?? {}
    return { ...line, amount, reason, method: line.kind === 'credit' ? method : null }
  })
}
