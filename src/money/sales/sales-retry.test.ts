import { afterAll, beforeAll, expect, test } from 'vitest'
import { tenant } from '#db/tenant.ts'
import { checkBooks } from '#business/ledger/chain-links.server.ts'
import { reconcile } from '#insight/finance/reconcile.server.ts'
import { newId } from '#kernel/ids.ts'
import { testApp, type TestApp } from '../../../test/app.ts'
import { openFloor, person } from '../../../test/floor.ts'
import { injecting } from '../../../test/injected-errors.ts'

const errors = injecting(100)

/** The approximate number of statements of a sale, a payment and a refund. */
const statements = [38, 20, 22]

let app: TestApp
beforeAll(async () => {
  app = await testApp({}, await errors.database())
})
afterAll(() => app.close())

test('C5 a hundred serialization failures and deadlocks amid sales, payments and refunds: each is made once', async () => {
  const { calls, owner, made } = await openFloor(app, 200)
  const amid = <T>(call: number, work: () => Promise<T>) => errors.amid(statements[call % 3] ?? 1, work)
  let sold = 0
  for (let call = 0; errors.injected() < 100; sold++) {
    const { id: customer } = await person(calls, 'Amal')
    const items = [
      { kind: 'batch' as const, batch: made.id },
      { kind: 'free' as const, text: 'A football', quantity: 2, unit: 501 },
    ]
    const id = newId()
    const payments = [{ method: 'cash' as const, amount: 20_000, reference: '' }]
    expect(await amid(call++, () => calls.sales.sell({ id, customer, items, payments, total: 36_002 }))).toMatchObject({ id, paid: 20_000 })
    const paid = await amid(call++, () => calls.sales.pay({ sale: id, method: 'card', amount: 16_002, reference: '' }))
    expect(paid).toMatchObject({ state: 'paid', paid: 36_002 })
    const back = await amid(call++, () => calls.sales.refund({ sale: id, amount: 1002, method: 'cash', reason: 'Torn' }))
    expect(back).toMatchObject({ state: 'partiallyRefunded', refunded: 1002 })
  }
  expect(errors.injected()).toBe(100)
  const count = (table: 'sales' | 'saleLines' | 'payments' | 'refunds' | 'enrolments') =>
    tenant(app.app.db, owner.vendorId, async (trx) => {
      const query = trx.selectFrom(table).select(({ fn }) => fn.countAll<number>().as('rows'))
      return (await query.where('vendorId', '=', owner.vendorId).executeTakeFirstOrThrow()).rows
    })
  const counts = [
    await count('sales'),
    await count('saleLines'),
    await count('payments'),
    await count('refunds'),
    await count('enrolments'),
  ]
  expect(counts).toEqual([sold, 2 * sold, 2 * sold, sold, sold])
  const [books, discrepancies] = await tenant(app.app.db, owner.vendorId, async (trx) => [
    await checkBooks(trx, owner.vendorId),
    await reconcile(trx, owner.vendorId),
  ])
  expect(discrepancies).toEqual([])
  expect(books.entries.brokenAt).toBeNull()
  // One event for each call, and none for rolled-back calls.
  expect(books.events).toEqual({ length: 3 * sold, brokenAt: null })
  console.log(`${errors.injected()} errors amid ${3 * sold} calls`)
})
