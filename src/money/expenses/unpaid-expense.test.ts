import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { tenant } from '#db/tenant.ts'
import { reconcile } from '#insight/finance/reconcile.server.ts'
import { testApp, type TestApp } from '../../../test/app.ts'
import { openFloor, refusal, seen, start, travel } from '../../../test/floor.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

const dayMs = 86_400_000
const rent = {
  day: '2026-10-01',
  category: 'rent' as const,
  supplier: 'Corniche Estates',
  amount: 10_500,
  tax: 500,
  method: 'transfer' as const,
}
/** The entries of a vendor's expenses in order, straight from the ledger. */
const entries = (vendorId: string) =>
  tenant(app.app.db, vendorId, async (trx) => {
    const { rows } = await sql<{ day: string; debit: string; credit: string; amount: number }>`
      select "day"::text as "day", "debit", "credit", "amount" from "ledger" where "vendorId" = ${vendorId} and "source" = 'expense' order by "sequence"`.execute(
      trx,
    )
    return rows.map((row) => `${row.day} ${row.debit} ${row.credit} ${row.amount}`)
  })
const clean = (vendorId: string) => tenant(app.app.db, vendorId, (trx) => reconcile(trx, vendorId))

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

test.each([
  ['a day of payment while it is unpaid', { isUnpaid: true, paidOn: '2026-10-04' }, 'expenses.paidOn.unpaid'],
  ['a payment before its day', { paidOn: '2026-09-30' }, 'expenses.paidOn.before'],
  ['a due date of one that is paid at once', { dueOn: '2026-10-31' }, 'expenses.dueOn.paid'],
  ['a payment in the future', { paidOn: '2026-10-06' }, 'expenses.day.future'],
])('%s is refused', async (_name, more, key) => {
  const { calls } = await openFloor(app, 5)
  expect(await refusal(calls.expenses.create({ ...rent, ...more }))).toBe(key)
})
