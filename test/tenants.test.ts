import { afterAll, beforeAll, expect, test } from 'vitest'
import { policies, type CallName } from '#api/policy.ts'
import { week } from '#lib/fields.ts'
import { needKinds } from '#features/home/needs.rules.ts'
import { newId } from '#server/ids.ts'
import { paidOut, secret } from '#features/payouts/payouts.sample.ts'
import { testServer, type TestApp } from './app.ts'
import { httpClient, httpMember, httpOwner, type HttpClient } from './browser-session.ts'
import { filledOwner } from './filled.ts'
import { vendorDigest } from './vendor-rows.ts'

const canary = ' Canary7Q'
let app: TestApp & { url: string }
let a: Awaited<ReturnType<typeof filledOwner>>
let b: HttpClient
let vendorId: string
let payout: string
let team: string[]
let developer: string[]
beforeAll(async () => {
  app = await testServer({ MARKETPLACE_SECRET: secret })
  a = await filledOwner(app.url, canary)
  payout = await paidOut(app, a, a.ids.batch, canary.trim())
  const member = await httpMember(app, a, 'frontDesk', { email: `desk-${newId()}@${canary.trim()}.example` })
  const invited = await a.rpc('team.invite', { email: `invited-${newId()}@${canary.trim()}.example`, role: 'manager' })
  team = [member.userId, String(invited.body['id'])]
  developer = await developerIds()
  b = await httpOwner(app.url)
  vendorId = String((await a.rpc('accounts.session')).body['vendorId'])
})
afterAll(() => app.close())

/** A key, a webhook and a delivery of A. */
async function developerIds(): Promise<string[]> {
  const { body: key } = await a.rpc('keys.create', { name: `Till${canary}`, scopes: ['read:floor'] })
  const { body: webhook } = await a.rpc('webhooks.create', { url: `https://${canary.trim()}.example/`, events: ['hall.archived'] })
  await a.rpc('webhooks.test', { id: webhook['id'] })
  const { body: found } = await a.rpc('webhooks.deliveries', {})
  const [delivery] = found['rows'] as { id: string }[]
  return [String(key['id']), String(webhook['id']), String(delivery?.id)]
}

