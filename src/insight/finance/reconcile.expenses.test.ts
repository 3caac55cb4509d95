import { rent } from '#money/expenses/expense.sample.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { tenant, type Trx } from '#db/tenant.ts'
import { newId } from '#kernel/ids.ts'
import { testApp, type TestApp } from '../../../test/app.ts'
import { openFloor, seen } from '../../../test/floor.ts'
import { asOwner } from '../../../test/owner-role.ts'
import { reconcile } from './reconcile.server.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

class Undone extends Error {}

test('M7 whatever of an expense or its entries is changed, removed or moved is found', async () => {
  const { calls, owner, hall } = await openFloor(app, 5)
  const { vendorId } = owner
  const found = () => tenant(app.app.db, vendorId, (trx) => reconcile(trx, vendorId))
  const one = await calls.expenses.create({ ...rent, hall: hall.id })
  const two = await calls.expenses.create({ ...rent, amount: 700, tax: 0 })
  await calls.expenses.void({ ...seen(two), reason: 'Twice' })
  await calls.expenses.update({ ...rent, hall: hall.id, ...seen(one), amount: 10_600 })
  expect(await found()).toEqual([])
  const of = (id: string) => `"vendorId" = '${vendorId}' and "id" = '${id}'`
  const entry = (id: string, more: string) => `"vendorId" = '${vendorId}' and "sourceId" = '${id}' and ${more}`
  const corruptions: [statement: string, found: [string, number, number][]][] = [
    [
      `update "expenses" set "amount" = 10601 where ${of(one.id)}`,
      [
        ['expense.cash', -10_601, -10_600],
        ['expense.expense', 10_101, 10_100],
      ],
    ],
    [
      `update "expenses" set "tax" = 499 where ${of(one.id)}`,
      [
        ['expense.expense', 10_101, 10_100],
        ['expense.taxPayable', 499, 500],
      ],
    ],
    [
      `update "expenses" set "voidedOn" = null, "voidReason" = null where ${of(two.id)}`,
      [
        ['expense.cash', -700, 0],
        ['expense.expense', 700, 0],
      ],
    ],
    [
      `update "expenses" set "method" = 'cash' where ${of(one.id)}`,
      [
        ['expense.cash', -10_600, 0],
        ['expense.cash', 0, -10_600],
        ['expense.expense', 0, 10_100],
        ['expense.expense', 10_100, 0],
        ['expense.taxPayable', 0, 500],
        ['expense.taxPayable', 500, 0],
      ],
    ],
    [
      `update "expenses" set "hall" = null where ${of(one.id)}`,
      [
        ['expense.cash', -10_600, 0],
        ['expense.cash', 0, -10_600],
        ['expense.expense', 0, 10_100],
        ['expense.expense', 10_100, 0],
        ['expense.taxPayable', 0, 500],
        ['expense.taxPayable', 500, 0],
      ],
    ],
    [
      `delete from "expenses" where ${of(one.id)}`,
      [
        ['expense.cash', 0, -10_600],
        ['expense.expense', 0, 10_100],
        ['expense.taxPayable', 0, 500],
      ],
    ],
    [
      `update "ledger" set "amount" = 10101 where ${entry(one.id, `"amount" = 10100`)}`,
      [
        ['expense.cash', -10_600, -10_601],
        ['expense.expense', 10_100, 10_101],
      ],
    ],
    [
      `update "ledger" set "debit" = 'payroll' where ${entry(one.id, `"amount" = 10100`)}`,
      [
        ['expense.expense', 10_100, 0],
        ['expense.payroll', 0, 10_100],
      ],
    ],
    [
      `update "ledger" set "day" = '2026-09-30' where ${entry(one.id, `"amount" = 10100`)}`,
      [
        ['expense.cash', -10_600, -500],
        ['expense.cash', 0, -10_100],
        ['expense.expense', 0, 10_100],
        ['expense.expense', 10_100, 0],
      ],
    ],
    [
      `delete from "ledger" where ${entry(two.id, `"debit" = 'cash'`)}`,
      [
        ['expense.cash', 0, -700],
        ['expense.expense', 0, 700],
      ],
    ],
    [
      `update "ledger" set "sourceId" = '${newId()}' where ${entry(one.id, `"amount" = 10100`)}`,
      [
        ['expense.cash', -10_600, -500],
        ['expense.cash', 0, -10_100],
        ['expense.expense', 0, 10_100],
        ['expense.expense', 10_100, 0],
      ],
    ],
  ]
  await asOwner(app.app.db, async (db) => {
    for (const [statement, expected] of corruptions) {
      let differences: [string, number, number][] = []
      const work = db.transaction().execute(async (trx) => {
        expect((await sql.raw(statement).execute(trx)).numAffectedRows, statement).toBe(1n)
        differences = (await reconcile(trx as Trx, vendorId)).map((one) => [one.kind, one.expected, one.found])
        throw new Undone()
      })
      await expect(work).rejects.toThrow(Undone)
      const sorted = (rows: [string, number, number][]) => rows.toSorted(([a, m, x], [b, n, y]) => a.localeCompare(b) || m - n || x - y)
      expect(sorted(differences), statement).toEqual(sorted(expected))
    }
  })
  expect(await found()).toEqual([])
})
