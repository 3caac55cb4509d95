import { afterAll, beforeAll, expect, test } from 'vitest'
import { policies, type CallName } from '#entrance/policy.ts'
import { week } from '#lib/fields.ts'
import { newId } from '#kernel/ids.ts'
import { paidOut, secret } from '#money/payouts/payouts.sample.ts'
import { testServer, type TestApp } from './app.ts'
import { httpClient, httpMember, httpOwner, type HttpClient } from './browser-session.ts'
import { isOwnFifth } from './engine-rounds.ts'
import { filledOwner } from './filled.ts'
import { inputsWith } from './record-inputs.ts'
import { isNightly } from './rounds.ts'
import { samples } from './samples.ts'
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

/** Inputs that name no record: a new id there is the new record's own; the link of a quote or an invitation is a secret, not an id. */
const withoutId =
  /^(?:accounts|plans|setup|images)[.]|^(?:(?:services|customers|closures)[.]create|services[.]types|customers[.]tags|closures[.](?:list|touch|effects)|feeds[.]list|imports[.](?:list|check|begin)|home[.](?:today|revenue)|enrolments[.](?:billing|saveBilling|place|answer)|sales[.](?:settings|runs|paymentDetails|savePaymentDetails)|quotes[.](?:offer|answer)|team[.](?:stopLooking|invitation|accept)|finance[.](?:statement|entries|close|reopen|profit|tax|delivered|overview|balance|monthEnd)|documents[.](?:list|create)|cashbook[.](?:choices|accounts|createAccount)|journal[.](?:totals|lines|codes|saveCodes|saveDatev)|payroll[.](?:list|own|emptyPay|setEmptyPay)|expenses[.](?:suppliers|listRecurring)|payouts[.](?:summary|setAccount)|reports[.](?:auditors|chain|dayExpected|dayCloses|closeDay|occupancy)|keys[.](?:list|create)|webhooks[.](?:list|create)|notifications[.](?:settings|saveSettings)|views[.](?:save|remove)|rankings[.](?:board|movement|business)|challenges[.](?:create|simulate|invitations)|timeOff[.]needs|archives[.](?:list|begin))$/

const withId = (Object.keys(policies) as CallName[]).filter((name) => inputsWith(name, newId()).length > 0)

test('T1 no call that names a record is left out', () => {
  const plain = Object.keys(samples).map((room) => `${room}.create`)
  const left = (Object.keys(policies) as CallName[]).filter((name) => !withId.includes(name) && !withoutId.test(name))
  expect(left.filter((name) => !plain.includes(name))).toEqual([])
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
      // By day each engine tries a fifth of the records for an owner, and one for the
      // others, who see less or are refused before an id is read. The next call uses different ones.
      const isRefused = missing.every(({ status }) => status === 401 || status === 403)
      turn += 1
      const isAsked = (index: number) => {
        if (isRefused || actor !== 'bOwner') return isNightly || index === turn % all.length
        return isOwnFifth(index + turn)
      }
      for (const target of all.filter((_, index) => isAsked(index))) {
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
