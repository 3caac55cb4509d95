import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Role } from '#lib/roles.ts'
import { platform, tenant } from '#db/tenant.ts'
import { listAlarms } from '#kernel/alarms.ts'
import { auditMoney, lockBooks } from '#business/ledger/books.server.ts'
import { checkBooks, eventValues, linked } from '#business/ledger/chain-links.server.ts'
import { checkChains } from '#business/ledger/chain.server.ts'
import { auditRow } from '#kernel/audit.ts'
import { runAs } from '#kernel/context.ts'
import { testApp, type TestApp } from '../../../test/app.ts'
import { openFloor, start, travel } from '../../../test/floor.ts'
import { asOwner } from '../../../test/owner-role.ts'
import { auditMarks } from './audit.rules.ts'
import { checkEveryVendor } from './every-vendor.server.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

const dayMs = 86_400_000
const free = (unit: number) => ({ kind: 'free' as const, text: 'A football', quantity: 1, unit })
const paid = (method: 'cash' | 'card', amount: number) => ({ method, amount, reference: '' })
const percent = (value: number) => ({ discount: { kind: 'percent' as const, value }, discountReason: 'A friend' })

/** Writes a change as a future or careless part of the product would: under another name, or against its own rules. */
async function planted(vendorId: string, change: Parameters<typeof auditMoney>[2]) {
  await runAs(app.app, 'operator', vendorId, async ({ trx, call }) => {
    await lockBooks(trx, vendorId)
    await auditMoney(trx, call, change)
  })
}

/** Bills of every kind; a comment names the mark that each one gets. */
async function busy() {
  const base = await openFloor(app, 5)
  const { calls, owner } = base
  const as = (role: Role) =>
    platform(app.app.db, (trx) => trx.updateTable('members').set({ role }).where('userId', '=', owner.userId).execute())
  const first = await calls.sales.sell({ items: [free(10_000)], payments: [paid('cash', 10_000)], total: 10_000 })
  await calls.sales.refund({ sale: first.id, amount: 1000, method: 'cash', reason: 'Torn' })
  // otherMethod: paid in cash, refunded by card.
  await calls.sales.refund({ sale: first.id, amount: 2000, method: 'card', reason: 'No cash left' })
  // At 20 % no mark, above it largeDiscount.
  await calls.sales.sell({ items: [free(10_000)], ...percent(2000), total: 8000 })
  await calls.sales.sell({ items: [free(10_000)], ...percent(2500), total: 7500 })
  await as('frontDesk')
  await calls.sales.sell({ items: [free(10_000)], ...percent(1000), total: 9000 })
  await as('owner')
  // Voiding a bill without a payment gets no mark.
  const unpaid = await calls.sales.sell({ items: [free(500)], total: 500 })
  await calls.sales.void({ id: unpaid.id, reason: 'Twice' })
  // A credit that only reduces an unpaid amount has no method.
  const open = await calls.sales.sell({ items: [free(700)], total: 700 })
  await calls.sales.refund({ sale: open.id, amount: 300, method: 'card', reason: 'Too much' })
  await travel(app, owner, start + dayMs)
  await planted(owner.vendorId, {
    action: 'void',
    entity: 'sale',
    target: first.id,
    before: { state: 'partiallyRefunded' },
    after: { state: 'void', reason: 'Gone' },
  })
  await planted(owner.vendorId, { action: 'create', entity: 'expense', target: first.id, after: { day: '2026-10-05', amount: 900 } })
  await planted(owner.vendorId, { action: 'create', entity: 'expense', target: first.id, after: { day: '2026-10-06', amount: 900 } })
  await planted(owner.vendorId, {
    action: 'sell',
    entity: 'sale',
    target: first.id,
    after: { list: 10_000, discount: 2002, day: '2026-10-06' },
  })
  return { ...base, as, first }
}

