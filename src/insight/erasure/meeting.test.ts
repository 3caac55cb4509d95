import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { tenant, type Trx } from '#db/tenant.ts'
import { lockUses, limits } from '#kernel/limits.ts'
import { testApp, type TestApp } from '../../../test/app.ts'
import { openFloor, person, refusal, seen } from '../../../test/floor.ts'
import { wholeDatabase } from '../../../test/owner-role.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

const canary = 'Kestrel9'
const free = (unit: number) => ({ kind: 'free' as const, text: 'A lesson', quantity: 1, unit })
const cash = (amount: number) => ({ method: 'cash' as const, amount })

/** The tables in which a person is found, except the one of what bills print. */
const tablesWith = async (word: string) =>
  (await wholeDatabase(app.app.db))
    .split('\n')
    .filter((line) => line.toLowerCase().includes(word.toLowerCase()))
    .map((line) => line.slice(0, line.indexOf(' ')))
    .filter((table) => table !== 'billBuyers')

/** The number of transactions waiting for a lock; on the embedded engine all wait for its single transaction. */
async function waiting(): Promise<number> {
  if (app.app.db.engine === 'embedded') return Infinity
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as "count" from pg_locks join pg_stat_activity using (pid) where datname = current_database() and not granted`.execute(
    app.app.db.kysely,
  )
  return rows[0]?.count ?? 0
}

/** Locks rows that the first call needs, and runs the second once the first waits. @returns the outcome of both */
async function meeting(
  hold: (trx: Trx) => Promise<unknown>,
  first: () => Promise<unknown>,
  second: () => Promise<unknown>,
  vendorId: string,
) {
  let [reach, pass] = [() => {}, () => {}]
  const reached = new Promise<void>((resolve) => (reach = resolve))
  const passed = new Promise<void>((resolve) => (pass = resolve))
  const holding = tenant(app.app.db, vendorId, async (trx) => {
    await hold(trx)
    reach()
    await passed
  })
  await reached
  const one = refusal(first())
  while ((await waiting()) < 1) await setTimeout(5)
  let isOver = false
  const other = refusal(second()).finally(() => (isOver = true))
  while (!isOver && (await waiting()) < 2) await setTimeout(5)
  pass()
  await holding
  return Promise.all([one, other])
}

test('what is written about somebody who is erased at the same time does not stay, whichever is first', async () => {
  const { calls, owner, service } = await openFloor(app, 5)
  const { vendorId } = owner
  const billed = async () => {
    const of = await person(calls, canary, { email: `${canary}@example.com` })
    const sale = await calls.sales.sell({ customer: of.id, items: [free(100)], payments: [cash(100)], total: 100 })
    const send = () => calls.sales.send({ id: sale.id })
    await send()
    await app.mails()
    return { of, send, erase: () => calls.customers.erase({ ...seen(of), reason: 'Asked', name: canary }) }
  }
  const isErased = async () => expect(await tablesWith(canary)).toEqual([])
  const sent = async () => (await app.mails()).length
  const ofTurns = (trx: Trx) => lockUses(trx, limits.mailByVendor, vendorId)
  const ofDeliveries = (trx: Trx) => trx.selectFrom('deliveries').select('id').where('vendorId', '=', vendorId).forUpdate().execute()

  const mailed = await billed()
  const before = await sent()
  expect(await meeting(ofTurns, mailed.send, mailed.erase, vendorId)).toEqual(['accepted', 'accepted'])
  await isErased()
  expect(await sent()).toBe(before)

  const late = await billed()
  const already = await sent()
  expect(await meeting(ofDeliveries, late.erase, late.send, vendorId)).toEqual([
    'accepted',
    app.app.db.engine === 'server' ? 'customer/erased' : 'sales.receipt.noAddress',
  ])
  await isErased()
  expect(await sent()).toBe(already)

  const named = await billed()
  const other = await person(calls, 'Somebody')
  const quote = await calls.quotes.create({ customer: other.id, service: service.id, quote: 'An offer', offeredPrice: 100 })
  const name = () => calls.quotes.update({ ...seen(quote), customer: named.of.id, quote: `For ${canary}` })
  expect(await meeting(ofDeliveries, named.erase, name, vendorId)).toEqual(['accepted', 'enrolments.customer.required'])
  await isErased()
})
