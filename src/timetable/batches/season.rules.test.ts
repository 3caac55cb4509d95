import { expect, test } from 'vitest'
import { nextCode, nextDates } from './season.rules.ts'

test('the next season has as many whole months, else as many days, and at most twelve months', () => {
  const next = (startDate: string, endDate: string, today = '2027-01-01') => Object.values(nextDates({ startDate, endDate }, today))
  expect(next('2027-01-01', '2027-06-30')).toEqual(['2027-07-01', '2027-12-31'])
  expect(next('2027-01-15', '2027-02-14')).toEqual(['2027-02-15', '2027-03-14'])
  // 5 January to 20 March are 75 days, as are 21 March to 3 June.
  expect(next('2027-01-05', '2027-03-20')).toEqual(['2027-03-21', '2027-06-03'])
  // 1 January 2027 to 1 January 2028 are 366 days, the longest batch from 2 January 2028 on has 367.
  expect(next('2027-01-01', '2028-01-01')).toEqual(['2028-01-02', '2029-01-01'])
  // 2 January 2028 to 2 January 2029 are 367 days, with 29 February; the longest batch after it has 366.
  expect(next('2028-01-02', '2029-01-02')).toEqual(['2029-01-03', '2030-01-03'])
  expect(next('2024-01-01', '2024-03-31', '2027-05-10')).toEqual(['2027-05-10', '2027-08-09'])
  expect(next('2027-01-01', '2027-06-30', '2027-07-20')).toEqual(['2027-07-01', '2027-12-31'])
})

test('the next code counts its last number on', () => {
  expect(['JUN-01', 'U10', 'Spring 2027 A', 'B-9', 'Juniors'].map(nextCode)).toEqual([
    'JUN-02',
    'U11',
    'Spring 2028 A',
    'B-10',
    'Juniors-2',
  ])
  expect(nextCode('A'.repeat(30))).toBe(`${'A'.repeat(28)}-2`)
  expect(nextCode(`${'A'.repeat(29)}9`)).toBe(`${'A'.repeat(29)}9`)
})