test('each mark is on the change that earns it, and on no other', async () => {
  const { calls, owner, first, as } = await busy()
  const { rows, total } = await calls.reports.audit({ size: 100 })
  expect(rows).toHaveLength(total)
  expect(rows.map(({ sequence }) => sequence)).toEqual(rows.map((_, at) => rows.length - at))
  const marked = rows.filter((row) => row.marks.length > 0).map((row) => [row.action, row.marks.join(), row.role])
  expect(marked).toEqual([
    ['sell', 'largeDiscount', 'operator'],
    ['create', 'backDated', 'operator'],
    ['void', 'voidAfterPayment', 'operator'],
    ['sell', 'largeDiscount', 'owner'],
    ['refund', 'otherMethod', 'owner'],
  ])
  for (const mark of auditMarks) {
    const found = await calls.reports.audit({ mark, size: 100 })
    expect(found.rows).toEqual(rows.filter((row) => row.marks.includes(mark)))
    expect(found.total).toBe(mark === 'largeDiscount' ? 2 : 1)
  }
  expect((await calls.reports.audit({ mark: 'any' })).total).toBe(5)
  const desk = rows.find((row) => row.role === 'frontDesk')
  expect(desk).toMatchObject({ actor: owner.email, action: 'sell', entity: 'sale', marks: [], currency: 'AED', exponent: 2 })
  expect((await calls.reports.audit({ search: first.number, size: 100 })).rows.map(({ action }) => action)).toEqual(
    rows.filter((row) => row.sale === first.id).map(({ action }) => action),
  )
  // A credit note is found by its own number.
  const note = rows.find((row) => row.action === 'refund')
  expect((await calls.reports.audit({ search: note?.number ?? '' })).rows).toEqual([note])
  expect(note?.fields).toEqual(
    expect.arrayContaining([
      { name: 'credited', before: '0', after: '300' },
      { name: 'amount', before: null, after: '300' },
    ]),
  )
  expect(note).toMatchObject({ reason: 'Too much' })
  const of = async (input: object) => (await calls.reports.audit({ size: 100, ...input })).rows
  expect(await of({ action: 'void' })).toEqual(rows.filter(({ action }) => action === 'void'))
  expect(await of({ from: '2026-10-06', to: '2026-10-06' })).toEqual(rows.filter(({ at }) => at >= '2026-10-05T20:00'))
  expect(await of({ to: '2026-10-05' })).toEqual(rows.filter(({ at }) => at < '2026-10-05T20:00'))
  expect(await of({ actor: owner.userId })).toEqual(rows.filter(({ actor }) => actor === owner.email))
  expect(await of({ page: 2, size: 5 })).toEqual(rows.slice(5, 10))
  expect(await calls.reports.auditors()).toEqual({
    actors: [{ id: owner.userId, name: owner.email }],
    actions: ['create', 'refund', 'sell', 'void'],
  })
  await as('accountant')
  expect((await calls.reports.audit({})).total).toBe(total)
})

test('the page says where someone took a row out of the log or changed one', async () => {
  const { calls, owner } = await busy()
  const before = await calls.reports.chain()
  expect(before).toMatchObject({ entries: { brokenAt: null }, events: { length: 14, brokenAt: null } })
  const spoil = (statement: string) =>
    asOwner(app.app.db, (db) => sql.raw(statement.replaceAll('$v', `"vendorId" = '${owner.vendorId}'`)).execute(db))
  await spoil('update "audit" set "before" = \'{"credited": 5}\' where $v and "sequence" = 9')
  expect((await calls.reports.chain()).events).toEqual({ length: 14, brokenAt: 9, wholeAt: null })
  await spoil('delete from "audit" where $v and "sequence" = 4')
  expect((await calls.reports.chain()).events).toEqual({ length: 14, brokenAt: 4, wholeAt: null })
  await spoil('delete from "ledger" where $v and "sequence" = 2')
  expect((await calls.reports.chain()).entries).toMatchObject({ brokenAt: 2 })
  // Reported to the operator once a day, however often the page is opened, and each time all books are checked.
  const alarms = async () => (await listAlarms(app.app)).filter((line) => line.includes(owner.vendorId))
  const logged = () => app.logLines.filter((line) => line.includes('"alarm":"chain-broken"'))
  expect(await alarms()).toEqual([expect.stringMatching(/ {2}chain-broken {2}reports\.chain {2}/)])
  expect(logged()).toEqual([expect.stringContaining('"call":"reports.chain"')])
  await checkEveryVendor(app.app.db)
  expect(await alarms()).toHaveLength(2)
})

test('every vendor is checked, and what is broken is named with its vendor', async () => {
  const { calls, owner } = await openFloor(app, 1)
  await calls.sales.sell({ items: [free(1000)], payments: [paid('cash', 1000)], total: 1000 })
  const own = async () => (await checkEveryVendor(app.app.db)).problems.filter((line) => line.startsWith(owner.vendorId))
  expect(await own()).toEqual([])
  await asOwner(app.app.db, (db) => sql`update "payments" set "amount" = 900 where "vendorId" = ${owner.vendorId}`.execute(db))
  await asOwner(app.app.db, (db) => sql`delete from "audit" where "vendorId" = ${owner.vendorId} and "sequence" = 1`.execute(db))
  const lines = (await own()).map((line) => line.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, 'ID'))
  expect(lines[0]).toBe('ID  log broken at 1 of 1')
  expect(lines.slice(1).toSorted()).toEqual([
    'ID  bill.paid ID: expected 900, found 1000',
    'ID  payment.cash ID: expected 900, found 1000',
    'ID  payment.customerReceivable ID: expected -900, found -1000',
  ])
})

