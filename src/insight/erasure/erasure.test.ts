import { readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { tenant } from '#db/tenant.ts'
import { createArchives } from '#insight/archives/archive.make.server.ts'
import { unzip } from '#insight/archives/unzip.sample.ts'
import { invited } from '#insight/challenges/external.sample.ts'
import { checkBooks } from '#business/ledger/chain-links.server.ts'
import { checkChains } from '#business/ledger/chain.server.ts'
import { mailed } from '#money/quotes/quote.sample.ts'
import { runDays } from '#business/accounts/daily.server.ts'
import { newId } from '#kernel/ids.ts'
import { testApp, type TestApp } from '../../../test/app.ts'
import { openFloor, person, refusal, seen, start, travel } from '../../../test/floor.ts'
import { asOwner, wholeDatabase } from '../../../test/owner-role.ts'
import { forgetBuyers } from './bills.server.ts'
import { canary, personal } from './erasure.sample.ts'
import { retainUntil, retentionYears } from './retention.rules.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

const free = (unit: number, text = 'A lesson') => ({ kind: 'free' as const, text, quantity: 1, unit })
const cash = (amount: number, reference = '') => ({ method: 'cash' as const, amount, reference })
/** In every text of the person's bills, as the canary is in every text of the person. */
const onBills = 'Osprey9'
const words = new RegExp(`${canary}|500999123|500999124|2015-03-07`, 'i')

/** The tables in which a pattern is found, once per row. */
const tablesWith = async (pattern: RegExp) =>
  (await wholeDatabase(app.app.db))
    .split('\n')
    .filter((line) => pattern.test(line))
    .map((line) => line.slice(0, line.indexOf(' ')))

/** Every file that the product stores outside its database. */
const storedFiles = () =>
  readdirSync(app.app.config.dataDir, { recursive: true, withFileTypes: true })
    .filter((file) => file.isFile())
    .map((file) => join(file.parentPath, file.name))

test('what a customer is, is either erased or named as no one’s', async () => {
  const { rows } = await sql<{ name: string }>`
    select column_name as name from information_schema.columns where table_schema = 'public' and table_name = 'customers'`.execute(
    app.app.db.kysely,
  )
  const impersonal = [
    'vendorId',
    'id',
    'state',
    'archivedFrom',
    'mergedInto',
    'activeUntil',
    'countedUntil',
    'countedOn',
    'isCounted',
    'importId',
    'createdAt',
    'updatedAt',
    'version',
    'erasedAt',
  ]
  expect(rows.map(({ name }) => name).toSorted(), 'erase it in traces.server.ts, or name it here').toEqual(
    [...Object.keys(personal), 'search', 'emailKey', ...impersonal].toSorted(),
  )
})

test('nothing of an erased person is left in the database or the store but what their bills print, and that goes when its years are over', async () => {
  const { host, guest, id: challenge } = await invited(app)
  const { calls, owner } = host
  await guest.calls.challenges.accept({ id: challenge })
  await calls.webhooks.create({
    url: 'https://partner.example/hook',
    events: ['customer.created', 'customer.updated', 'customer.merged', 'customer.erased', 'quote.created', 'sale.created'],
  })

  const created = await calls.customers.create({ ...personal, notes: `${canary} former notes` })
  const twin = await calls.customers.create({ ...personal, firstName: `${canary} twin`, phone: '0500999125' })
  const updated = await calls.customers.update({ ...personal, ...seen(created) })
  const merged = await calls.customers.merge({ ...seen(updated), drop: twin.id })
  const customer = created.id

  const discount = { kind: 'percent', value: 500, until: null, reason: `${canary} is a sibling` } as const
  const place = await calls.enrolments.enrol({ batch: host.made.id, customer, discount })
  const request = { customer, service: host.service.id, quote: `${canary} offer`, offeredPrice: 5000 }
  await calls.quotes.send(seen(await calls.quotes.create(request)))
  const { token } = await mailed(app, merged.email)
  await app.browser().calls.quotes.answer({ token, answer: 'counter', price: 4000, note: `${canary} counter` })
  const waiting = await calls.quotes.send(seen(await calls.quotes.create(request)))
  await calls.challenges.enter({ challenge, customers: [customer] })
  const entry = (await calls.challenges.entries({ challenge })).rows.find((row) => row.customer === customer)!
  expect(entry.state).toBe('active')
  const laps = await host.published({ metric: 'manual', unit: 'laps' }, [customer])
  const runner = (await calls.challenges.entries({ challenge: laps.id })).rows[0]!
  await calls.challenges.score({ entry: runner.id, units: 3, note: `${canary} ran` })
  const scored = (await calls.challenges.entries({ challenge: laps.id })).rows[0]!
  await calls.challenges.disqualify({ ...seen(scored), reason: `${canary} cheated` })
  const bill = await calls.sales.sell({
    customer,
    items: [free(2000, `${onBills} line`)],
    payments: [cash(1500, `${onBills} reference`)],
    discount: null,
    note: `${onBills} note`,
    total: 2000,
  })
  const [taken] = (await calls.sales.get({ id: bill.id })).payments
  const bounced = { id: newId(), sale: bill.id, payment: taken!.id, reason: `${onBills} bounced` }
  await calls.sales.reversePayment(bounced)
  await calls.sales.pay({ sale: bill.id, ...cash(1500, `${onBills} again`) })
  await calls.sales.send({ id: bill.id })
  await calls.archives.begin({})
  await createArchives(app.app)

  const before = new Set(await tablesWith(words))
  for (const table of [
    'customers',
    'audit',
    'quotes',
    'deliveries',
    'webhookDeliveries',
    'boardEntries',
    'challengeEntries',
    'challengeScores',
  ])
    expect([...before], table).toContain(table)
  expect(storedFiles().filter((file) => file.endsWith('.zip'))).toHaveLength(1)
  const waits = await app.app.db.kysely.selectFrom('outbox').select('payload').execute()
  expect(waits.filter(({ payload }) => words.test(String(app.app.secrets.open(payload)))).length).toBeGreaterThan(1)
  expect(JSON.stringify(await guest.calls.challenges.board({ challenge }))).toMatch(words)

  const reason = 'Asked by e-mail'
  const name = `${canary} first  ${canary.toLowerCase()} LAST`
  const now = async () => ({ ...seen(await calls.customers.get({ id: customer })), reason, name })
  expect(await calls.customers.erasure({ id: customer })).toMatchObject({
    places: 1,
    due: 500,
    bills: 1,
    keepUntil: '2033-12-31',
    years: 7,
  })
  expect(await refusal(calls.customers.erase(await now()))).toBe('customer/in-use')
  await calls.enrolments.cancel({ ...seen(await calls.enrolments.get({ id: place.id })), when: 'now', reason: `${canary} left` })
  expect(await refusal(calls.customers.erase(await now()))).toBe('customer/owes')
  await calls.sales.pay({ sale: bill.id, ...cash(500) })
  expect(await refusal(calls.customers.erase({ ...(await now()), name: 'Somebody else' }))).toBe('erasure.name.other')
  expect(await refusal(calls.customers.erase({ ...(await now()), reason: `${personal.firstName} ${personal.lastName} asked` }))).toBe(
    'erasure.reason.named',
  )
  expect(await refusal(calls.customers.erase({ ...(await now()), version: 1 }))).toBe('request/stale')
  expect(await refusal(calls.customers.erase({ ...(await now()), id: twin.id }))).not.toBe('accepted')

  const erased = await calls.customers.erase(await now())
  expect(erased).toMatchObject({
    firstName: '–',
    lastName: '',
    phone: '',
    state: 'archived',
    erasedAt: new Date(app.clock.now()).toISOString(),
  })
  expect(await calls.customers.erase({ ...seen(erased), reason, name })).toEqual(erased)
  expect(await tablesWith(words)).toEqual(['billBuyers'])
  expect(storedFiles().filter((file) => file.endsWith('.zip'))).toEqual([])
  for (const file of storedFiles()) expect((await readFile(file)).toString('latin1'), file).not.toMatch(words)
  expect(JSON.stringify(await guest.calls.challenges.board({ challenge }))).not.toMatch(words)
  const queued = await app.app.db.kysely.selectFrom('outbox').select('payload').execute()
  for (const { payload } of queued) expect(String(app.app.secrets.open(payload))).not.toMatch(words)
  expect(await calls.quotes.get({ id: waiting.id })).toMatchObject({ state: 'withdrawn', quote: '–' })

  const log = await tenant(app.app.db, owner.vendorId, (trx) =>
    trx.selectFrom('audit').selectAll().where('vendorId', '=', owner.vendorId).where('target', '=', customer).orderBy('id').execute(),
  )
  expect(log.map(({ action }) => action).toSorted()).toEqual(['create', 'erase', 'merge', 'update'])
  expect(log.find(({ action }) => action === 'erase')).toMatchObject({ actor: owner.userId, before: null, after: { reason } })
  expect((await calls.history.list({ of: customer })).rows.find(({ action }) => action === 'update')).toMatchObject({
    before: null,
    after: null,
  })
  const sent = await tenant(app.app.db, owner.vendorId, (trx) => trx.selectFrom('webhookDeliveries').select(['event', 'body']).execute())
  expect(sent.filter(({ event }) => event.startsWith('customer.') || event.startsWith('quote.')).map(({ event }) => event)).toEqual([
    'customer.erased',
  ])

  expect(await calls.sales.get({ id: bill.id })).toMatchObject({
    firstName: `${personal.firstName} ${personal.lastName}`,
    lastName: '',
    phone: '+971500999123',
    buyer: {
      name: personal.companyName,
      address: `${canary} Street\n${canary} City 500999123`,
      country: 'AE',
      taxNumber: personal.taxNumber,
    },
  })
  expect((await calls.sales.list({ search: canary })).total).toBe(0)
  await calls.archives.begin({})
  await createArchives(app.app)
  const [zip = ''] = storedFiles().filter((file) => file.endsWith('.zip'))
  expect(zip).toContain(app.app.archives.place())
  for (const [file, content] of unzip(await readFile(zip))) expect(content.toString(), file).not.toMatch(words)

  const isWhole = () => tenant(app.app.db, owner.vendorId, (trx) => checkBooks(trx, owner.vendorId))
  const untouched = { entries: { brokenAt: null }, events: { brokenAt: null } }
  await travel(app, owner, Date.UTC(2033, 11, 31, 12))
  await runDays(app.app, [forgetBuyers])
  expect(await calls.sales.get({ id: bill.id })).toMatchObject({
    firstName: `${personal.firstName} ${personal.lastName}`,
    note: `${onBills} note`,
  })
  expect(await isWhole()).toMatchObject(untouched)
  await travel(app, owner, Date.UTC(2034, 0, 1, 12))
  await runDays(app.app, [forgetBuyers, checkChains])
  expect(await calls.sales.get({ id: bill.id })).toMatchObject({
    firstName: '–',
    phone: '',
    note: '',
    buyer: null,
    total: 2000,
    paid: 2000,
  })
  expect(await tablesWith(new RegExp(`${words.source}|${onBills}`, 'i'))).toEqual([])
  expect(await isWhole()).toMatchObject(untouched)
  expect(await calls.reports.chain()).toMatchObject(untouched)

  // A row emptied without being named is as broken as any other.
  await asOwner(app.app.db, (db) =>
    sql`update "audit" set "before" = null, "after" = '{"erased": true}' where "vendorId" = ${owner.vendorId} and "sequence" =
      (select max("sequence") from "audit" where "vendorId" = ${owner.vendorId})`.execute(db),
  )
  expect((await isWhole()).events.brokenAt).toBe(2)
})

test('an erased record takes nothing personal any more, and logs are changed in no other way', async () => {
  const { calls, owner, made: batch } = await openFloor(app, 5)
  const amal = await person(calls, 'Amal')
  const { id, version } = await calls.customers.erase({ ...seen(amal), reason: 'Asked', name: 'Amal' })
  expect(await refusal(calls.customers.update({ id, version, firstName: 'Amal', phone: '0500999123' }))).toBe('customer/erased')
  expect(await refusal(calls.customers.restore({ id, version }))).toBe('customer/erased')
  expect(await refusal(calls.enrolments.enrol({ batch: batch.id, customer: id }))).toBe('enrolments.customer.required')
  expect(await refusal(calls.sales.sell({ customer: id, items: [free(100)], total: 100 }))).toBe('enrolments.customer.required')
  expect(await refusal(calls.quotes.create({ customer: id, batch: batch.id, quote: 'An offer', offeredPrice: 1 }))).not.toBe('accepted')
  const twin = await person(calls, 'Amal')
  expect(await refusal(calls.customers.merge({ ...seen(twin), drop: id }))).toBe('customers.merge.archived')
  const write = (statement: string) =>
    tenant(app.app.db, owner.vendorId, (trx) => sql.raw(statement.replaceAll('$v', `'${owner.vendorId}'`)).execute(trx))
  for (const statement of [
    `update "customers" set "phone" = '+971500999123' where "vendorId" = $v and "id" = '${id}'`,
    `update "customers" set "companyName" = 'Acme' where "vendorId" = $v and "id" = '${id}'`,
    `update "customers" set "taxNumber" = '1' where "vendorId" = $v and "id" = '${id}'`,
    `update "customers" set "state" = 'active' where "vendorId" = $v and "id" = '${id}'`,
  ])
    await expect(write(statement), statement).rejects.toMatchObject({ code: '23514' })
  for (const statement of [
    `update "audit" set "after" = '{"reason": "Another"}' where "vendorId" = $v`,
    `update "audit" set "before" = null, "after" = '{"erased": true}' where "vendorId" = $v`,
    `update "audit" set "action" = 'other' where "vendorId" = $v`,
    `update "payments" set "reference" = 'Other' where "vendorId" = $v`,
    `update "payments" set "reason" = 'Other' where "vendorId" = $v`,
    `update "payments" set "reference" = '', "reason" = 'Other' where "vendorId" = $v and "reverses" is not null`,
    `update "payments" set "amount" = 1 where "vendorId" = $v`,
    `update "saleLines" set "text" = 'Other' where "vendorId" = $v`,
    `update "refunds" set "reason" = 'Other' where "vendorId" = $v`,
  ]) {
    // A row to change in each of the tables.
    const bill = await calls.sales.sell({ items: [free(100)], payments: [cash(100, 'Slip')], total: 100 })
    await calls.sales.refund({ id: newId(), sale: bill.id, amount: 100, method: 'cash', reason: 'Broken' })
    const bounced = await calls.sales.sell({ items: [free(100)], payments: [cash(100)], total: 100 })
    await calls.sales.reversePayment({ id: newId(), sale: bounced.id, payment: bounced.payments[0]!.id, reason: 'Bounced' })
    await expect(write(statement), statement).rejects.toMatchObject({ code: '42501' })
  }
})

test('a recent sign-in is asked for', async () => {
  const { calls } = await openFloor(app, 5)
  const amal = await person(calls, 'Amal')
  app.clock.set(start + 16 * 60_000)
  expect(await refusal(calls.customers.erase({ ...seen(amal), reason: 'Asked', name: 'Amal' }))).toBe('auth/recent-sign-in-required')
})

test('a country’s years count from the end of the bill’s year', () => {
  expect(['AE', 'GB', 'KW', 'DE', 'XX'].map(retentionYears)).toEqual([7, 6, 10, 8, 10])
  expect(retainUntil('2026-10-05', 'GB')).toBe('2032-12-31')
  expect(retainUntil('2026-01-01', 'AE')).toBe('2033-12-31')
})
