import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { policies } from '#entrance/policy.ts'
import { week } from '#lib/fields.ts'
import { testServer, type TestApp } from './app.ts'
import { httpOwner, type HttpClient } from './browser-session.ts'
import { rounds } from './rounds.ts'
import { seedOf } from './seed.ts'
import { timed } from './timed.ts'

let app: TestApp & { url: string }
let owner: HttpClient
beforeAll(async () => {
  app = await testServer()
  owner = await httpOwner(app.url)
})
afterAll(() => app.close())

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

/** Resident memory after garbage collection; uncollected garbage is not growth. */
function resident(): number {
  collect()
  return process.memoryUsage().rss
}

const id = '0190a1b2-c3d4-7e5f-8a9b-0c1d2e3f4a5b'
const image = `/media/${'a'.repeat(64)}.webp`

/** A plausible record with every field of every input; single values of it are then corrupted. */
const plausible: Record<string, unknown> = {
  id,
  version: 1,
  email: 'someone@example.com',
  password: 'touch-line-Court-at-9',
  confirmPassword: 'touch-line-Court-at-9',
  newPassword: 'touch-line-Court-at-9',
  otp: '012345',
  totp: '012345',
  country: 'AE',
  acceptTerms: true,
  plan: 'pro',
  service: id,
  name: 'Batch',
  code: 'B-1',
  price: 100,
  priceUnit: 'month',
  startingTime: '09:00',
  endingTime: '10:00',
  totalCandidates: 5,
  trainingDays: week(1),
  trainer: id,
  hall: null,
  startDate: '2026-11-21',
  endDate: '2027-01-01',
  title: 'Hall one',
  size: 10,
  audience: 'mixed',
  state: 'active',
  services: [id],
  avatar: image,
  Fname: 'Sara',
  Lname: 'Haddad',
  cost: 10,
  cover: image,
  logo: image,
  descriptionEn: 'A description of at least twenty',
  descriptionAr: '',
  username: 'club',
  address: 'Street 1',
  postcode: '1',
  latitude: 1,
  longitude: 1,
  location: '',
  search: '',
  page: 1,
  size2: 20,
  sort: 'createdAt',
  direction: 'asc',
  collection: 'halls',
  field: 'id',
  value: id,
  data: { title: 'Hall' },
  reference: `halls/${id}`,
  purpose: 'logo',
  from: '2026-11-21',
  to: '2026-12-21',
  fromDay: '2026-12-24',
  toDay: '2026-12-26',
  label: 'Holiday',
  day: '2026-11-23',
  days: [1, 3],
  batch: id,
  session: id,
  customer: id,
  drop: id,
  of: id,
  capacity: 5,
  scope: 'all',
  reason: 'Rain',
  tell: true,
  firstName: 'Amal',
  lastName: 'Karam',
  phone: '0501234567',
  dob: '2015-02-03',
  tags: ['kids'],
  notes: 'None',
  nextChargeOn: '2026-12-01',
  ifFull: 'wait',
  when: 'periodEnd',
  fileName: 'people.csv',
  rows: [{ id, firstName: 'Amal', phone: '0501234567', dob: '03/02/2015' }],
  marks: [{ session: id, enrolment: id, mark: 'present', markedAt: '2026-11-21T09:00:00Z' }],
}

const nasty = fc.oneof(
  fc.anything({ maxDepth: 3 }),
  fc.string({ unit: 'binary', maxLength: 300 }),
  fc.constantFrom(
    '\u0000',
    '\ud800',
    'a\u0000b',
    '\u202e',
    "'; drop table users; --",
    '1e309',
    '-0',
    '__proto__',
    '../../x',
    '{{7*7}}',
    '<script>',
    2 ** 53 + 2,
    -1,
    1e300,
    [],
    {},
    null,
    'x'.repeat(60_000),
    '٣',
    '2026-02-30',
    '25:61',
  ),
)

const bodies = fc.oneof(
  // Half are plausible with a few fields corrupted or missing, half are arbitrary.
  fc
    .tuple(
      fc.subarray(Object.keys(plausible), { minLength: 1, maxLength: 20 }),
      fc.dictionary(fc.constantFrom(...Object.keys(plausible)), nasty, { maxKeys: 4 }),
    )
    .map(([keys, spoilt]) => ({ ...Object.fromEntries(keys.map((key) => [key, plausible[key]])), ...spoilt })),
  fc.anything({ maxDepth: 4 }),
)

function encode(body: unknown): string {
  try {
    return JSON.stringify({ json: body }) ?? 'undefined'
  } catch {
    return '{"json":'
  }
}

test('I1 fuzzed bodies over every call, signed in and out: no 5xx, nothing slow, nothing polluted', async () => {
  // Ending sessions would turn the rest of the run into 401s, so the calls that end the owner's session are made only signed out.
  const ending = new Set([
    'accounts.signOut',
    'accounts.signOutEverywhere',
    'accounts.endSession',
    'accounts.resetPasswordWithOtp',
    'accounts.changePassword',
  ])
  const names = Object.keys(policies)
  const runs = rounds(10_000)
  const samples = fc.sample(fc.tuple(fc.constantFrom(...names), fc.boolean(), bodies), { numRuns: runs, seed: seedOf('FUZZ_SEED') })
  const bad: string[] = []
  // Caches, compiled code and the database's buffers fill in the first half; anything that grows after it would grow forever.
  let before = Infinity
  let slowest = 0
  let next = 0
  const worker = async () => {
    for (let index = next++; index < samples.length; index = next++) {
      const [name, signedIn, body] = samples[index] ?? ['', false, null]
      if (index === samples.length / 2) before = resident()
      const { answer, ms } = await timed(async () => {
        const response = await fetch(`${app.url}/rpc/${name.replace('.', '/')}`, {
          method: 'POST',
          headers: {
            'content-type': 'application/json',
            origin: app.url,
            ...(signedIn && !ending.has(name) ? { cookie: owner.cookie } : {}),
          },
          body: encode(body),
        })
        return { status: response.status, text: await response.text() }
      })
      slowest = Math.max(slowest, ms)
      if (answer.status >= 500 && !answer.text.includes('server/busy'))
        bad.push(`${answer.status} ${name} ${encode(body).slice(0, 300)} ${answer.text.slice(0, 200)}`)
    }
  }
  await Promise.all(Array.from({ length: 8 }, worker))
  expect(bad.slice(0, 5)).toEqual([])
  expect(slowest).toBeLessThan(2000)
  expect(({} as Record<string, unknown>)['x']).toBeUndefined()
  expect((resident() - before) / 1e6).toBeLessThan(100)
  expect((await owner.rpc('accounts.session')).status).toBe(200)
})