const digest = () => vendorDigest(app.app.db, vendorId)

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
  const spent = { category: 'rent', supplier: 'Taken over', amount: 100, tax: 0, method: 'cash' }
  const paid = { ...spent, day: '2026-10-01' }
  const contest = {
    nameEn: 'Taken over',
    visibility: 'internal',
    session: 'weekly',
    startsAt: '2026-12-01',
    metric: 'manual',
    unit: 'laps',
    mode: 'leaderboard',
    topN: 1,
  }
  const away = { fromDay: '2026-10-01', toDay: '2027-09-30' }
  const off = { ...away, reason: 'sick' }
  const monthly = { ...spent, fromDay: '2026-10-01' }
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
    'trainers.load': [{ month: '2026-11', trainer: id }],
    'timeOff.list': [{ trainer: id }, { search: 'Canary7Q' }],
    'timeOff.touch': [{ trainer: id, ...away }],
    'timeOff.create': [{ ...off, trainer: id }],
    'timeOff.update': [
      { ...seen, ...off },
      { ...seen, ...off, changes: [{ session: id, substitute: id }] },
    ],
    'timeOff.remove': [seen],
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
    'enrolments.sums': [{ batch: id }, { customer: id }, { search: 'Canary7Q' }],
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
    'home.snooze': needKinds.map((kind) => ({ kind, about: id, until: '2026-12-31' })),
    'sales.list': [{ customer: id }, { batch: id }, { search: 'Canary7Q' }, { search: 'S2026-' }],
    'finance.entries': (['batch', 'service', 'hall', 'trainer'] as const).map((about) => ({ ...days, [about]: id })),
    'finance.invoices': [{ search: 'Canary7Q' }, { search: 'S2026-' }],
    'sales.sell': [
      { customer: id, items: [{ kind: 'free', text: 'Taken over', quantity: 1, unit: 100 }], total: 100 },
      { customer: id, items: [{ kind: 'batch', batch: id }], total: 100 },
    ],
    'sales.pay': [{ sale: id, method: 'cash', amount: 100 }],
    'sales.refundEffect': [{ sale: id, amount: 100 }],
    'sales.refund': [{ sale: id, amount: 100, method: 'cash', reason: 'Taken over' }],
    'sales.void': [{ id, reason: 'Taken over' }],
    'sales.send': [{ id }],
    'quotes.list': [{ customer: id }, { search: 'Canary7Q' }, { search: 'Q2026-' }],
    'quotes.create': [
      { customer: id, service: id, quote: 'Taken over', offeredPrice: 1 },
      { customer: id, batch: id, quote: 'Taken over', offeredPrice: 1 },
    ],
    'quotes.update': [{ ...seen, customer: id, batch: id, quote: 'Taken over', offeredPrice: 1 }],
    'quotes.send': [seen],
    'quotes.withdraw': [seen],
    'quotes.acceptCounter': [seen],
    'quotes.decline': [seen],
    'quotes.convert': [seen],
    'team.invite': [{ email: 'over@example.com', role: 'trainer', trainer: id }],
    'team.list': [{ search: 'canary' }],
    'team.changeRole': [
      { ...seen, role: 'manager' },
      { ...seen, role: 'trainer', trainer: id },
    ],
    'team.suspend': [seen],
    'team.reactivate': [seen],
    'team.remove': [seen],
    'team.resend': [seen],
    'team.withdraw': [seen],
    'team.look': [{ role: 'trainer', trainer: id }],
    'payroll.lines': [{ month: '2026-10', trainer: id }],
    'payroll.adjust': [{ month: '2026-10', trainer: id, amount: 100, reason: 'Taken over' }],
    'payroll.pay': [{ trainer: id, amount: 100, method: 'cash' }],
    'expenses.list': [{ hall: id }, { batch: id }, { search: 'Canary7Q' }],
    'expenses.create': [
      { ...paid, hall: id },
      { ...paid, batch: id },
    ],
    'expenses.update': [{ ...paid, ...seen }],
    'expenses.void': [{ ...seen, reason: 'Taken over' }],
    'expenses.createRecurring': [
      { ...monthly, hall: id },
      { ...monthly, batch: id },
    ],
    'expenses.updateRecurring': [{ ...monthly, ...seen }],
    'expenses.endRecurring': [seen],
    'notifications.read': [{ id }],
    'notifications.list': [{ search: 'Canary7Q' }, { state: 'unread' }],
    'notifications.log': [{ search: 'Canary7Q' }, { search: 'example.com' }],
    'challenges.list': [{ search: 'Canary7Q' }],
    'challenges.update': [{ ...contest, ...seen }],
    'challenges.publish': [seen],
    'challenges.start': [seen],
    'challenges.end': [seen],
    'challenges.cancel': [{ ...seen, reason: 'Taken over' }],
    'challenges.clone': [{ id }],
    'challenges.board': [{ challenge: id }, { challenge: id, entry: id, search: 'Canary7Q' }],
    'challenges.facts': [{ challenge: id }, { challenge: id, entry: id }],
    'challenges.entries': [{ challenge: id }, { challenge: id, search: 'Canary7Q' }],
    'challenges.enter': [
      { challenge: id, customers: [id] },
      { challenge: id, batch: id },
    ],
    'challenges.withdraw': [seen],
    'challenges.disqualify': [{ ...seen, reason: 'Taken over' }],
    'challenges.reinstate': [seen],
    'challenges.score': [{ entry: id, units: 1 }],
    'challenges.voidScore': [{ id, reason: 'Taken over' }],
    'challenges.invite': [{ id, username: 'noor' }],
    'challenges.remove': [{ id, vendor: id }],
    'challenges.accept': [{ id }],
    'challenges.decline': [{ id }],
    'challenges.watch': [{ id }],
    'payouts.list': [{ search: 'Canary7Q' }, { state: 'pending' }],
    'marketplace.sell': [
      { order: 'A', vendor: id, batch: id, customer: { firstName: 'Taken', phone: '0501234567' }, currency: 'AED', total: 1 },
    ],
    'keys.revoke': [{ id }],
    'webhooks.update': [{ ...seen, url: 'https://partner.example/hook', events: ['hall.created'] }],
    'webhooks.pause': [seen],
    'webhooks.resume': [seen],
    'webhooks.roll': [seen],
    'webhooks.remove': [{ id }],
    'webhooks.test': [{ id }],
    'webhooks.deliveries': [{ webhook: id }, { search: 'Canary7Q' }],
    'webhooks.replay': [{ id }],
    'webhooks.replaySpan': [{ webhook: id, ...days, which: 'all' }],
    'archives.open': [{ id }],
    'reports.audit': [{ actor: id }, { search: 'S2026-' }],
    'reports.subscriptions': [{ from: '2026-01', to: '2027-12', batch: id }],
    'reports.people': [
      { figure: 'closing', month: '2026-10', batch: id },
      { figure: 'cohort', month: '2026-10', batch: id },
      { figure: 'renewals', month: '2026-10', batch: id },
    ],
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

