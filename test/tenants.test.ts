import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { policies, type CallName } from '#api/policy.ts'
import { platform, tenant } from '#db/tenant.ts'
import { week } from '#lib/fields.ts'
import { newId } from '#server/ids.ts'
import { testServer, type TestApp } from './app.ts'
import { httpClient, httpOwner, type HttpClient } from './browser-session.ts'
import { filledOwner } from './filled.ts'

const canary = ' Canary7Q'
const tables = [
  'merchants',
  'vendors',
  'services',
  'halls',
  'trainers',
  'trainerServices',
  'batches',
  'closures',
  'batchSessions',
  'imports',
  'customers',
  'enrolments',
  'attendance',
  'numbers',
  'books',
  'ledger',
  'sales',
  'saleLines',
  'payments',
  'refunds',
  'media',
  'audit',
]

let app: TestApp & { url: string }
let a: Awaited<ReturnType<typeof filledOwner>>
let b: HttpClient
let vendorId: string
beforeAll(async () => {
  app = await testServer()
  a = await filledOwner(app.url, canary)
  b = await httpOwner(app.url)
  vendorId = String((await a.rpc('accounts.session')).body['vendorId'])
})
afterAll(() => app.close())

/** A digest of every row of A. */
async function digest(): Promise<string> {
  const hash = createHash('sha256')
  for (const table of tables) {
    const { rows } = await tenant(app.app.db, vendorId, (trx) => sql`select * from ${sql.table(table)} order by 1, 2`.execute(trx))
    hash.update(JSON.stringify(rows))
  }
  return hash.digest('hex')
}

