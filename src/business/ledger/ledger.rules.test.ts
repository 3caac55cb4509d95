import { expect, test } from 'vitest'
import { asEntries, raisedByCredit, reversed } from './ledger.rules.ts'

test('entries have no amount of 0 and none below: what is negative goes the other way', () => {
  const moves = [
    { debit: 'cash', credit: 'revenue', amount: 100 },
    { debit: 'cash', credit: 'taxPayable', amount: 0 },
    { debit: 'cash', credit: 'revenue', amount: -40, method: 'card' },
  ] as const
  expect(asEntries(moves)).toEqual([
    { debit: 'cash', credit: 'revenue', amount: 100 },
    { debit: 'revenue', credit: 'cash', amount: 40, method: 'card' },
  ])
})

test('a correction turns each move round and keeps what it is about', () => {
  expect(reversed([{ debit: 'expense', credit: 'cash', amount: 7, hall: 'h' }])).toEqual([
    { debit: 'cash', credit: 'expense', amount: 7, hall: 'h' },
  ])
})

test('incomes and debts are raised by what leaves them', () =>
  expect(raisedByCredit).toEqual([
    'revenue',
    'taxPayable',
    'payrollPayable',
    'customerCredit',
    'deferredRevenue',
    'opening',
    'owner',
    'loan',
    'supplierPayable',
  ]))

test('a transfer that is turned leaves the account that it came into', () => {
  const transfer = { debit: 'cash', credit: 'cash', amount: 5, into: 'bank', from: 'till' } as const
  expect(reversed([transfer])).toEqual([{ ...transfer, into: 'till', from: 'bank' }])
})
