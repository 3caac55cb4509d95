import { addDays } from '#lib/days.ts'

/** What the choice of a rate or rule by day needs of it. */
type Dated = { from: string | null; isReplaced: boolean; service?: string | null }

/** The rates in effect, earliest day first; the first one's day is null. */
const counting = <Rate extends Dated>(rates: readonly Rate[]) =>
  rates.filter(({ isReplaced }) => !isReplaced).toSorted((a, b) => (a.from ?? '').localeCompare(b.from ?? ''))

/**
 * What a rate from a day on would leave unchanged.
 * @param rates the trainer's rates, or rules of one service or without one, in any order
 * @param sameAs whether two of them pay the same
 * @returns `before`, what pays for every earlier session, null where that differs; `next`, the rate that begins later
 *   and the `last` day before it, null if there is none
 */
export function rateEffect<Rate extends Dated>(
  rates: readonly Rate[],
  from: string,
  sameAs: (a: Rate, b: Rate) => boolean,
): { before: Rate | null; next: { last: string; from: string; rate: Rate } | null } {
  const all = counting(rates)
  const [first, ...others] = all.filter((rate) => rate.from === null || rate.from < from).toReversed()
  const after = all.find((rate) => rate.from !== null && rate.from > from)
  return {
    before: first && others.every((other) => sameAs(first, other)) ? first : null,
    next: after?.from ? { last: addDays(after.from, -1), from: after.from, rate: after } : null,
  }
}

export const rateStates = ['current', 'coming', 'past', 'replaced'] as const

/** The state of a rate on a day, given the other rates; only those for the same service compete with it. */
export function rateState<Rate extends Dated>(rates: readonly Rate[], rate: Rate, today: string): (typeof rateStates)[number] {
  if (rate.isReplaced) return 'replaced'
  if (rate.from !== null && rate.from > today) return 'coming'
  const rivals = counting(rates).filter(({ service }) => service === rate.service)
  return rivals.findLast(({ from }) => from === null || from <= today) === rate ? 'current' : 'past'
}
