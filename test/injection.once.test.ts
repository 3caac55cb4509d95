import { createHash } from 'node:crypto'
import { PGlite } from '@electric-sql/pglite'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { contract } from '#entrance/contract.ts'
import type { CallName } from '#entrance/policy.ts'
import { Statements } from '#db/statements.ts'
import { platform } from '#db/tenant.ts'
import { week } from '#lib/fields.ts'
import { newId } from '#kernel/ids.ts'
import { testServer, type TestApp } from './app.ts'
import { httpOwner, type HttpClient } from './browser-session.ts'
import { filledOwner } from './filled.ts'
import { isNightly, isTaken } from './rounds.ts'
import { samples } from './samples.ts'
import { timed } from './timed.ts'
import { vendorDigest } from './vendor-rows.ts'

/** Part of every payload, so that a statement which contains one in its text is found. */
const mark = 'zq7'
const payloads = [
  `' or '1'='1' -- ${mark}`,
  `' or 1=1; -- ${mark}`,
  `" or ""="${mark}`,
  `') or ('${mark}'='${mark}`,
  `')) or true -- ${mark}`,
  `'; drop table halls; -- ${mark}`,
  `'; delete from users; -- ${mark}`,
  `"; drop table "users"; -- ${mark}`,
  `'; select pg_sleep(5); -- ${mark}`,
  `' || pg_sleep(5) || '${mark}`,
  `' and 1=(select 1 from pg_sleep(5)) -- ${mark}`,
  `(select 1 from pg_sleep(5))--${mark}`,
  `createdAt";select pg_sleep(5);--${mark}`,
  `id, (select pg_sleep(5)) ${mark}`,
  `(case when (select true) then "id" else "title" end) ${mark}`,
  `1) union select "passwordHash" from users -- ${mark}`,
  `' union select "email", null, null from users -- ${mark}`,
  `' union all select title from halls -- ${mark}`,
  `'; reset role; select * from halls; -- ${mark}`,
  `'; set role postgres; -- ${mark}`,
  `'; set app.vendor = '' ; -- ${mark}`,
  `'; select set_config('app.vendor','0',false); -- ${mark}`,
  `'; commit; begin; -- ${mark}`,
  `'; rollback; -- ${mark}`,
  `'; copy users to '/tmp/${mark}'; -- `,
  `'; copy (select '') to program 'touch /tmp/${mark}'; -- `,
  `'; create table ${mark} (id int); -- `,
  `'; create role ${mark} superuser; -- `,
  `'; update users set "email" = '${mark}'; -- `,
  `'; insert into limits values ('${mark}', 1, now()); -- `,
  `$$; drop table halls; -- ${mark} $$`,
  `$1 ${mark} $2`,
  `? ${mark} :id @id`,
  `\\'; drop table halls; -- ${mark}`,
  `%' or '%'='${mark}`,
  `_%_\\ ${mark} %`,
  `/*${mark}*/ or /**/1=1`,
  `\uff07 or 1=1 -- ${mark}`,
  `\u02bc or 1=1 -- ${mark}`,
  `'\u0000; drop table halls; -- ${mark}`,
]

type Schema = { _zod: { def: Record<string, unknown> & { type: string } } }

/** Every path to a string in an input, enums included. */
function stringsIn(schema: Schema, at: string[] = []): string[][] {
  const { def } = schema._zod
  if (def.type === 'string' || def.type === 'enum' || def.type === 'unknown') return [at]
  if (def.type === 'object')
    return Object.entries(def['shape'] as Record<string, Schema>).flatMap(([key, inner]) => stringsIn(inner, [...at, key]))
  if (def.type === 'array') return stringsIn(def['element'] as Schema, [...at, '0'])
  if (def.type === 'record') return stringsIn(def['valueType'] as Schema, [...at, 'title'])
  return def['innerType'] ? stringsIn(def['innerType'] as Schema, at) : []
}

function spoil(input: unknown, [key, ...rest]: string[], value: string): unknown {
  if (key === undefined) return value
  if (Array.isArray(input)) return input.map((entry: unknown, index) => (String(index) === key ? spoil(entry, rest, value) : entry))
  const fields = (input ?? {}) as Record<string, unknown>
  return { ...fields, [key]: spoil(fields[key], rest, value) }
}

