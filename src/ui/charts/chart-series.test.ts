import { expect, test } from 'vitest'
import { chartTicks, labelsApart } from './chart-axis.ts'
import { barsOf, labelStep, lastRank, scaleOf, stretchesOf, type ChartSeries } from './chart-series.ts'

const series: ChartSeries[] = [
  { key: 'came', name: 'Came', look: 'bar', tone: 'turf' },
  { key: 'missed', name: 'Missed', look: 'bar', tone: 'neutral' },
  { key: 'free', name: 'Free', look: 'free', tone: 'neutral' },
]

test('the axis has four steps of 1, 2, 3 or 5 × 10ⁿ, and as many below zero as a loss needs', () => {
  expect(chartTicks([0, 0])).toEqual([0])
  expect(chartTicks([1_148_000, 650_000])).toEqual([0, 300_000, 600_000, 900_000, 1_200_000])
  expect(chartTicks([4000])).toEqual([0, 1000, 2000, 3000, 4000])
  expect(chartTicks([100, -150])).toEqual([-100, 0, 100, 200, 300, 400])
  expect(chartTicks([21_000])).toEqual([0, 10_000, 20_000, 30_000, 40_000])
})

test('labels are moved apart and keep their order', () => {
  expect(labelsApart([0, 100, 50], 36, 200)).toEqual([0, 100, 50])
  expect(labelsApart([90, 92, 88], 36, 200)).toEqual([124, 160, 88])
  expect(labelsApart([180, 182, 184], 36, 184)).toEqual([112, 148, 184])
})

test('bars stand beside or on each other, and those below zero hang from it', () => {
  const point = { key: 'a', label: 'A', values: { came: 5, missed: -2, free: 3 } }
  const ends = (isStacked: boolean) => barsOf(point, series, isStacked).map(({ from, to }) => [from, to])
  expect(ends(false)).toEqual([
    [0, 5],
    [0, -2],
    [0, 3],
  ])
  expect(ends(true)).toEqual([
    [0, 5],
    [0, -2],
    [5, 8],
  ])
})

test('a line is interrupted where it has no value', () => {
  expect(stretchesOf([1, 2, null, 4, null, null, 7, 8])).toEqual([
    [
      [0, 1],
      [1, 2],
    ],
    [[3, 4]],
    [
      [6, 7],
      [7, 8],
    ],
  ])
})

test('rank 1 is at the top, and ranks below the last one share a place', () => {
  const { ticks, topOf } = scaleOf([1, 5, 90], true)
  expect(ticks).toHaveLength(lastRank + 1)
  expect(topOf(1)).toBeLessThan(topOf(2))
  expect(topOf(40)).toBe(topOf(90))
  expect(topOf(lastRank)).toBeLessThan(topOf(40))
})

test('labels that would overlap are thinned out', () => {
  expect(labelStep(['Jan', 'Feb'], 0)).toBe(1)
  expect(
    labelStep(
      Array.from({ length: 12 }, () => 'Jan'),
      600,
    ),
  ).toBe(1)
  expect(
    labelStep(
      Array.from({ length: 40 }, () => '31/12'),
      270,
    ),
  ).toBe(7)
})
