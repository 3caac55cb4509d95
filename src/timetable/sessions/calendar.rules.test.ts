import { expect, test } from 'vitest'
import { besides, capped, daysOf, isOutsideOf, movedStart, restOf, stepped, timeOf, weekStart } from './calendar.rules.ts'

const at = (startingTime: string, endingTime: string) => ({ startingTime, endingTime })

test('weeks begin on the country’s day, and a month shows whole weeks', () => {
  // 2026-11-21 is a Saturday.
  expect(weekStart('2026-11-21', 0)).toBe('2026-11-15')
  expect(weekStart('2026-11-21', 6)).toBe('2026-11-21')
  expect(weekStart('2026-11-21', 1)).toBe('2026-11-16')
  expect(daysOf('week', '2026-11-21', 1)).toHaveLength(7)
  const month = daysOf('month', '2026-11-21', 1)
  expect([month[0], month.at(-1), month.length]).toEqual(['2026-10-26', '2026-12-06', 42])
  expect(daysOf('month', '2026-02-10', 0)).toHaveLength(28)
  expect(daysOf('month', '2026-12-31', 1).at(-1)).toBe('2027-01-03')
})

test('a step is a day, a week or a month', () => {
  expect(stepped('day', '2026-12-31', 1)).toBe('2027-01-01')
  expect(stepped('week', '2026-01-03', -1)).toBe('2025-12-27')
  expect(stepped('month', '2026-01-31', 1)).toBe('2026-02-01')
  expect(stepped('month', '2026-01-31', -1)).toBe('2025-12-01')
})

test('overlapping sessions stand side by side, touching ones in one lane', () => {
  const rows = [at('09:00', '10:00'), at('09:30', '10:30'), at('10:00', '11:00'), at('11:00', '12:00')]
  expect(besides(rows).map(({ lane, span, lanes }) => [lane, span, lanes])).toEqual([
    [0, 1, 2],
    [1, 1, 2],
    [0, 1, 2],
    [0, 1, 1],
  ])
})

test('a session reaches over the lanes that are free as long as it lasts', () => {
  const rows = [at('17:00', '18:30'), at('17:00', '18:15'), at('17:45', '19:30'), at('19:00', '20:30')]
  expect(besides(rows).map(({ lane, span, lanes }) => [lane, span, lanes])).toEqual([
    [0, 1, 3],
    [1, 1, 3],
    [2, 1, 3],
    [0, 2, 3],
  ])
})

test('sessions that overlap by less than 20 minutes lie over each other in one lane', () => {
  const laid = (...rows: Parameters<typeof at>[]) =>
    besides(rows.map(([from, to]) => at(from, to))).map(({ lane, lanes, until }) => [lane, lanes, timeOf(until)])
  expect(laid(['16:00', '17:00'], ['16:45', '17:30'])).toEqual([
    [0, 1, '16:45'],
    [0, 1, '17:30'],
  ])
  expect(laid(['16:00', '17:00'], ['16:40', '17:30'])).toEqual([
    [0, 2, '17:00'],
    [1, 2, '17:30'],
  ])
  // One within the other would hide it, and so would one that begins almost with it.
  expect(laid(['16:00', '17:00'], ['16:45', '17:00'])[1]).toEqual([1, 2, '17:00'])
  expect(laid(['16:00', '16:30'], ['16:15', '17:00'])[1]).toEqual([1, 2, '17:00'])
})

test('what does not fit beside the others is counted, from its first start to its last end', () => {
  const rows = [at('09:00', '10:00'), at('09:00', '10:00'), at('09:15', '10:15'), at('09:30', '11:00'), at('12:00', '13:00')]
  const { placed, rests } = capped(rows, 2)
  expect(placed.map(({ row, lanes }) => [row.startingTime, lanes])).toEqual([
    ['09:00', 2],
    ['09:00', 2],
    ['12:00', 1],
  ])
  expect(rests).toEqual([{ count: 2, startingTime: '09:15', endingTime: '11:00' }])
  expect(capped(rows, Infinity).rests).toEqual([])
})

test('a move goes in quarters of an hour and stays within the day', () => {
  const row = at('17:00', '18:30')
  expect(timeOf(movedStart(row, 22))).toBe('17:15')
  expect(timeOf(movedStart(row, -7))).toBe('17:00')
  expect(timeOf(movedStart(row, -5000))).toBe('00:00')
  expect(timeOf(movedStart(row, 5000))).toBe('22:15')
})

test('a session is outside the hours of who holds it, and the rest of the board is before and after them', () => {
  const hours = { startingTime: '09:00', endingTime: '17:30' }
  expect(isOutsideOf(hours, at('09:00', '17:30'))).toBe(false)
  expect(isOutsideOf(hours, at('08:45', '10:00'))).toBe(true)
  expect(isOutsideOf(hours, at('17:00', '18:00'))).toBe(true)
  expect(isOutsideOf(null, at('10:00', '11:00'))).toBe(true)
  expect(isOutsideOf(undefined, at('03:00', '04:00'))).toBe(false)
  expect(restOf(hours, 8, 20)).toEqual([
    { from: 480, to: 540 },
    { from: 1050, to: 1200 },
  ])
  expect(restOf(hours, 9, 17)).toEqual([])
  expect(restOf(at('21:00', '22:00'), 8, 20)).toEqual([{ from: 480, to: 1200 }])
  expect(restOf(null, 8, 20)).toEqual([])
})