let app: TestApp & { url: string }
let foreign: Awaited<ReturnType<typeof filledOwner>>
let owner: Awaited<ReturnType<typeof filledOwner>>
/** For the calls of accounts: a new password ends all other sessions. */
let member: HttpClient & { email: string }
let statements: Set<string>
const undo: (() => void)[] = []

/** Records the text of every statement that reaches the engine from now on. */
function watch(target: object, method: string): void {
  const holder = target as Record<string, (...input: unknown[]) => unknown>
  const plain = holder[method]
  if (!plain) throw new Error(`There is no ${method} to watch`)
  holder[method] = function watched(this: unknown, ...input: unknown[]) {
    const [first] = input
    statements.add(typeof first === 'string' ? first : String((first as { text?: string } | undefined)?.text))
    return plain.apply(this, input)
  }
  undo.push(() => (holder[method] = plain))
}

beforeAll(async () => {
  app = await testServer()
  foreign = await filledOwner(app.url, ' Canary9X')
  owner = await filledOwner(app.url)
  member = await httpOwner(app.url)
  statements = new Set()
  if (app.app.db.engine === 'server') watch(pg.Client.prototype, 'query')
  else {
    watch(Statements.prototype, 'run')
    for (const method of ['query', 'exec']) watch(PGlite.prototype, method)
  }
})
afterAll(async () => {
  for (const restore of undo) restore()
  await app.close()
})

