import { expect, test } from 'vitest'
import { axisOf, foldHeight, hourHeight, minuteAt, pixelOf } from './axis.rules.ts'

const at = (startingTime: string, endingTime: string) => ({ startingTime, endingTime })
const day = [at('09:00', '10:00'), at('16:00', '17:30')]

test('two hours and more without a session are folded, one is not', () => {
  const folds = (...rows: Parameters<typeof axisOf>) =>
    axisOf(...rows)
      .filter(({ isFolded }) => isFolded)
      .map(({ from, to }) => [from / 60, to / 60])
  expect(folds(day)).toEqual([
    [0, 9],
    [10, 16],
    [18, 24],
  ])
  expect(folds([...day, at('12:00', '13:00'), at('14:00', '14:45')])).toEqual([
    [0, 9],
    [10, 12],
    [18, 24],
  ])
  // Closed hours are open, also where nothing else is.
  expect(folds(day, [], [at('12:00', '13:15')])).toEqual([
    [0, 9],
    [10, 12],
    [14, 16],
    [18, 24],
  ])
  expect(folds([], [], [at('05:00', '06:00')])).toEqual([
    [0, 5],
    [6, 8],
    [20, 24],
  ])
  // A board without sessions shows the usual hours.
  expect(folds([])).toEqual([
    [0, 8],
    [20, 24],
  ])
})

test('a fold that was opened shows its hours', () => {
  const axis = axisOf(day, [600])
  expect(axis.filter(({ isFolded }) => isFolded)).toHaveLength(2)
  expect(axis.filter(({ from }) => from >= 600 && from < 960)).toHaveLength(6)
})

test('minutes and pixels of a board say the same, also in and beyond a fold', () => {
  const axis = axisOf(day)
  const nine = foldHeight
  expect(pixelOf(axis, 9 * 60 + 30)).toBe(nine + 0.5 * hourHeight)
  expect(pixelOf(axis, 13 * 60)).toBe(nine + hourHeight + foldHeight / 2)
  expect(pixelOf(axis, 16 * 60)).toBe(nine + hourHeight + foldHeight)
  for (let minute = 0; minute <= 1440; minute += 15) expect(minuteAt(axis, pixelOf(axis, minute))).toBeCloseTo(minute)
  // A drag beyond the board continues at the scale of its hours.
  expect(minuteAt(axis, -hourHeight)).toBe(-60)
  expect(minuteAt(axis, pixelOf(axis, 1440) + hourHeight)).toBe(25 * 60)
})
