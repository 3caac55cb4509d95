import { expect, test } from 'vitest'
import { nextMonth } from './enrolment.rules.ts'

test.each([
  ['the day before the month', '2027-02-28', '2027-04-01'],
  ['its first day', '2027-03-01', '2027-04-06'],
  ['its last day', '2027-03-31', '2027-04-06'],
  ['the day of the next charge, which belongs to the next month', '2027-04-01', '2027-04-01'],
])('a freeze of five days moves the next charge where it begins within the month: on %s', (_name, from, next) => {
  const to = new Date(Date.parse(from) + 4 * 86_400_000).toISOString().slice(0, 10)
  expect(nextMonth({ startDate: '2027-03-01', freezes: [{ from, to }] }, '2027-03-01')).toBe(next)
})