/** Inputs that each call accepts, so that a payload in one field is the only invalid part. */
function inputOf(name: CallName): Record<string, unknown> {
  const hours = { startingTime: '09:00', endingTime: '10:00', trainingDays: week(1) }
  const image = `/media/${'a'.repeat(64)}.webp`
  const { service, trainer, hall, batch, customer, quote, challenge, entry } = owner.ids
  const quoteSeen = { id: quote, version: 1 }
  const offSeen = { id: owner.ids.timeOff, version: 1 }
  const email = `${newId()}@example.com`
  const password = 'touch-line-Court-at-9'
  const fields: Record<string, Record<string, unknown>> = {
    services: { service: 'football', cover: image, descriptionEn: 'A description of twenty or more', descriptionAr: '' },
    ...samples,
    trainers: { services: [service], avatar: image, Fname: 'Mariam', Lname: 'Haddad', cost: 10, ...hours },
    batches: { service, trainer, hall, name: 'Juniors', code: newId().slice(0, 20), price: 1, totalCandidates: 5, ...hours },
    customers: { firstName: 'Amal', email },
  }
  const own: Record<string, string> = { services: service, halls: hall, trainers: trainer, batches: batch, customers: newId() }
  const [group = '', call = ''] = name.split('.')
  if (group in fields) {
    if (call === 'list') return {}
    if (call === 'create') return { ...fields[group] }
    return { ...(call === 'update' ? fields[group] : {}), id: own[group] ?? newId(), ...(call === 'get' ? {} : { version: 1 }) }
  }
  const contest = {
    nameEn: 'Sweat',
    visibility: 'internal',
    session: 'weekly',
    startsAt: '2026-12-01',
    metric: 'manual',
    unit: 'laps',
    mode: 'leaderboard',
    topN: 1,
  }
  const bankLines = [{ position: 1, day: '2026-10-01', amount: 100, occurrence: 1, name: 'Jane', text: 'Fee', reference: 'A', bankId: 'B' }]
  const spent = { category: 'rent', supplier: 'Corniche Estates', amount: 10_500, tax: 500, method: 'cash' }
  const inputs: Partial<Record<CallName, Record<string, unknown>>> = {
    'accounts.register': { email, country: 'AE', password, confirmPassword: password, acceptTerms: true },
    'accounts.signIn': { email, password },
    'accounts.sendOtp': { email },
    'accounts.verifyOtp': { email, otp: '012345' },
    'accounts.verifyLink': { token: 'A'.repeat(64) },
    'accounts.resetPasswordWithOtp': { email, newPassword: password },
    'accounts.endSession': { id: newId() },
    'accounts.addPasskey': { name: 'Phone', credential: 'AA', clientDataJSON: 'AA', attestationObject: 'AA', transports: ['usb'] },
    'accounts.renamePasskey': { id: newId(), name: 'Phone' },
    'accounts.removePasskey': { id: newId() },
    'accounts.signInWithPasskey': { credential: 'AA', clientDataJSON: 'AA', authenticatorData: 'AA', signature: 'AA', userHandle: 'AA' },
    'setup.saveVendor': { logo: image, name: 'Club', username: 'club', address: 'Street 1', postcode: '1', ...hours, version: 1 },
    'documents.get': { collection: 'halls', id: hall },
    'documents.list': { collection: 'halls' },
    'documents.create': { collection: 'halls', data: { title: 'North pitch', size: 10, totalCandidates: 5 } },
    'documents.update': { collection: 'halls', id: hall, data: { title: 'North pitch' } },
    'documents.where': { collection: 'halls', field: 'title', value: 'North pitch' },
    'documents.resolve': { reference: `halls/${hall}` },
    'sessions.list': { from: '2026-11-01', to: '2026-11-30' },
    'closures.list': {},
    'closures.create': { fromDay: '2026-12-24', toDay: '2026-12-24', label: 'Holiday' },
    'trainers.load': { month: '2026-11', trainer },
    'timeOff.list': {},
    'timeOff.substitutes': { session: owner.ids.session },
    'timeOff.touch': { trainer, fromDay: '2027-01-04', toDay: '2027-01-05' },
    'timeOff.create': { trainer, fromDay: '2027-01-04', toDay: '2027-01-05', reason: 'sick', note: '' },
    'timeOff.update': { ...offSeen, fromDay: '2027-02-04', toDay: '2027-02-05', reason: 'sick', note: '' },
    'timeOff.remove': offSeen,
    'enrolments.list': {},
    'enrolments.sums': {},
    'history.list': { of: batch },
    'home.snooze': { kind: 'waiting', about: batch, until: '2026-12-31' },
    'finance.statement': { from: '2026-11-01', to: '2026-11-30' },
    'finance.entries': { from: '2026-11-01', to: '2026-11-30' },
    'payroll.list': { month: '2026-11' },
    'payroll.own': { month: '2026-11' },
    'payroll.lines': { month: '2026-11', trainer },
    'payroll.rates': { trainer },
    'payroll.rules': { trainer },
    'payroll.setRule': { trainer, unit: 'hour', amount: 100 },
    'payroll.setEmptyPay': { rule: 'nothing' },
    'payroll.adjust': { month: '2026-11', trainer, amount: 100, reason: 'Travel' },
    'payroll.pay': { trainer, amount: 100, method: 'cash', reference: '' },
    'finance.profit': { from: '2026-11-01', to: '2026-11-30' },
    'finance.tax': { from: '2026-11-01', to: '2026-11-30' },
    'finance.invoices': {},
    'finance.batchMonths': { batch },
    'finance.overview': {},
    'finance.monthEnd': { month: '2026-11' },
    'finance.balance': { day: '2026-11-30' },
    'finance.delivered': { from: '2026-11-01', to: '2026-11-30' },
    'journal.totals': { from: '2026-11-01', to: '2026-11-30' },
    'journal.lines': { from: '2026-11-01', to: '2026-11-30', through: 100 },
    'journal.codes': { format: 'xero' },
    'journal.saveCodes': { format: 'quickbooks', codes: [{ account: 'cash', code: 'Till' }], version: 0 },
    'journal.saveDatev': { consultant: 29_098, client: 55_003, chart: '03', accountLength: 4, yearStart: 1, version: 0 },
    'reports.dayExpected': { day: '2026-11-01' },
    'reports.closeDay': { day: '2026-10-01', cash: 1, card: 0, transfer: 0, wallet: 0, note: 'One' },
    'reports.subscriptions': { from: '2026-10', to: '2026-11', batch },
    'reports.occupancy': { from: '2026-10-01', to: '2026-11-30' },
    'reports.people': { figure: 'closing', month: '2026-11', batch },
    'rankings.board': { board: 'customers', day: '2026-11-01' },
    'rankings.movement': { board: 'customers', day: '2026-11-01' },
    'rankings.business': { day: '2026-11-01' },
    'sales.list': {},
    'sales.sell': {
      items: [{ kind: 'free', text: 'A ball', quantity: 1, unit: 100 }],
      payments: [{ method: 'cash', amount: 100, reference: '' }],
      total: 100,
    },
    'sales.pay': { sale: owner.ids.sale, method: 'cash', amount: 100, reference: '' },
    'sales.refund': { sale: owner.ids.sale, amount: 1, method: 'cash', reason: 'Too much' },
    'sales.void': { id: owner.ids.sale, reason: 'Too much' },
    'archives.begin': { id: newId() },
    'archives.open': { id: newId() },
    'payouts.setAccount': { holder: 'Al Noor', account: '12345678', bankName: 'Bank' },
    'sales.savePaymentDetails': { holder: 'Al Noor', account: '12345678', bankCode: 'Bank', note: 'Cash', version: 0 },
    'payouts.list': {},
    'notifications.list': {},
    'notifications.log': {},
    'notifications.read': {},
    'notifications.saveSettings': { kind: 'pastDue', app: true, mail: false },
    'views.counts': { views: [{ call: 'customers.list', input: { search: 'Late' } }] },
    'views.save': { list: 'customers.list', name: 'Late', query: 'debt=late' },
    'views.remove': { list: 'customers.list', name: 'Late' },
    'sales.refundEffect': { sale: owner.ids.sale, amount: 1 },
    'quotes.list': {},
    'quotes.create': { customer, batch, candidates: 1, quote: 'Ten afternoons', offeredPrice: 100, validUntil: '2026-12-31' },
    'quotes.update': { ...quoteSeen, customer, batch, candidates: 1, quote: 'Ten afternoons', offeredPrice: 100, validUntil: '2026-12-31' },
    'quotes.send': quoteSeen,
    'quotes.withdraw': quoteSeen,
    'quotes.acceptCounter': quoteSeen,
    'quotes.decline': quoteSeen,
    'quotes.convert': quoteSeen,
    'quotes.name': { ...quoteSeen, customers: [customer] },
    'quotes.release': quoteSeen,
    'enrolments.place': { token: 'A'.repeat(43) },
    'enrolments.answer': { token: 'A'.repeat(43), answer: 'decline' },
    'quotes.offer': { token: 'A'.repeat(43) },
    'quotes.answer': { token: 'A'.repeat(43), answer: 'counter', price: 100, note: '' },
    'team.invite': { email, role: 'trainer', trainer, language: 'en' },
    'team.list': {},
    'team.look': { role: 'manager', trainer: null },
    'team.invitation': { token: 'A'.repeat(43) },
    'team.accept': { token: 'A'.repeat(43), password, confirmPassword: password },
    'setup.saveTax': { rate: 500, isIncluded: true, number: '', validFrom: '2099-12-31', version: 0 },
    'expenses.list': {},
    'expenses.get': { id: owner.ids.expense },
    'expenses.create': { ...spent, day: '2026-10-01' },
    'expenses.update': { ...spent, day: '2026-10-01', id: owner.ids.expense, version: 1 },
    'expenses.void': { id: owner.ids.expense, version: 1, reason: 'Twice' },
    'expenses.createRecurring': { ...spent, fromDay: '2026-10-01' },
    'expenses.updateRecurring': { ...spent, fromDay: '2026-10-01', id: owner.ids.recurring, version: 1 },
    'expenses.endRecurring': { id: owner.ids.recurring, version: 1 },
    'cashbook.choices': {},
    'cashbook.accounts': {},
    'cashbook.book': { account: owner.ids.till, from: '2026-10-01', to: '2026-10-31' },
    'cashbook.createAccount': { kind: 'till', name: 'Second desk', number: '' },
    'cashbook.updateAccount': { id: owner.ids.till, version: 1, name: 'Front desk', number: '' },
    'cashbook.archiveAccount': { id: owner.ids.till, version: 1 },
    'cashbook.restoreAccount': { id: owner.ids.till, version: 1 },
    'cashbook.record': { kind: 'ownerIn', amount: 100, day: '2026-10-01', into: owner.ids.till, note: 'Float' },
    'cashbook.setBalance': { account: owner.ids.till, day: '2026-10-01', balance: 100, note: 'Float' },
    'cashbook.reverse': { id: owner.ids.expense, version: 1, reason: 'Twice' },
    'banking.check': { account: owner.ids.bank, lines: bankLines },
    'banking.importFile': {
      id: newId(),
      account: owner.ids.bank,
      name: 'october.csv',
      fromDay: '2026-10-01',
      toDay: '2026-10-31',
      lines: bankLines,
    },
    'banking.files': { account: owner.ids.bank },
    'banking.removeFile': { id: newId() },
    'banking.lines': { account: owner.ids.bank },
    'banking.balance': { account: owner.ids.bank, day: '2026-10-31' },
    'banking.accept': {
      id: owner.ids.bankLine,
      version: 1,
      entries: [newId()],
      documents: [{ kind: 'bill', id: owner.ids.sale }],
      expense: { category: 'fees', supplier: 'Bank', tax: 0, note: 'Fee' },
      move: { kind: 'transfer', account: owner.ids.till, note: 'Moved' },
    },
    'banking.acceptSure': { account: owner.ids.bank },
    'banking.undo': { id: owner.ids.bankLine, version: 1, reason: 'Twice' },
    'keys.create': { name: 'Till', scopes: ['read:floor'], expiresOn: '2099-12-31' },
    'webhooks.create': { url: 'https://partner.example/hook', events: ['hall.created'] },
    'webhooks.update': { id: newId(), version: 1, url: 'https://partner.example/hook', events: ['hall.created'] },
    'webhooks.deliveries': {},
    'webhooks.replaySpan': { webhook: newId(), from: '2026-10-01', to: '2026-10-31' },
    'challenges.list': {},
    'challenges.create': { ...contest },
    'challenges.update': { ...contest, id: challenge, version: 1 },
    'challenges.cancel': { id: challenge, version: 1, reason: 'Rain' },
    'challenges.simulate': { metric: 'sessionsAttended', pointsPerUnit: 1 },
    'challenges.board': { challenge },
    'challenges.race': { challenge },
    'challenges.facts': { challenge },
    'challenges.entries': { challenge },
    'challenges.enter': { challenge, customers: [customer], team: 'Reds' },
    'challenges.disqualify': { id: entry, version: 9, reason: 'Unfair' },
    'challenges.score': { entry, units: 1, note: 'One' },
    'challenges.voidScore': { id: newId(), reason: 'Wrong' },
    'challenges.invite': { id: challenge, username: 'noor' },
    'imports.check': { rows: [{ id: newId(), firstName: 'Amal', phone: '0501234567' }] },
    'imports.begin': { id: newId(), fileName: 'people.csv', rows: 1 },
  }
  return inputs[name] ?? {}
}

