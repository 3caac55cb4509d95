import { addDays } from '#lib/days.ts'
import type { TrainerRate } from './rate.contract.ts'

/** The rates that count, the first day first; the day of the first is null. */
const counting = (rates: readonly TrainerRate[]) =>
  rates.filter(({ isReplaced }) => !isReplaced).toSorted((a, b) => (a.from ?? '').localeCompare(b.from ?? ''))

/**
 * What a rate from a day on would leave as it is.
 * @param rates as the trainer has them, in any order
 * @returns `before`, what every earlier session costs, in whole currency units, null where that differs; `last`, the
 *   day before a rate that begins later, and `next`, what that one costs; null where none does
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

/** Where a rate stands on a day among the others. */
export function rateState(rates: readonly TrainerRate[], rate: TrainerRate, today: string): (typeof rateStates)[number] {
  if (rate.isReplaced) return 'replaced'
  if (rate.from !== null && rate.from > today) return 'coming'
  return counting(rates).findLast(({ from }) => from === null || from <= today) === rate ? 'current' : 'past'
}
