import { expect, test } from 'vitest'
import { billedBeyond, nextMonth } from './enrolment.rules.ts'

test.each([
  ['the day before the month', '2027-02-28', '2027-04-01'],
  ['its first day', '2027-03-01', '2027-04-06'],
  ['its last day', '2027-03-31', '2027-04-06'],
  ['the day of the next charge, which belongs to the next month', '2027-04-01', '2027-04-01'],
])('a freeze of five days moves the next charge where it begins within the month: on %s', (_name, from, next) => {
  const to = new Date(Date.parse(from) + 4 * 86_400_000).toISOString().slice(0, 10)
  expect(nextMonth({ startDate: '2027-03-01', freezes: [{ from, to }] }, '2027-03-01')).toBe(next)
})

test.each([
  ['all five where what is billed ends with the batch', '2027-03-31', '2027-03-31', 5],
  ['those that the batch has no days left for', '2027-03-31', '2027-04-02', 3],
  ['none where the batch is long enough', '2027-03-31', '2027-04-05', 0],
  ['only those that it adds to what another freeze moved', '2027-04-03', '2027-03-31', 5],
  ['none where the days are not billed yet', '2027-03-09', '2027-03-31', 0],
  ['none where nothing is billed', null, '2027-03-31', 0],
])('a freeze of five days loses billed days: %s', (_name, billedThrough, batchEnd, lost) => {
  expect(billedBeyond({ billedThrough, batchEnd }, { from: '2027-03-10', to: '2027-03-14' })).toBe(lost)
})