const calls = Object.entries(contract).flatMap(([group, members]) =>
  Object.entries(members).flatMap(([call, procedure]) => {
    const { inputSchema } = (procedure as { '~orpc': { inputSchema?: Schema } })['~orpc']
    // The one call whose body is not JSON; its only string is an enum of three values.
    return inputSchema && group !== 'images' ? [{ name: `${group}.${call}` as CallName, places: stringsIn(inputSchema) }] : []
  }),
)

/** What no payload may change: another vendor's rows, who may sign in and how, and the schema itself. */
async function fixedState(): Promise<string> {
  const { db } = app.app
  const hash = createHash('sha256')
  const vendorId = String((await foreign.rpc('accounts.session')).body['vendorId'])
  hash.update(await vendorDigest(db, vendorId))
  for (const statement of [
    sql`select "id", "email", "passwordHash" from users where "email" in (${foreign.email}, ${owner.email}) order by 1`,
    sql`select relname, relkind, relacl::text from pg_class where relnamespace = 'public'::regnamespace order by 1`,
    sql`select proname from pg_proc where pronamespace = 'public'::regnamespace order by 1`,
    sql`select rolname, rolsuper, rolbypassrls from pg_roles order by 1`,
    sql`select * from countries order by 1`,
  ])
    hash.update(JSON.stringify((await platform(db, (trx) => statement.execute(trx))).rows))
  return hash.digest('hex')
}

