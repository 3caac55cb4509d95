import type { EffectLine } from '#business/acts/act-effects.contract.ts'
import { amountLimit, scaled, taxWithin } from '#lib/amounts.ts'
import { addDays, daysIn, earlier, later } from '#lib/days.ts'
import { inOrder, type PeriodShare } from '#timetable/enrolments/enrolment.rules.ts'
import { lineId, type Proposal } from './effects.rules.ts'
import type { TakenPlace } from './paid-days.rules.ts'
import { count, without } from './paid-days.rules.ts'

/**
 * A credit whose days count again: the line of the bill, who was credited, from which to which day, frozen ones among
 * them, and the last day that was charged again since.
 */
export type ResumedLine = Pick<EffectLine, 'customer' | 'payerName' | 'fromDay' | 'toDay' | 'amount'> & {
  enrolment: string
  sale: string
  position: number
  chargedTo: string | null
}

/** How a batch is taxed: its rate in thousandths of a percent, and whether prices include it. */
export type BatchTax = { rateThousandths: number; isIncluded: boolean }

/**
 * What is charged when days count again that an act had credited: of each credit the part for the days from today to the
 * place's last, to whom was credited, so that these days are paid as they were before.
 * @param taxes the tax of each of their batches today
 */
export function daysResumed(
  places: readonly TakenPlace[],
  credits: readonly ResumedLine[],
  today: string,
  taxes: ReadonlyMap<string, BatchTax>,
): Proposal[] {
  return credits.flatMap((credit, at): Proposal[] => {
    const place = places.find(({ id }) => id === credit.enrolment)
    const tax = place && taxes.get(place.batch)
    if (!tax) return []
    const { sale, position, amount: price, fromDay, toDay, customer, payerName, chargedTo } = credit
    const days = inOrder(place.freezes).reduce(
      (left, freeze) => left.flatMap((range) => without(range, freeze)),
      [{ from: fromDay, to: toDay }],
    )
    const since = chargedTo === null ? today : later(today, addDays(chargedTo, 1))
    const last = earlier(place.endDate, place.batchEnd)
    const ahead = days.flatMap(({ from, to }) => {
      const range = { from: later(from, since), to: earlier(to, last) }
      return range.from <= range.to ? [range] : []
    })
    const [first] = ahead
    const [charged, of] = [count(ahead), count(days)]
    if (!first) return []
    const proposed = scaled(price, charged, of)
    if (proposed === 0) return []
    const { firstName, lastName, batch, batchName } = place
    const who = { customer, firstName, lastName, payerName, enrolment: place.id, batch, batchName }
    const end = ahead.at(-1)?.to ?? first.to
    const formula = { price, unit: 'days', count: charged, of, days: charged, fromDay: first.from, toDay: end } as const
    const net = tax.isIncluded ? proposed : proposed - taxWithin(proposed, tax.rateThousandths)
    const line = { fromDay, toDay }
    // Of two credits of one line each has a charge of its own, which can be changed alone.
    const before = credits.slice(0, at).filter((one) => one.sale === sale && one.position === position).length
    const id = lineId('charge', { sale, position: position + 1000 * before })
    return [{ id, kind: 'charge', ...who, ...formula, position, line, sale: null, number: null, net, proposed, most: amountLimit }]
  })
}

/** The new place of a move: its first and its last day, and the price of a period after its recurring discount. */
export type NewPlace = { id: string; customer: string; batch: string; batchName: string; startDate: string; lastDay: string; price: number }

/**
 * What a move charges: the days that are unused at the old place, at the price of the new one, from its first day on
 * and at most to its last.
 * @param since the first day that is not paid at the old place: that of the move, unless a session was attended on it
 * @param periodOf the days of the period that a credited line is a part of
 * @param taxed what a price comes to with tax
 */
export function daysGained(
  credits: readonly Proposal[],
  place: NewPlace,
  since: string,
  periodOf: (credit: Proposal) => number,
  taxed: (net: number) => number,
): Proposal[] {
  let from = since
  return credits.flatMap((credit): Proposal[] => {
    const range = { from: later(from, place.startDate), to: earlier(addDays(from, credit.days - 1), place.lastDay) }
    from = addDays(from, credit.days)
    const days = Math.max(daysIn(range), 0)
    const isHalf = credit.count !== credit.days
    const [count, of] = isHalf ? [credit.count, credit.of] : [days, Math.max(periodOf(credit), days)]
    const net = scaled(place.price, count, of)
    if (days === 0 || net === 0 || credit.sale === null) return []
    const id = lineId('charge', { sale: credit.sale, position: credit.position })
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
  const id = lineId('charge', { sale: credit.sale ?? '', position })
  return { id, kind: 'charge', ...who, ...formula, position, line, sale: null, number: null, net, proposed: taxed(net), most: amountLimit }
}