/** Every input that takes an id of a record, with that id in the place. */
function inputsWith(name: CallName, id: string): unknown[] {
  const hours = { startingTime: '09:00', endingTime: '10:00', trainingDays: week(1) }
  const image = `/media/${'e'.repeat(64)}.webp`
  const update: Record<string, object> = {
    services: { service: 'football', cover: image, descriptionEn: 'A description of twenty or more' },
    halls: { title: 'Taken over', size: 1, totalCandidates: 1 },
    trainers: { services: [id], avatar: image, Fname: 'Taken', Lname: 'Over', cost: 1, ...hours },
    batches: { service: id, trainer: id, hall: id, name: 'Taken over', code: 'TAKEN', price: 1, totalCandidates: 1, ...hours },
  }
  const [group = '', call = ''] = name.split('.')
  const seen = { id, version: 1 }
  const days = { from: '2026-10-01', to: '2026-12-31' }
  const mark = { session: id, enrolment: id, mark: 'present', markedAt: '2026-10-05T09:00:00Z' }
  const session = { ...seen, day: '2026-10-06', startingTime: '09:00', endingTime: '10:00', trainer: id, capacity: 1 }
  const floor: Partial<Record<CallName, unknown[]>> = {
    'sessions.list': [
      { ...days, batch: id },
      { ...days, trainer: id },
      { ...days, hall: id },
    ],
    'sessions.plan': [
      { batch: id, trainer: id, hall: id, startDate: days.from, endDate: days.to, startingTime: '09:00', endingTime: '21:00', days: [1] },
    ],
    'sessions.touch': [session],
    'sessions.change': [session],
    'sessions.cancel': [{ ...seen, reason: 'Taken over' }],
    'batches.cancel': [{ ...seen, reason: 'Taken over' }],
    'batches.complete': [seen],
    'closures.remove': [{ id }],
    'feeds.create': [{ trainer: id }],
    'feeds.remove': [{ id }],
    'customers.update': [{ ...seen, firstName: 'Taken', email: 'over@example.com' }],
    'customers.list': [{ search: 'Canary7Q' }, { search: '501234567' }],
    'customers.block': [seen],
    'customers.unblock': [seen],
    'customers.duplicates': [{ id }],
    'customers.merge': [{ ...seen, drop: newId() }],
    'imports.add': [{ id, rows: [{ id: newId(), firstName: 'Taken', phone: '0501234567' }] }],
    'imports.finish': [{ id }],
    'imports.undo': [{ id }],
    'enrolments.list': [{ batch: id }, { customer: id }, { search: 'Canary7Q' }],
    'enrolments.enrol': [{ batch: id, customer: id }],
    'enrolments.update': [{ ...seen, startDate: days.from, endDate: days.to }],
    'enrolments.offerNext': [{ batch: id }],
    'enrolments.accept': [seen],
    'enrolments.decline': [seen],
    'enrolments.freeze': [{ ...seen, ...days }],
    'enrolments.unfreeze': [seen],
    'enrolments.cancel': [{ ...seen, when: 'now' }],
    'enrolments.keep': [seen],
    'enrolments.move': [{ ...seen, batch: id }],
    'enrolments.finish': [seen],
    'attendance.roster': [{ session: id }],
    'attendance.mark': [{ marks: [mark] }],
    'attendance.grid': [{ ...days, batch: id }],
    'history.list': [{ of: id }],
    'sales.list': [{ customer: id }, { batch: id }, { search: 'Canary7Q' }, { search: 'S2026-' }],
    'sales.sell': [
      { customer: id, items: [{ kind: 'free', text: 'Taken over', quantity: 1, unit: 100 }], total: 100 },
      { customer: id, items: [{ kind: 'batch', batch: id }], total: 100 },
    ],
    'sales.pay': [{ sale: id, method: 'cash', amount: 100 }],
    'sales.refundEffect': [{ sale: id, amount: 100 }],
    'sales.refund': [{ sale: id, amount: 100, method: 'cash', reason: 'Taken over' }],
    'sales.void': [{ id, reason: 'Taken over' }],
    'sales.send': [{ id }],
  }
  if (floor[name]) return floor[name]
  if (call === 'get' && group !== 'documents') return [{ id }]
  if (call === 'archive' || call === 'restore' || call === 'endSession') return [{ id, version: 1 }, { id }]
  if (call === 'update' && group in update) return [{ ...update[group], id, version: 1 }]
  if (call === 'create' && (group === 'batches' || group === 'trainers')) return [{ ...update[group] }]
  if (call === 'list') return [{ service: id }, { trainer: id }, { hall: id }, { search: 'Canary7Q' }]
  const collections = ['services', 'halls', 'trainers', 'batches', 'merchants', 'countries/AE/vendors']
  if (name === 'documents.get') return collections.map((collection) => ({ collection, id }))
  if (name === 'documents.update') return collections.map((collection) => ({ collection, id, data: { title: 'Taken over' } }))
  if (name === 'documents.where')
    return collections.flatMap((collection) => [
      { collection, field: 'id', value: id },
      { collection, field: 'vendorRef', value: `countries/AE/vendors/${id}` },
    ])
  if (name === 'documents.resolve') return collections.map((collection) => ({ reference: `${collection}/${id}` }))
  return []
}

/** Inputs that name no record: a new id there is the new record's own. */
const withoutId =
  /^(?:accounts|plans|setup|images)[.]|^(?:services|halls|customers|closures)[.]create$|^(?:services[.]types|customers[.]tags|closures[.](?:list|touch)|feeds[.]list|imports[.](?:list|check|begin)|home[.]today|sales[.]settings|finance[.](?:statement|entries|close|reopen)|documents[.](?:list|create))$/

const withId = (Object.keys(policies) as CallName[]).filter((name) => inputsWith(name, newId()).length > 0)

test('T1 no call that names a record is left out', () => {
  expect((Object.keys(policies) as CallName[]).filter((name) => !withId.includes(name) && !withoutId.test(name))).toEqual([])
})

