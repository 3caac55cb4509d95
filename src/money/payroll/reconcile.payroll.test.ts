import { afterAll, beforeAll, expect, test } from 'vitest'
import { tenant, type Trx } from '#db/tenant.ts'
import { week } from '#lib/fields.ts'
import { testApp, type TestApp } from '../../../test/app.ts'
import { dated, openFloor, seen, start, travel } from '../../../test/floor.ts'
import { asOwner } from '../../../test/owner-role.ts'
import { spoiled, discrepancies } from '../../../test/spoiled.ts'
import { reconcile } from '#insight/finance/reconcile.server.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

const october = { month: '2026-10' }

/** Four Mondays of October frozen for Mariam at 120, four Tuesdays for Yousef at 90; one Monday deducted, a bonus, two payments. */
async function busy() {
  const { calls, owner, batch, made, trainer, second } = await openFloor(app, 5)
  await calls.batches.create(batch({ ...dated, trainer: second.id, trainingDays: week(2) }))
  await travel(app, owner, start + 28 * 86_400_000)
  await calls.finance.close(october)
  await calls.finance.reopen({ ...october, reason: 'One was not held' })
  const { rows } = await calls.sessions.list({ from: '2026-10-12', to: '2026-10-12', batch: made.id })
  await calls.sessions.cancel({ ...seen(rows[0]!), reason: 'Rain', tell: false })
  await calls.finance.close(october)
  await calls.payroll.adjust({ month: '2026-11', trainer: trainer.id, amount: 700, reason: 'Travel' })
  await calls.payroll.pay({ trainer: trainer.id, amount: 10_000, method: 'cash' })
  await calls.payroll.pay({ trainer: second.id, amount: 9000, method: 'transfer' })
  return { vendorId: owner.vendorId, mariam: trainer.id, yousef: second.id }
}

/** Each corrupts one row of Mariam ($m) or Yousef ($y), with what is then found. */
const corruptions: [statement: string, found: [kind: string, expected: number, found: number][]][] = [
  [
    'update "payLines" set "amount" = "amount" + 1 where $v and "trainer" = $m and "heldOn" = \'2026-10-05\'',
    [
      ['payroll.cost', 12_000, 12_001],
      ['payroll.payroll', 48_001, 48_000],
      ['payroll.payrollPayable', -48_001, -48_000],
    ],
  ],
  ['update "payLines" set "cost" = 121 where $v and "trainer" = $m and "heldOn" = \'2026-10-05\'', [['payroll.cost', 12_100, 12_000]]],
  [
    'delete from "payLines" where $v and "trainer" = $y and "heldOn" = \'2026-10-06\'',
    [
      ['payroll.payroll', 27_000, 36_000],
      ['payroll.payrollPayable', -27_000, -36_000],
    ],
  ],
  [
    'delete from "payLines" where $v and "kind" = \'adjustment\' and "session" is not null',
    [
      ['payroll.payroll', 0, -12_000],
      ['payroll.payrollPayable', 0, 12_000],
    ],
  ],
  [
    'delete from "payLines" where $v and "kind" = \'session\' and "heldOn" = \'2026-10-12\'',
    [
      ['payroll.payroll', 36_000, 48_000],
      ['payroll.payrollPayable', -36_000, -48_000],
      ['payroll.session', 0, -1],
    ],
  ],
  [
    'update "payLines" set "session" = (select "session" from "payLines" where $v and "trainer" = $m and "heldOn" = \'2026-10-26\'), "kind" = \'adjustment\' where $v and "trainer" = $m and "heldOn" = \'2026-10-05\'',
    [['payroll.session', 1, 2]],
  ],
  [
    'update "payLines" set "trainer" = $y where $v and "reason" = \'Travel\'',
    [
      ['payroll.payroll', 0, 700],
      ['payroll.payroll', 700, 0],
      ['payroll.payrollPayable', -700, 0],
      ['payroll.payrollPayable', 0, -700],
    ],
  ],
  [
    'update "payLines" set "amount" = -700 where $v and "reason" = \'Travel\'',
    [
      ['payroll.payroll', -700, 700],
      ['payroll.payrollPayable', 700, -700],
    ],
  ],
  [
    'update "trainerPayments" set "amount" = "amount" - 1 where $v and "trainer" = $m',
    [
      ['payroll.cash', -9999, -10_000],
      ['payroll.payrollPayable', 9999, 10_000],
    ],
  ],
  [
    'delete from "trainerPayments" where $v and "trainer" = $y',
    [
      ['payroll.cash', 0, -9000],
      ['payroll.payrollPayable', 0, 9000],
    ],
  ],
  [
    'update "trainerPayments" set "method" = \'cash\' where $v and "trainer" = $y',
    [
      ['payroll.cash', -9000, 0],
      ['payroll.cash', 0, -9000],
      ['payroll.payrollPayable', 0, 9000],
      ['payroll.payrollPayable', 9000, 0],
    ],
  ],
  [
    'update "ledger" set "amount" = "amount" + 9 where $v and "trainer" = $y and "debit" = \'payroll\'',
    [
      ['payroll.payroll', 36_000, 36_009],
      ['payroll.payrollPayable', -36_000, -36_009],
    ],
  ],
  [
    'update "ledger" set "debit" = \'expense\' where $v and "trainer" = $y and "debit" = \'payroll\'',
    [
      ['payroll.expense', 0, 36_000],
      ['payroll.payroll', 36_000, 0],
    ],
  ],
  [
    'update "ledger" set "day" = \'2026-11-01\' where $v and "trainer" = $y and "debit" = \'payroll\'',
    [
      ['payroll.payroll', 0, 36_000],
      ['payroll.payroll', 36_000, 0],
      ['payroll.payrollPayable', -36_000, 0],
      ['payroll.payrollPayable', 0, -36_000],
    ],
  ],
  [
    'delete from "ledger" where $v and "credit" = \'cash\' and "method" = \'transfer\'',
    [
      ['payroll.cash', -9000, 0],
      ['payroll.payrollPayable', 9000, 0],
    ],
  ],
]

