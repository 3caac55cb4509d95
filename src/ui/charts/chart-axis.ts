import type { CSSProperties } from 'react'

/** The style of an element whose place a style sheet computes from variables. */
export type ChartStyle = CSSProperties & Record<`--${string}`, string>

/**
 * The values at the grid lines of a chart: four steps of 1, 2, 3 or 5 × 10ⁿ up to the greatest value,
 * and as many below zero as the least value needs. A deep loss makes the steps larger, so that it
 * takes at most half of the height above zero.
 */
export function chartTicks(values: readonly number[]): number[] {
  const least = Math.min(0, ...values)
  const most = Math.max(0, ...values, least * -2)
  if (most === 0) return [0]
  const power = 10 ** Math.max(0, Math.floor(Math.log10(most / 4)))
  const step = [1, 2, 3, 5].map((factor) => factor * power).find((one) => one * 4 >= most) ?? power * 10
  const below = Math.floor(-least / step)
  return Array.from({ length: below + 5 }, (_, at) => (at - below) * step)
}

/**
 * Moves labels apart, so that neighbours are at least `gap` from each other.
 *
 * @param tops where each label would begin
 * @param lowest where the last one may begin
 * @returns where each begins, in the same order
 */
export function labelsApart(tops: readonly number[], gap: number, lowest: number): number[] {
  const order = tops.map((_, at) => at).toSorted((a, b) => (tops[a] ?? 0) - (tops[b] ?? 0))
  const moved = [...tops]
  let next = -Infinity
  for (const at of order) {
    moved[at] = Math.max(moved[at] ?? 0, next)
    next = (moved[at] ?? 0) + gap
  }
  let limit = lowest
  for (const at of order.toReversed()) {
    moved[at] = Math.min(moved[at] ?? 0, limit)
    limit = (moved[at] ?? 0) - gap
  }
  return moved
}
