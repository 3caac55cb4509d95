import { addDays } from '#lib/days.ts'
import type { TrainerRate } from './rate.contract.ts'

/** The rates in effect, earliest day first; the first one's day is null. */
const counting = (rates: readonly TrainerRate[]) =>
  rates.filter(({ isReplaced }) => !isReplaced).toSorted((a, b) => (a.from ?? '').localeCompare(b.from ?? ''))

/**
 * What a rate from a day on would leave unchanged.
 * @param rates the trainer's rates, in any order
 * @returns `before`, what every earlier session costs, in whole currency units, null where that differs; `next`, the
 *   rate that begins later and the `last` day before it, null if there is none
 */
export function rateEffect(
  rates: readonly TrainerRate[],
  from: string,
): { before: number | null; next: { last: string; from: string; cost: number } | null } {
  const all = counting(rates)
  const earlier = new Set(all.filter((rate) => rate.from === null || rate.from < from).map(({ cost }) => cost))
  const after = all.find((rate) => rate.from !== null && rate.from > from)
  return {
    before: earlier.size === 1 ? ([...earlier][0] ?? null) : null,
    next: after?.from ? { last: addDays(after.from, -1), from: after.from, cost: after.cost } : null,
  }
}

export const rateStates = ['current', 'coming', 'past', 'replaced'] as const

/** The state of a rate on a day, given the other rates. */
export function rateState(rates: readonly TrainerRate[], rate: TrainerRate, today: string): (typeof rateStates)[number] {
  if (rate.isReplaced) return 'replaced'
  if (rate.from !== null && rate.from > today) return 'coming'
  return counting(rates).findLast(({ from }) => from === null || from <= today) === rate ? 'current' : 'past'
}