test('M7 whatever of trainer pay is changed, removed or moved is found, and told by the amounts', async () => {
  const { vendorId, mariam, yousef } = await busy()
  const neighbour = await busy()
  const clean = async () => {
    for (const vendor of [vendorId, neighbour.vendorId])
      expect(await tenant(app.app.db, vendor, (trx) => reconcile(trx, vendor))).toEqual([])
  }
  await clean()
  expect(corruptions.length).toBeGreaterThanOrEqual(10)
  await asOwner(app.app.db, async (owner) => {
    for (const [statement, expected] of corruptions) {
      const text = statement.replaceAll('$v', `"vendorId" = '${vendorId}'`).replaceAll('$m', `'${mariam}'`).replaceAll('$y', `'${yousef}'`)
      expect(discrepancies(await spoiled(owner, vendorId, text)), statement).toEqual(expected)
      expect(await reconcile(owner as Trx, vendorId), statement).toEqual([])
    }
  })
  await clean()
})

test('a line that a rule pays is found where it no longer follows from what it names', async () => {
  const { calls, owner, trainer } = await openFloor(app, 5)
  await calls.payroll.setRule({ trainer: trainer.id, unit: 'hour', amount: 9000 })
  await travel(app, owner, start + 28 * 86_400_000)
  await calls.finance.close(october)
  const only = `"vendorId" = '${owner.vendorId}' and "heldOn" = '2026-10-12'`
  await asOwner(app.app.db, async (trx) => {
    for (const [change, expected, found] of [
      ['"minutes" = 61', 9150, 9000],
      ['"rate" = 9001', 9001, 9000],
      ['"maximum" = 8999', 8999, 9000],
      ['"unit" = \'head\', "people" = 2', 18_000, 9000],
      ['"people" = 0, "empty" = \'nothing\'', 0, 9000],
    ] as const)
      expect(discrepancies(await spoiled(trx, owner.vendorId, `update "payLines" set ${change} where ${only}`)), change).toEqual([
        ['payroll.rule', expected, found],
      ])
    expect(await reconcile(trx as Trx, owner.vendorId)).toEqual([])
  })
})