test('I2 40 injections in every string of every call: no 5xx, no foreign row, no delay, never part of a statement', async () => {
  expect(new Set(payloads).size).toBe(40)
  const places = calls.flatMap(({ name, places }) => places.map((place) => ({ name, place })))
  expect(places.length).toBeGreaterThan(90)
  expect(places.filter(({ place }) => place[0] === 'sort').length).toBeGreaterThanOrEqual(4)
  const before = await fixedState()
  const bad: string[] = []
  let slowest = 0
  let reached = 0
  // Each string gets a fifth of the payloads, the next string the next fifth: by
  // day every payload reaches over a hundred strings, at night all.
  const work = places.flatMap(({ name, place }, at) =>
    payloads.filter((_, index) => isTaken(index, at)).map((payload) => ({ name, place, payload })),
  )
  let next = 0
  const worker = async () => {
    for (let job = work[next++]; job; job = work[next++]) {
      const { name, place, payload } = job
      // A different address for each request, otherwise the per-address limits would answer before the database is queried.
      const headers = { 'x-forwarded-for': `10.9.${next >> 8}.${next & 255}` }
      const client = name.startsWith('accounts.') ? member : owner
      const { answer, ms } = await timed(() => client.rpc(name, spoil(inputOf(name), place, payload), headers))
      slowest = Math.max(slowest, ms)
      if (answer.status < 400) reached += 1
      const text = JSON.stringify(answer.body)
      if (answer.status >= 500 || text.includes('Canary9X') || text.includes('$argon2'))
        bad.push(`${answer.status} ${name} ${place.join('.')} ${payload} ${text.slice(0, 200)}`)
    }
  }
  await Promise.all(Array.from({ length: 4 }, worker))
  console.log(`I2: ${work.length} requests over ${places.length} strings, ${reached} taken, slowest ${Math.round(slowest)} ms`)
  expect(bad.slice(0, 5)).toEqual([])
  // A few fields accept any text; if none of the payloads were accepted, the run would prove nothing about the statements behind.
  expect(reached).toBeGreaterThan(300)
  expect(slowest).toBeLessThan(2000)
  expect(statements.size).toBeGreaterThan(40)
  expect([...statements].filter((statement) => statement.includes(mark) || statement.includes('pg_sleep'))).toEqual([])
  expect(await fixedState()).toBe(before)
  expect((await owner.rpc('accounts.session')).status).toBe(200)
})

