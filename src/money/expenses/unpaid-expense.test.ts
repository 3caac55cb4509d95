import { afterAll, beforeAll, expect, test } from 'vitest'
import { testApp, type TestApp } from '../../../test/app.ts'
import { openFloor, refusal, seen, start, travel } from '../../../test/floor.ts'
import { expenseEntries, faultsOf, rent } from './expense.sample.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

const dayMs = 86_400_000
const entries = (vendorId: string) => expenseEntries(app, vendorId)
const clean = (vendorId: string) => faultsOf(app, vendorId)

test('an expense that is not paid yet is owed to its supplier, and paid from an account later', async () => {
  const { calls, owner } = await openFloor(app, 5)
  const { vendorId } = owner
  const row = await calls.expenses.create({ ...rent, isUnpaid: true, dueOn: '2026-10-31' })
  expect(row).toMatchObject({ isUnpaid: true, dueOn: '2026-10-31', paidOn: null })
  const [from, to] = ['2026-10-01', '2026-10-31']
  const results = async () => {
    const of = async (basis: 'billed' | 'cash') => (await calls.finance.profit({ from, to, basis })).total.now.expenses
    return [await of('billed'), await of('cash'), (await calls.finance.balance({ day: '2026-10-05' })).suppliers]
  }
  expect(await results()).toEqual([10_000, 0, 10_500])
  expect((await calls.expenses.list({ state: 'unpaid' })).sums.amount).toBe(10_500)
  const paid = await calls.expenses.update({ ...seen(row), isUnpaid: false, paidOn: '2026-10-04', method: 'cash' })
  expect(paid).toMatchObject({ isUnpaid: false, paidOn: '2026-10-04', dueOn: '2026-10-31', method: 'cash' })
  expect(await entries(vendorId)).toEqual([
    '2026-10-01 expense supplierPayable 10000',
    '2026-10-01 taxPayable supplierPayable 500',
    '2026-10-04 supplierPayable cash 10500',
  ])
  expect(await results()).toEqual([10_000, 10_000, 0])
  const { tax, other, moved } = (await calls.finance.profit({ from, to, basis: 'cash' })).money ?? {}
  expect([tax, other, moved]).toEqual([-500, 0, -10_500])
  expect((await calls.expenses.list({ state: 'unpaid' })).total).toBe(0)
  expect(await clean(vendorId)).toEqual([])
  const again = await calls.expenses.update({ ...seen(paid), isUnpaid: true, paidOn: null })
  expect(await results()).toEqual([10_000, 0, 10_500])
  expect(await clean(vendorId)).toEqual([])
  await calls.expenses.void({ ...seen(again), reason: 'Sent twice' })
  expect(await results()).toEqual([0, 0, 0])
  expect(await clean(vendorId)).toEqual([])
})

test('a paid supplier’s bill is voided with its payment, whatever month is closed', async () => {
  const { calls, owner } = await openFloor(app, 5)
  await calls.plans.change({ plan: 'pro', version: (await calls.plans.current()).version })
  const row = await calls.expenses.create({ ...rent, isUnpaid: true })
  await travel(app, owner, start + 40 * dayMs)
  const paid = await calls.expenses.update({ ...seen(row), isUnpaid: false, paidOn: '2026-11-10' })
  await calls.finance.close({ month: '2026-10' })
  expect(await refusal(calls.expenses.update({ ...seen(paid), paidOn: '2026-10-20' }))).toBe('month/closed')
  const moved = await calls.expenses.update({ ...seen(paid), paidOn: '2026-11-12' })
  await calls.expenses.void({ ...seen(moved), reason: 'Never delivered' })
  expect((await entries(owner.vendorId)).slice(-3)).toEqual([
    '2026-11-14 supplierPayable expense 10000',
    '2026-11-14 supplierPayable taxPayable 500',
    '2026-11-14 cash supplierPayable 10500',
  ])
  expect(await clean(owner.vendorId)).toEqual([])
})

test('an unpaid expense is paid once by two at once, and a void one is not paid', async () => {
  const { calls, owner } = await openFloor(app, 5)
  const row = await calls.expenses.create({ ...rent, isUnpaid: true })
  const pay = () => refusal(calls.expenses.update({ ...seen(row), isUnpaid: false, paidOn: '2026-10-04' }))
  expect((await Promise.all([pay(), pay()])).toSorted()).toEqual(['accepted', 'request/stale'])
  expect((await entries(owner.vendorId)).filter((entry) => entry.includes('cash'))).toEqual(['2026-10-04 supplierPayable cash 10500'])
  const other = await calls.expenses.create({ ...rent, isUnpaid: true })
  const voided = await calls.expenses.void({ ...seen(other), reason: 'Sent twice' })
  expect(await refusal(calls.expenses.update({ ...seen(voided), isUnpaid: false }))).toBe('expense/state')
  expect(await refusal(calls.expenses.void({ ...seen(voided), reason: 'Again' }))).toBe('expense/state')
  expect(await clean(owner.vendorId)).toEqual([])
})

test('an unpaid expense of a closed month is paid in an open one', async () => {
  const { calls, owner } = await openFloor(app, 5)
  await calls.plans.change({ plan: 'pro', version: (await calls.plans.current()).version })
  const row = await calls.expenses.create({ ...rent, isUnpaid: true })
  await travel(app, owner, start + 40 * dayMs)
  await calls.finance.close({ month: '2026-10' })
  const change = (more: object) => refusal(calls.expenses.update({ ...seen(row), ...more }))
  expect(await change({ isUnpaid: false, paidOn: '2026-10-20' })).toBe('month/closed')
  expect(await change({ amount: 9_000 })).toBe('month/closed')
  expect(await change({ isUnpaid: false, paidOn: '2026-11-03', method: 'cash' })).toBe('accepted')
  expect(await clean(owner.vendorId)).toEqual([])
})

test('an account that paid and was archived since then stays with an expense that is corrected', async () => {
  const { calls } = await openFloor(app, 5)
  const { id: account, version } = await calls.cashbook.createAccount({ kind: 'bank', name: 'Old bank', number: '' })
  const row = await calls.expenses.create({ ...rent, account })
  const [till] = await calls.cashbook.choices()
  await calls.cashbook.record({ kind: 'transfer', amount: rent.amount, day: rent.day, from: till!.id, into: account, note: '' })
  await calls.cashbook.archiveAccount({ id: account, version })
  const corrected = await calls.expenses.update({ ...seen(row), tax: 0, day: '2026-10-02' })
  expect(corrected).toMatchObject({ account, tax: 0 })
  expect(await refusal(calls.expenses.update({ ...seen(corrected), method: 'transfer', account: null }))).toBe('accepted')
  const now = await calls.expenses.get({ id: row.id })
  expect(await refusal(calls.expenses.update({ ...seen(now), account }))).toBe('cashbook.account.unknown')
})

test.each([
  ['a day of payment while it is unpaid', { isUnpaid: true, paidOn: '2026-10-04' }, 'expenses.paidOn.unpaid'],
  ['a payment before its day', { paidOn: '2026-09-30' }, 'expenses.paidOn.before'],
  ['a due date of one that is paid at once', { dueOn: '2026-10-31' }, 'expenses.dueOn.paid'],
  ['a payment in the future', { paidOn: '2026-10-06' }, 'expenses.day.future'],
])('%s is refused', async (_name, more, key) => {
  const { calls } = await openFloor(app, 5)
  expect(await refusal(calls.expenses.create({ ...rent, ...more }))).toBe(key)
})
