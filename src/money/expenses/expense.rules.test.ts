import { expect, test } from 'vitest'
import { dueIn, expenseMoves, firstDue, nextDue } from './expense.rules.ts'

test('an expense costs what it is without tax, and the tax in it is owed that much less', () => {
  const moves = expenseMoves({ amount: 1050, tax: 50, method: 'cash', hall: null, batch: null, service: null })
  expect(moves.map(({ debit, credit, amount }) => [debit, credit, amount])).toEqual([
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