test('I2 the same in the query of every list address, and in the cookie, runs the same statements as harmless words', async () => {
  const get = async (path: string, cookie = owner.cookie) => {
    const answer = await fetch(`${app.url}${path}`, { headers: { cookie } })
    return { status: answer.status, text: await answer.text() }
  }
  const other = await httpOwner(app.url)
  const lists = ['halls', 'services', 'trainers', 'batches', 'customers', 'enrolments']
  for (const list of lists) await get(`/api/${list}?search=north`)
  // A search matches each of its words, and results beyond the page are counted; forty characters contain at most twenty words.
  for (const name of ['n', 'nn']) await owner.rpc('customers.create', { firstName: name, email: `${name}@example.com` })
  for (let words = 1; words <= 20; words++)
    for (const list of ['customers?size=1&', 'customers?', 'enrolments?'])
      await get(`/api/${list}search=${Array.from({ length: words }, () => 'n').join('+')}`)
  await get('/api/halls', '__Host-session=nothing')
  const known = new Set(statements)
  let [requests, asked] = [0, 0]
  for (const list of lists) {
    for (const key of ['search', 'sort', 'direction', 'state', 'page']) {
      asked += 1
      for (const payload of payloads.filter((_, index) => isTaken(index, asked))) {
        requests += 1
        const { status, text } = await get(`/api/${list}?${key}=${encodeURIComponent(payload)}`)
        expect([200, 400], `${list} ${key} ${payload}`).toContain(status)
        if (key !== 'search') expect(status, `${list} ${key} ${payload}`).toBe(400)
        expect(text).not.toContain('Canary9X')
      }
    }
  }
  for (const payload of payloads.slice(0, -1))
    expect((await get('/api/halls', `__Host-session=${encodeURIComponent(payload)}`)).status, payload).toBe(401)
  expect(requests).toBe(isNightly ? 1200 : 240)
  expect([...statements].filter((statement) => !known.has(statement))).toEqual([])
  expect((await other.rpc('halls.list', {})).body['total']).toBe(0)
})
