import { afterAll, beforeAll, expect, test } from 'vitest'
import { tenant, type Trx } from '#db/tenant.ts'
import { testApp, type TestApp } from '../../../test/app.ts'
import { openFloor, person } from '../../../test/floor.ts'
import { asOwner } from '../../../test/owner-role.ts'
import { spoiled, discrepancies } from '../../../test/spoiled.ts'
import { reconcile } from './reconcile.server.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

const free = (unit: number, quantity = 1) => ({ kind: 'free' as const, text: 'A football', quantity, unit })
const cash = (amount: number) => ({ method: 'cash' as const, amount, reference: '' })

/** A business with a bill of each kind, in order of their numbers: S…1 paid, 2 partly, 3 credited unpaid, 4 refunded, 5 void. */
async function busy() {
  const base = await openFloor(app, 5)
  const { calls, made } = base
  const amal = await person(calls, 'Amal')
  const first = { items: [{ kind: 'batch' as const, batch: made.id }, free(5250, 2)], customer: amal.id, payments: [cash(45_500)] }
  await calls.sales.sell({ ...first, total: 45_500 })
  const off = { discount: { kind: 'percent' as const, value: 1000 }, discountReason: 'A friend' }
  await calls.sales.sell({ items: [free(999, 3), free(10_000)], ...off, payments: [cash(100), cash(200)], total: 11_697 })
  const third = await calls.sales.sell({ items: [free(700)], total: 700 })
  await calls.sales.refund({ sale: third.id, amount: 300, method: 'cash', reason: 'Torn' })
  const fourth = await calls.sales.sell({ items: [free(8000)], payments: [cash(8000)], total: 8000 })
  await calls.sales.refund({ sale: fourth.id, amount: 3000, method: 'card', reason: 'Torn' })
  const fifth = await calls.sales.sell({ items: [free(1234)], total: 1234 })
  await calls.sales.void({ id: fifth.id, reason: 'By mistake' })
  return base.owner.vendorId
}

