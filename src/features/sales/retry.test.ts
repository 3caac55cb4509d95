import type { KyselyPlugin } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { opening } from '#db/opening.ts'
import { tenant } from '#db/tenant.ts'
import { checkBooks } from '#features/finance/books.server.ts'
import { reconcile } from '#features/finance/reconcile.server.ts'
import { newId } from '#server/ids.ts'
import { testApp, type TestApp } from '../../../test/app.ts'
import { testDatabase } from '../../../test/database.ts'
import { openFloor, person } from '../../../test/floor.ts'

/** Statements that still succeed before each error; an error comes after its statement has done its work. */
let until: number[] = []
let injected = 0

function failing(): void {
  const [left] = until
  // The session is read by one statement outside of a transaction, which no other can fail.
  if (left === undefined || !opening.getStore()) return
  if (left > 0) {
    until[0] = left - 1
    return
  }
  until.shift()
  injected += 1
  throw Object.assign(new Error('injected'), { code: injected % 2 ? '40001' : '40P01' })
}

/** About how many statements a sale, a payment and a refund have. */
const statements = [38, 20, 22]

let app: TestApp
beforeAll(async () => {
  const db = await testDatabase()
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      failing()
      return result
    },
  }
  app = await testApp({}, { ...db, kysely: db.kysely.withPlugin(plugin) })
})
afterAll(() => app.close())

test('C5 a hundred serialization failures and deadlocks amid sales, payments and refunds: each is made once', async () => {
  const { calls, owner, made } = await openFloor(app, 200)
  /** At most 4 errors in a call, since its fifth attempt is its last; each at another statement. */
  const amid = async <T>(call: number, work: () => Promise<T>): Promise<T> => {
    until = Array.from(
      { length: Math.min([1, 1, 2, 1, 4][call % 5] ?? 1, 100 - injected) },
      (_, at) => (call * 7 + at * 11) % (statements[call % 3] ?? 1),
    )
    try {
      return await work()
    } finally {
      until = []
    }
  }
  let sold = 0
  for (let call = 0; injected < 100; sold++) {
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
  expect(injected).toBe(100)
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
  // One event for each call, and none for what was undone.
  expect(books.events).toEqual({ length: 3 * sold, brokenAt: null })
  console.log(`${injected} errors amid ${3 * sold} calls`)
})
