import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { tenant } from '#db/tenant.ts'
import { testApp, type TestApp } from '../../../test/app.ts'
import { openFloor } from '../../../test/floor.ts'
import { asOwner } from '../../../test/owner-role.ts'
import { checkBooks } from './chain-links.server.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

const free = (unit: number) => ({ kind: 'free' as const, text: 'A football', quantity: 1, unit })
const cash = (amount: number) => ({ method: 'cash' as const, amount, reference: '' })

test('M3 the ledger and its papers can be written once and never changed, as the role of the product', async () => {
  const { calls, owner } = await openFloor(app, 5)
  await calls.sales.sell({ items: [free(100)], payments: [cash(100)], total: 100 })
  for (const table of ['ledger', 'payments', 'saleLines', 'refunds', 'audit'])
    for (const change of [`update "${table}" set "vendorId" = "vendorId"`, `delete from "${table}"`, `truncate "${table}"`])
      await expect(
        tenant(app.app.db, owner.vendorId, (trx) => sql.raw(change).execute(trx)),
        change,
      ).rejects.toThrow(/permission denied/)
})

test('a row that a superuser changes, removes or puts last is found by the chain', async () => {
  const { calls, owner } = await openFloor(app, 5)
  for (let round = 0; round < 4; round++) {
    const { id } = await calls.sales.sell({ items: [free(1000)], payments: [cash(400)], discountReason: '', total: 1000 })
    await calls.sales.pay({ sale: id, ...cash(600) })
  }
  const check = () => tenant(app.app.db, owner.vendorId, (trx) => checkBooks(trx, owner.vendorId))
  const whole = { entries: { length: 16, brokenAt: null }, events: { length: 8, brokenAt: null } }
  expect(await check()).toEqual(whole)
  const spoil = (statement: string) => asOwner(app.app.db, (db) => sql.raw(statement.replaceAll('$v', `'${owner.vendorId}'`)).execute(db))
  await spoil('create table "kept" as select * from "ledger" where "vendorId" = $v')
  await spoil('create table "keptLog" as select * from "audit" where "vendorId" = $v and "sequence" is not null')
  for (const [statement, found] of [
    ['update "ledger" set "amount" = "amount" + 1 where "vendorId" = $v and "sequence" = 5', { entries: 5 }],
    ['update "ledger" set "debit" = \'expense\' where "vendorId" = $v and "sequence" = 1', { entries: 1 }],
    ['delete from "ledger" where "vendorId" = $v and "sequence" = 7', { entries: 7 }],
    ['delete from "ledger" where "vendorId" = $v and "sequence" = 16', { entries: 16 }],
    ['delete from "audit" where "vendorId" = $v and "sequence" = 3', { events: 3 }],
    ['delete from "audit" where "vendorId" = $v and "sequence" = 8', { events: 8 }],
    ['update "audit" set "after" = \'{}\' where "vendorId" = $v and "sequence" = 2', { events: 2 }],
  ] as [string, Partial<Record<'entries' | 'events', number>>][]) {
    await spoil(statement)
    const state = await check()
    expect([state.entries.brokenAt, state.events.brokenAt], statement).toEqual([found.entries ?? null, found.events ?? null])
    await spoil('delete from "ledger" where "vendorId" = $v')
    await spoil('insert into "ledger" select * from "kept"')
    await spoil('delete from "audit" where "vendorId" = $v and "sequence" is not null')
    await spoil('insert into "audit" select * from "keptLog"')
    expect(await check()).toEqual(whole)
  }
  await spoil('drop table "kept"')
  await spoil('drop table "keptLog"')
})