/** Inputs that name no record: a new id there is the new record's own; the link of a quote or an invitation is a secret and no id. */
const withoutId =
  /^(?:accounts|plans|setup|images)[.]|^(?:(?:services|halls|customers|closures)[.]create|services[.]types|customers[.]tags|closures[.](?:list|touch)|feeds[.]list|imports[.](?:list|check|begin)|home[.](?:today|revenue)|sales[.]settings|quotes[.](?:offer|answer)|team[.](?:stopLooking|invitation|accept)|finance[.](?:statement|entries|close|reopen|profit|tax|delivered)|documents[.](?:list|create)|payroll[.](?:list|own)|expenses[.](?:suppliers|listRecurring)|payouts[.](?:summary|setAccount)|reports[.](?:auditors|chain|dayExpected|dayCloses|closeDay)|keys[.](?:list|create)|webhooks[.](?:list|create)|notifications[.](?:settings|saveSettings)|rankings[.](?:board|business)|challenges[.](?:create|simulate|invitations)|timeOff[.]needs|archives[.](?:list|begin))$/

const withId = (Object.keys(policies) as CallName[]).filter((name) => inputsWith(name, newId()).length > 0)

test('T1 no call that names a record is left out', () => {
  expect((Object.keys(policies) as CallName[]).filter((name) => !withId.includes(name) && !withoutId.test(name))).toEqual([])
})

test('T1 nothing of A is seen, changed or told apart from a random id, over every call that takes an id', async () => {
  const revoked = await httpMember(app, b, 'frontDesk')
  expect((await b.rpc('team.remove', { id: revoked.userId, version: 1 })).status).toBe(200)
  const staff = await httpMember(app, b, 'manager')
  const low = await httpMember(app, b, 'accountant')
  const actors = { anonymous: httpClient(app.url), bOwner: b, bStaff: staff, bLowRole: low, bRevoked: revoked }
  const before = await digest()
  const targets = [...Object.values(a.ids), ...team, payout, vendorId]
  const random = newId()
  let [requests, turn] = [0, 0]
  for (const name of withId) {
    const all = /^(?:keys|webhooks)[.]/.test(name) ? developer : targets
    for (const [actor, client] of Object.entries(actors)) {
      const missing = await Promise.all(inputsWith(name, random).map((input) => client.rpc(name, input)))
      // Who may not make the call is refused before an id is read: by day one record is enough, for the next call another one.
      const isRefused = missing.every(({ status }) => status === 401 || status === 403)
      const some = isRefused && !process.env['NIGHTLY'] ? all.slice(turn % all.length).slice(0, 1) : all
      turn += 1
      for (const target of some) {
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