/** Writes a number of changes to the money log of a business that has none. */
async function longLog(vendorId: string, length: number): Promise<void> {
  await runAs(app.app, 'system', vendorId, async ({ trx, call }) => {
    const { eventsHash } = await lockBooks(trx, vendorId)
    let hash: Uint8Array = eventsHash
    const rows = Array.from({ length }, (_, at) => {
      const row = { ...auditRow(call, { action: 'pay', entity: 'sale', target: vendorId, after: { paid: at } }), sequence: at + 1 }
      hash = linked(hash, eventValues(row))
      return { ...row, hash }
    })
    for (let at = 0; at < rows.length; at += 500)
      await trx
        .insertInto('audit')
        .values(rows.slice(at, at + 500))
        .execute()
    await trx.updateTable('books').set({ events: rows.length, eventsHash: hash }).where('vendorId', '=', vendorId).execute()
  })
}

test('a chain of many pages is followed to its end, and its last link is missed', async () => {
  const { vendorId } = (await openFloor(app, 1)).owner
  await longLog(vendorId, 4001)
  const check = () => tenant(app.app.db, vendorId, (trx) => checkBooks(trx, vendorId))
  expect(await check()).toEqual({ entries: { length: 0, brokenAt: null }, events: { length: 4001, brokenAt: null } })
  await asOwner(app.app.db, (db) => sql`delete from "audit" where "vendorId" = ${vendorId} and "sequence" = 4001`.execute(db))
  expect((await check()).events).toEqual({ length: 4001, brokenAt: 4001 })
  await asOwner(app.app.db, (db) =>
    sql`update "audit" set "at" = timestamptz '2020-01-01' where "vendorId" = ${vendorId} and "sequence" = 2500`.execute(db),
  )
  expect((await check()).events).toEqual({ length: 4001, brokenAt: 2500 })
})

test('a check goes on from the last one, and what was changed before that is found by the night’s', async () => {
  const { calls, owner } = await openFloor(app, 1)
  const { vendorId } = owner
  await longLog(vendorId, 1200)
  const places = () =>
    tenant(app.app.db, vendorId, (trx) =>
      trx.selectFrom('chainChecks').select(['chain', 'sequence', 'brokenAt']).orderBy('chain').execute(),
    )
  const nightly = () => checkChains({ run: (part) => runAs(app.app, 'system', vendorId, part), doneThrough: null, isOver: () => false })
  const events = async () => (await calls.reports.chain()).events
  const spoil = (statement: string) =>
    asOwner(app.app.db, (db) => sql.raw(statement.replaceAll('$v', `"vendorId" = '${vendorId}'`)).execute(db))
  expect(await events()).toEqual({ length: 1200, brokenAt: null, wholeAt: null })
  expect(await places()).toEqual([{ chain: 'events', sequence: 1200, brokenAt: null }])

  // New links are checked from there on: a change in a new one is found at once, in an earlier one only by a full check.
  await calls.sales.sell({ items: [free(1000)], payments: [paid('cash', 1000)], total: 1000 })
  expect(await events()).toMatchObject({ length: 1201, brokenAt: null })
  await spoil('create table "keptLog" as select * from "audit" where $v and "sequence" in (700, 1201)')
  const restore = () =>
    spoil('update "audit" a set "after" = k."after" from "keptLog" k where a."vendorId" = k."vendorId" and a."id" = k."id"')
  await spoil('update "audit" set "after" = \'{"paid": 5}\' where $v and "sequence" = 1201')
  expect(await events()).toMatchObject({ brokenAt: 1201 })
  await restore()
  await spoil('update "audit" set "after" = \'{"paid": 5}\' where $v and "sequence" = 700')
  expect(await events()).toMatchObject({ brokenAt: null })
  expect((await tenant(app.app.db, vendorId, (trx) => checkBooks(trx, vendorId))).events.brokenAt).toBe(700)
  await nightly()
  expect(await events()).toEqual({ length: 1201, brokenAt: 700, wholeAt: null })
  expect(app.logLines.filter((line) => line.includes('A chain of the books is broken') && line.includes(vendorId))).toHaveLength(1)

  // Once repaired, the chain is intact after the next night, and the check continues from its end.
  await restore()
  await nightly()
  expect(await events()).toEqual({ length: 1201, brokenAt: null, wholeAt: new Date(app.clock.now()).toISOString() })
  expect((await places()).map(({ sequence }) => sequence)).toEqual([expect.any(Number), 1201])
  await spoil('drop table "keptLog"')
})
