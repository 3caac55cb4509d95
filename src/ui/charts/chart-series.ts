import type { Place } from '#lib/addresses.ts'
import { chartTicks } from './chart-axis.ts'

/** The colours of marks. Each mark has its name or its figure next to it, so that nothing depends on colour alone. */
export type ChartTone = 'turf' | 'neutral' | 'text' | 'warning' | 'danger' | 'info' | 'pool' | 'wood' | 'clay' | 'mat'

/** One measure of a chart: bars, filled, hatched for what is not final or outlined for what is free; or a line, with or without its area. */
export type ChartSeries = { key: string; name: string; look: 'bar' | 'hatched' | 'free' | 'line' | 'area'; tone: ChartTone }

/** One place on the horizontal axis, such as a month, with a value for each series; null where there is none. */
export type ChartPoint = {
  key: string
  /** The short name below the axis. */
  label: string
  /** The name in the table; by default the label or, for an ISO month in `file`, the month. */
  fullName?: string
  /** The name in the file, such as an ISO month; by default the full name. */
  file?: string
  /** A second line below the label, such as "to 23". */
  note?: string
  /** The running period. */
  isOpen?: boolean
  /** Where its rows are listed. */
  link?: Place
  values: Readonly<Record<string, number | null>>
}

export const isLine = ({ look }: ChartSeries) => look === 'line' || look === 'area'

/** A bar from one value to another. */
type Bar = { series: ChartSeries; from: number; to: number }

/** The bars of a point: each from zero, or each where the one before it of the same sign ended. */
export function barsOf(point: ChartPoint, series: readonly ChartSeries[], isStacked: boolean): Bar[] {
  let [above, below] = [0, 0]
  return series
    .filter((one) => !isLine(one))
    .map((one) => {
      const value = point.values[one.key] ?? 0
      if (!isStacked) return { series: one, from: 0, to: value }
      const from = value < 0 ? below : above
      if (value < 0) below += value
      else above += value
      return { series: one, from, to: from + value }
    })
}

/** The height above zero, and the least height below it, where the ball has half its size. */
const roomAbove = 176
const roomBelow = 8

/** The room of one rank, and the last rank with a line of its own: all below share the next one. */
const rankStep = 26
export const lastRank = 12

/** The vertical scale: the values at its grid lines, the height of the plot, and where a value is from the top, in px. */
export type ChartScale = { ticks: readonly number[]; height: number; zero: number; topOf: (value: number) => number }

/**
 * The scale of some values. Without any but 0 it has only its zero line.
 * @param isRank whether they are ranks: 1 is at the top
 */
export function scaleOf(values: readonly number[], isRank: boolean): ChartScale {
  if (isRank) {
    const most = Math.min(Math.max(1, ...values), lastRank + 1)
    const ticks = Array.from({ length: most }, (_, at) => at + 1)
    return { ticks, height: most * rankStep, zero: most * rankStep, topOf: (rank) => (Math.min(rank, lastRank + 1) - 0.5) * rankStep }
  }
  const ticks = chartTicks(values)
  const top = ticks.at(-1) ?? 0
  const unit = top === 0 ? 0 : roomAbove / top
  const deepest = Math.max(0, ...values.map((value) => -value * unit))
  return {
    ticks,
    height: top === 0 ? roomAbove : roomAbove + Math.max(roomBelow, Math.ceil(deepest) + (deepest > 0 ? roomBelow : 0)),
    zero: roomAbove,
    topOf: (value) => roomAbove - value * unit,
  }
}

/** One stretch of a line without a gap: its points as [column, px from the top]. */
type ChartStretch = readonly (readonly [number, number])[]

/** A line in pieces: a point without a value interrupts it. */
export function stretchesOf(tops: readonly (number | null)[]): ChartStretch[] {
  const pieces: [number, number][][] = []
  for (const [at, top] of tops.entries()) {
    if (top === null) continue
    if (at > 0 && tops[at - 1] !== null) pieces.at(-1)?.push([at, top])
    else pieces.push([[at, top]])
  }
  return pieces
}

/** Pixels of a character of a label, and between two labels. */
const character = 7
const labelSpace = 6

/**
 * Every how many columns a label fits below the axis.
 * @param room of all columns in px; 0 if it isn't known yet
 */
export function labelStep(labels: readonly string[], room: number): number {
  if (room === 0 || labels.length === 0) return 1
  const widest = Math.max(...labels.map(({ length }) => length)) * character + labelSpace
  return Math.max(1, Math.ceil((widest * labels.length) / room))
}
