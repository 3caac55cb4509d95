import { expect, test } from 'vitest'
import { dueDays, dueIn, expensePostings, firstDue, listedState, nextDue, postingsWithout } from './expense.rules.ts'

const spent = {
  day: '2026-11-10',
  amount: 1050,
  tax: 50,
  method: 'cash',
  account: null,
  isUnpaid: false,
  paidOn: null,
  hall: null,
  batch: null,
  service: null,
}
const movesOf = (change: Partial<typeof spent> | { paidOn: string }) =>
  expensePostings({ ...spent, ...change }).map(({ day, moves }) => [
    day,
    ...moves.map(({ debit, credit, amount }) => `${debit} ${credit} ${amount}`),
  ])

test('an unpaid expense is owed to its supplier on its day, and paid on the day of its payment', () => {
  const owed = ['2026-11-10', 'expense supplierPayable 1000', 'taxPayable supplierPayable 50']
  expect(movesOf({ isUnpaid: true })).toEqual([owed])
  expect(movesOf({ paidOn: '2026-11-30' })).toEqual([owed, ['2026-11-30', 'supplierPayable cash 1050']])
})

test('paying it posts only the payment', () => {
  const [unpaid, paid] = [expensePostings({ ...spent, isUnpaid: true }), expensePostings({ ...spent, paidOn: '2026-11-30' })]
  expect(postingsWithout(unpaid, paid)).toEqual([])
  expect(postingsWithout(paid, unpaid).map(({ day }) => day)).toEqual(['2026-11-30'])
})

test('an expense costs what it is without tax, and the tax in it is owed that much less', () => {
  const [cost] = expensePostings(spent)
  expect(cost?.moves.map(({ debit, credit, amount }) => [debit, credit, amount])).toEqual([
    ['expense', 'cash', 1000],
    ['taxPayable', 'cash', 50],
  ])
})

test.each([
  ['on the day itself', '2026-11-10', 10, null, '2026-11-10'],
  ['in the next month where its day is over', '2026-11-11', 10, null, '2026-12-10'],
  ['on the last day of a month', '2027-02-01', null, null, '2027-02-28'],
  ['on the last day that was agreed', '2026-11-01', 10, '2026-11-10', '2026-11-10'],
  ['never after it', '2026-11-11', 10, '2026-11-30', null],
])('a monthly expense is first due %s', (_name, from, monthDay, until, due) => expect(firstDue(from, monthDay, until)).toBe(due))

test('the next one is due a month later', () => {
  expect(nextDue('2026-11-30', null, null)).toBe('2026-12-31')
  expect(dueIn('2026-11-01', 5)).toBe('2026-11-05')
})

test('what is due up to a day is each month’s day, none after the day or the agreed end', () => {
  expect(dueDays('2026-09-30', '2026-11-29', null, null)).toEqual(['2026-09-30', '2026-10-31'])
  expect(dueDays('2026-09-05', '2026-11-05', 5, '2026-10-31')).toEqual(['2026-09-05', '2026-10-05'])
  expect(dueDays('2026-11-05', '2026-11-04', 5, null)).toEqual([])
  expect(dueDays(null, '2026-11-04', 5, null)).toEqual([])
})

test('a list distinguishes a booked expense that is owed from one that is paid', () => {
  expect([true, false].map((isUnpaid) => listedState({ state: 'booked', isUnpaid }))).toEqual(['unpaid', 'booked'])
  expect(listedState({ state: 'void', isUnpaid: true })).toBe('void')
})
