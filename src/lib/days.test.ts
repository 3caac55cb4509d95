import { expect, test } from 'vitest'
import { addMonths, daysBefore, daysIn, localInstant, spanStart, yearBefore } from './days.ts'

const today = '2026-11-23'

test.each([
  ['a month to date is set against the same days of the month before', '2026-11-01', '2026-11-30', '2026-10-01', '2026-10-23'],
  ['days up to today as well', '2026-11-01', '2026-11-23', '2026-10-01', '2026-10-23'],
  ['a month that is over against the month before', '2026-10-01', '2026-10-31', '2026-09-01', '2026-09-30'],
  ['a short month against a long one', '2026-02-01', '2026-02-28', '2026-01-01', '2026-01-31'],
  ['the first days of a month against as many', '2026-10-01', '2026-10-15', '2026-09-01', '2026-09-15'],
  ['a quarter that is over against the one before', '2026-07-01', '2026-09-30', '2026-04-01', '2026-06-30'],
  ['a quarter to date against the same months and days', '2026-10-01', '2026-12-31', '2026-07-01', '2026-08-23'],
  ['other days against as many before', '2026-11-05', '2026-11-11', '2026-10-29', '2026-11-04'],
  ['a month that has not begun against the one before', '2026-12-01', '2026-12-31', '2026-11-01', '2026-11-30'],
] as const)('%s', (_what, from, to, first, last) => {
  expect(daysBefore({ from, to }, today)).toEqual({ from: first, to: last })
})

test('a shorter month cuts the days, and the last day of February is a whole month', () => {
  expect(daysBefore({ from: '2027-03-01', to: '2027-03-31' }, '2027-03-30')).toEqual({ from: '2027-02-01', to: '2027-02-28' })
  expect(daysBefore({ from: '2027-02-01', to: '2027-02-28' }, '2027-02-28')).toEqual({ from: '2027-01-01', to: '2027-01-31' })
})

test.each([
  ['a month to date', '2026-11-01', '2026-11-30', '2025-11-01', '2025-11-23'],
  ['a month that is over', '2026-10-01', '2026-10-31', '2025-10-01', '2025-10-31'],
  ['a February after a leap year', '2025-02-01', '2025-02-28', '2024-02-01', '2024-02-29'],
  ['other days', '2026-11-05', '2026-11-11', '2025-11-05', '2025-11-11'],
])('%s is set against the same days of the year before', (_, from, to, first, last) => {
  expect(yearBefore({ from, to }, today)).toEqual({ from: first, to: last })
})

test.each([
  ['2026-11-23T20:12:46.721Z', 'Asia/Dubai', '2026-11-24T00:12:46+04:00'],
  ['2026-07-01T12:00:00.000Z', 'Europe/London', '2026-07-01T13:00:00+01:00'],
  ['2026-01-01T00:00:00.000Z', 'Europe/London', '2026-01-01T00:00:00+00:00'],
  ['2026-01-01T00:00:00.000Z', 'America/St_Johns', '2025-12-31T20:30:00-03:30'],
])('%s in %s is %s', (instant, zone, local) => {
  expect(localInstant(instant, zone)).toBe(local)
})

test.each([
  ['a month', '2026-11-23', 1, '2026-11-01'],
  ['the first quarter', '2026-03-31', 3, '2026-01-01'],
  ['the last quarter', '2026-10-01', 3, '2026-10-01'],
  ['a year', '2026-12-31', 12, '2026-01-01'],
])('the first day of %s', (_name, day, months, first) => expect(spanStart(day, months)).toBe(first))

test.each([
  ['2027-01-31', 1, '2027-02-28'],
  ['2027-12-31', 2, '2028-02-29'],
  ['2027-03-31', -1, '2027-02-28'],
])('%s and %i months later is a day of that month', (day, months, then) => expect(addMonths(day, months)).toBe(then))

test('days are counted with both ends', () => {
  expect([daysIn({ from: '2027-02-28', to: '2027-02-28' }), daysIn({ from: '2027-02-28', to: '2027-03-01' })]).toEqual([1, 2])
})
