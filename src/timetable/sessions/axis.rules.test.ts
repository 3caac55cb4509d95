import { expect, test } from 'vitest'
import { axisOf, foldHeight, hourHeight, minuteAt, pixelOf } from './axis.rules.ts'

const at = (startingTime: string, endingTime: string) => ({ startingTime, endingTime })
const day = [at('09:00', '10:00'), at('16:00', '17:30')]

test('three hours and more without a session are folded, two are not', () => {
  const folds = (...rows: Parameters<typeof axisOf>) =>
    axisOf(...rows)
      .filter(({ isFolded }) => isFolded)
      .map(({ from, to }) => [from / 60, to / 60])
  expect(folds(day)).toEqual([[10, 16]])
  expect(folds([...day, at('12:00', '13:00')])).toEqual([[13, 16]])
  expect(folds([at('11:30', '12:00')])).toEqual([
    [8, 11],
    [12, 20],
  ])
  // A board without sessions shows all its hours.
  expect(folds([])).toEqual([])
  expect(axisOf([])).toHaveLength(12)
})

test('a fold that was opened shows its hours', () => {
  const axis = axisOf(day, [600])
  expect(axis.some(({ isFolded }) => isFolded)).toBe(false)
  expect(axis).toHaveLength(12)
})

test('minutes and pixels of a board say the same, also in and beyond a fold', () => {
  const axis = axisOf(day)
  expect(pixelOf(axis, 9 * 60 + 30)).toBe(1.5 * hourHeight)
  expect(pixelOf(axis, 13 * 60)).toBe(2 * hourHeight + foldHeight / 2)
  expect(pixelOf(axis, 16 * 60)).toBe(2 * hourHeight + foldHeight)
  for (let minute = 480; minute <= 1200; minute += 15) expect(minuteAt(axis, pixelOf(axis, minute))).toBeCloseTo(minute)
  // A drag beyond the board continues at the scale of its hours.
  expect(minuteAt(axis, -hourHeight)).toBe(7 * 60)
  expect(minuteAt(axis, pixelOf(axis, 1200) + hourHeight)).toBe(21 * 60)
})