/** Each corrupts one row, with what is then found: kind, expected, found. */
const corruptions: [statement: string, found: [kind: string, expected: number, found: number][]][] = [
  [
    'update "sales" set "list" = "list" + 5, "net" = "net" + 5, "total" = "total" + 5 where $v and "id" = $1',
    [
      ['bill.list', 43_333, 43_338],
      ['bill.net', 43_333, 43_338],
      ['bill.total', 45_500, 45_505],
      ['sale.customerReceivable', 45_505, 45_500],
      ['sale.revenue', -43_338, -43_333],
    ],
  ],
  [
    'update "sales" set "net" = "net" - 1, "tax" = "tax" + 1, "discount" = "discount" + 1 where $v and "id" = $2',
    [
      ['bill.discount', 1238, 1239],
      ['bill.net', 11_140, 11_139],
      ['bill.tax', 557, 558],
      ['sale.discount', 1239, 1238],
      ['sale.taxPayable', -558, -557],
    ],
  ],
  [
    'update "saleLines" set "tax" = "tax" + 1, "total" = "total" + 1 where $v and "sale" = $2 and "position" = 1',
    [
      ['bill.tax', 558, 557],
      ['bill.total', 11_698, 11_697],
      ['taxClass.tax', 558, 557],
    ],
  ],
  [
    'delete from "saleLines" where $v and "sale" = $3',
    [
      ['bill.list', 0, 667],
      ['bill.net', 0, 667],
      ['bill.tax', 0, 33],
      ['bill.total', 0, 700],
      ['taxClass.net', 0, 667],
      ['taxClass.refund', 0, 2],
      ['taxClass.tax', 0, 33],
    ],
  ],
  ['update "sales" set "paid" = "paid" + 1000 where $v and "id" = $2', [['bill.paid', 300, 1300]]],
  ['update "sales" set "credited" = "credited" - 1 where $v and "id" = $3', [['bill.credited', 300, 299]]],
  [
    'delete from "payments" where $v and "sale" = $2 and "position" = 1',
    [
      ['bill.paid', 100, 300],
      ['payment.cash', 0, 200],
      ['payment.customerReceivable', 0, -200],
    ],
  ],
  [
    'update "payments" set "amount" = 150 where $v and "sale" = $2 and "position" = 0',
    [
      ['bill.paid', 350, 300],
      ['payment.cash', 150, 100],
      ['payment.customerReceivable', -150, -100],
    ],
  ],
  [
    'update "payments" set "method" = \'marketplace\' where $v and "sale" = $1',
    [
      ['payment.cash', 0, 45_500],
      ['payment.marketplaceReceivable', 45_500, 0],
    ],
  ],
  [
    'update "refunds" set "amount" = "amount" + 1 where $v and "sale" = $4',
    [
      ['bill.credited', 3001, 3000],
      ['refund.customerReceivable', -1, 0],
      ['refund.refund', 2859, 2858],
    ],
  ],
  [
    'update "refunds" set "tax" = "tax" - 1 where $v and "sale" = $3',
    [
      ['refund.refund', 287, 286],
      ['refund.taxPayable', 13, 14],
    ],
  ],
  [
    'update "refunds" set "paidBack" = 2999 where $v and "sale" = $4',
    [
      ['bill.refunded', 2999, 3000],
      ['refund.cash', -2999, -3000],
      ['refund.customerReceivable', -1, 0],
    ],
  ],
  [
    'update "sales" set "voidedAt" = null, "voidReason" = null where $v and "id" = $5',
    [
      ['taxClass.net', 0, -1175],
      ['taxClass.tax', 0, -59],
      ['void.customerReceivable', 0, -1234],
      ['void.revenue', 0, 1175],
      ['void.taxPayable', 0, 59],
    ],
  ],
  [
    'update "ledger" set "amount" = "amount" + 7 where $v and "sourceId" = $3 and "credit" = \'revenue\'',
    [
      ['sale.customerReceivable', 700, 707],
      ['sale.revenue', -667, -674],
      ['taxClass.net', 667, 674],
    ],
  ],
  [
    'update "ledger" set "debit" = \'expense\' where $v and "sourceId" = $3 and "credit" = \'taxPayable\'',
    [
      ['sale.customerReceivable', 700, 667],
      ['sale.expense', 0, 33],
    ],
  ],
  [
    'delete from "ledger" where $v and "source" = \'void\' and "debit" = \'taxPayable\'',
    [
      ['taxClass.tax', -59, 0],
      ['void.customerReceivable', -1234, -1175],
      ['void.taxPayable', 59, 0],
    ],
  ],
  [
    'update "ledger" set "sourceId" = $4 where $v and "sourceId" = $3 and "credit" = \'revenue\'',
    [
      ['sale.customerReceivable', 700, 33],
      ['sale.customerReceivable', 8000, 8667],
      ['sale.revenue', -7619, -8286],
      ['sale.revenue', -667, 0],
      ['taxClass.net', 667, 0],
      ['taxClass.net', 7619, 8286],
    ],
  ],
  [
    'update "ledger" set "currency" = \'USD\' where $v and "sourceId" = $3 and "credit" = \'revenue\'',
    [
      ['sale.customerReceivable', 0, 667],
      ['sale.customerReceivable', 700, 33],
      ['sale.revenue', -667, 0],
      ['sale.revenue', 0, -667],
    ],
  ],
  ['update "numbers" set "last" = "last" + 1 where $v and "series" = \'S:2026\'', [['numbers', 6, 5]]],
  ['update "sales" set "number" = \'S2026-00007\' where $v and "id" = $5', [['numbers', 5, 4]]],
  ['update "refunds" set "number" = \'C2025-00001\' where $v and "sale" = $3', [['numbers', 2, 1]]],
  [
    'update "ledger" set "taxClass" = \'reduced\' where $v and "sourceId" = $3 and "credit" = \'taxPayable\'',
    [
      ['taxClass.tax', 0, 33],
      ['taxClass.tax', 33, 0],
    ],
  ],
  [
    'update "ledger" set "taxRateThousandths" = 5500 where $v and "sourceId" = (select "id" from "refunds" where $v and "sale" = $3) and "debit" = \'refund\'',
    [['taxClass.refund', 0, 1]],
  ],
  [
    'update "saleLines" set "taxRateThousandths" = 5500 where $v and "sale" = $3',
    [
      ['taxClass.net', 0, 667],
      ['taxClass.net', 667, 0],
      ['taxClass.refund', 0, 2],
      ['taxClass.tax', 0, 33],
      ['taxClass.tax', 33, 0],
    ],
  ],
  ['delete from "numbers" where $v and "series" = \'C:2026\'', [['numbers', 0, 2]]],
]

test('M7 whatever of a business’s money is changed, removed or moved is found, and told by the amounts', async () => {
  const vendorId = await busy()
  const neighbour = await busy()
  const clean = async () => {
    for (const vendor of [vendorId, neighbour]) expect(await tenant(app.app.db, vendor, (trx) => reconcile(trx, vendor))).toEqual([])
  }
  await clean()
  expect(corruptions.length).toBeGreaterThanOrEqual(25)
  await asOwner(app.app.db, async (owner) => {
    for (const [statement, expected] of corruptions) {
      const text = statement.replaceAll('$v', `"vendorId" = '${vendorId}'`).replaceAll(/\$([1-5])/g, (_, place: string) => {
        return `(select "id" from "sales" where "vendorId" = '${vendorId}' and "number" = 'S2026-0000${place}')`
      })
      expect(discrepancies(await spoiled(owner, vendorId, text)), statement).toEqual(expected)
      expect(await reconcile(owner as Trx, vendorId), statement).toEqual([])
    }
  })
  await clean()
})