test('T1 nothing of A is seen, changed or told apart from a random id, over every call that takes an id', async () => {
  const staff = await httpOwner(app.url)
  const low = await httpOwner(app.url)
  const revoked = await httpOwner(app.url)
  for (const [client, change] of [
    [staff, { role: 'manager' }],
    [low, { role: 'accountant' }],
    [revoked, { state: 'removed' }],
  ] as const) {
    const { body } = await client.rpc('accounts.session')
    await platform(app.app.db, (trx) => trx.updateTable('members').set(change).where('userId', '=', String(body['userId'])).execute())
  }
  const actors = { anonymous: httpClient(app.url), bOwner: b, bStaff: staff, bLowRole: low, bRevoked: revoked }
  const before = await digest()
  const targets = [...Object.values(a.ids), vendorId]
  const random = newId()
  let requests = 0
  for (const name of withId) {
    for (const [actor, client] of Object.entries(actors)) {
      const missing = await Promise.all(inputsWith(name, random).map((input) => client.rpc(name, input)))
      for (const target of targets) {
        const answers = await Promise.all(inputsWith(name, target).map((input) => client.rpc(name, input)))
        answers.forEach((answer, index) => {
          requests += 1
          const other = missing[index]
          const text = JSON.stringify(answer.body)
          expect(text, `${actor} ${name}`).not.toContain('Canary7Q')
          expect([answer.status, text.replaceAll(target, 'ID')], `${actor} ${name}`).toEqual([
            other?.status,
            JSON.stringify(other?.body).replaceAll(random, 'ID'),
          ])
        })
      }
    }
  }
  expect(requests).toBeGreaterThan(2000)
  expect(await digest()).toBe(before)
})

test("T4 a reference to another vendor's record is refused in the words of a missing one", async () => {
  const own = await filledOwner(app.url)
  const base = {
    service: own.ids.service,
    trainer: own.ids.trainer,
    hall: own.ids.hall,
    name: 'Seniors',
    code: 'SEN',
    price: 100,
    startingTime: '07:00',
    endingTime: '08:00',
    trainingDays: week(1),
    totalCandidates: 5,
  }
  for (const field of ['service', 'trainer', 'hall'] as const) {
    const foreign = await own.rpc('batches.create', { ...base, [field]: a.ids[field] })
    const missing = await own.rpc('batches.create', { ...base, [field]: newId() })
    expect(foreign.status).toBe(400)
    expect(foreign.body).toEqual(missing.body)
  }
  expect((await own.rpc('batches.create', base)).status).toBe(200)
})

test("T5 the same code and username-free names in two vendors are no oracle, and hidden columns can't be asked for", async () => {
  const other = await filledOwner(app.url)
  expect(other.ids.batch).toBeTruthy()
  for (const name of ['services.list', 'halls.list', 'trainers.list', 'batches.list']) {
    for (const input of [{ sort: 'vendorId' }, { sort: 'id; drop table users' }, { vendorId }, { filters: {} }, { sort: 'version' }]) {
      expect((await other.rpc(name, input)).body.code, `${name} ${JSON.stringify(input)}`).toBe('request/invalid')
    }
  }
})

test("T7 after A signed out, B in the same browser gets nothing of A, and A's cookie is dead", async () => {
  const browser = await filledOwner(app.url, canary)
  const dead = browser.cookie
  const out = await browser.rpc('accounts.signOut')
  expect(out.headers.get('clear-site-data')).toContain('"storage"')
  const replay = httpClient(app.url)
  replay.cookie = dead
  expect((await replay.rpc('accounts.session')).status).toBe(401)
  expect((await browser.rpc('halls.list', {})).status).toBe(401)
})

test('T8 answers carry declared keys only: no hash, secret or tenant internals', async () => {
  const names: CallName[] = [
    'accounts.session',
    'accounts.sessions',
    'setup.merchant',
    'setup.vendor',
    'setup.progress',
    'services.list',
    'halls.list',
    'trainers.list',
    'batches.list',
    'plans.current',
  ]
  for (const name of names) {
    const text = JSON.stringify((await a.rpc(name, name.endsWith('.list') ? {} : undefined)).body)
    expect(text, name).not.toMatch(/passwordHash|"hash"|totpSecret|emailKey|\$argon2/)
    if (name !== 'accounts.session') expect(text, name).not.toContain('"vendorId"')
  }
  const { body } = await a.rpc('setup.merchant')
  expect(Object.keys(body)).toHaveLength(17)
})
