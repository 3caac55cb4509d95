import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { platform } from '#db/tenant.ts'
import { testServer, type TestApp } from '../../../test/app.ts'
import { watchHashes } from '../../../test/hashes.ts'
import { rounds } from '../../../test/rounds.ts'
import { outcome, attemptSignIn, v4, wrongPassword } from './sign-in.sample.ts'

let app: TestApp & { url: string }
beforeEach(async () => {
  app = await testServer()
})
afterEach(() => app.close())

/** Of `tries` sign-ins, each at a different account, returns how many had their password checked. */
async function checked(tries: number, base: string, addressOf: (index: number) => string): Promise<number> {
  const statuses: number[] = []
  // Fewer at once than the hashing queue takes: a full queue would answer before the limit could.
  for (let first = 0; first < tries; first += 10) {
    const some = Array.from({ length: Math.min(10, tries - first) }, (_, index) => first + index)
    statuses.push(...(await Promise.all(some.map(async (index) => (await attemptSignIn(base, index, addressOf(index))).status))))
  }
  expect(statuses.filter((status) => status !== wrongPassword && status !== 429)).toEqual([])
  return statuses.filter((status) => status === wrongPassword).length
}

const spellings = [
  (host: string) => `2001:db8:0:7::${host}`,
  (host: string) => `2001:0DB8:0000:0007:0:0:0:${host}`,
  (host: string) => `2001:DB8::7:0:0:0:${host}`,
  (host: string) => `2001:db8:0:7:${host}:0:0:1`,
  (host: string) => `2001:db8:0:7:${host}::`,
  (host: string) => `2001:db8::7:0:${host}:192.0.2.1`,
]

test('A3 1,000 addresses of one IPv6 network, however spelled, count as one', async () => {
  const spelled = (index: number) => spellings[index % spellings.length]?.((index + 1).toString(16)) ?? ''
  expect(await checked(rounds(1000), app.url, spelled)).toBe(30)
  expect(await checked(40, app.url, (index) => `2001:db8:0:${(index + 8).toString(16)}::1`)).toBe(40)
})

test('A3 an IPv4 address and the same one inside IPv6 count as one', async () => {
  const mapped = ['203.0.113.7', '::ffff:203.0.113.7', '::FFFF:cb00:7107', '0:0:0:0:0:ffff:203.0.113.7', '0:0:0:0:0:ffff:cb00:7107']
  expect(await checked(100, app.url, (index) => mapped[index % mapped.length] ?? '')).toBe(30)
})

test('A3 an address with the port that a proxy writes behind it counts as the address', async () => {
  const withPort = (index: number) => [`203.0.113.7:${1024 + index}`, `[2001:db8:0:7::1]:${1024 + index}`][index % 2] ?? ''
  expect(await checked(100, app.url, withPort)).toBe(60)
})

test('A3 words that a proxy writes for no address are one, whatever they are', async () => {
  expect(await checked(100, app.url, (index) => ['unknown', `_hidden${index}`, `not-one-${index}`, ''][index % 4] ?? '')).toBe(30)
})

test('A3 1,000 addresses that the client itself wrote before the proxy count for nothing', async () => {
  expect(await checked(rounds(1000), app.url, (index) => `${v4(index)}, 198.51.100.7`)).toBe(30)
  expect(await checked(40, app.url, v4)).toBe(40)
})

test('A3 without a configured proxy 1,000 forwarded addresses are one', async () => {
  const bare = await testServer({ TRUSTED_PROXIES: '' })
  try {
    expect(await checked(rounds(1000), bare.url, v4)).toBe(30)
  } finally {
    await bare.close()
  }
})

/** Inserts 500 accounts by SQL, to count how many of them one address reaches. */
async function crowd(): Promise<string[]> {
  await platform(app.app.db, (trx) =>
    sql`insert into "users" ("id", "email", "emailKey", "passwordHash", "createdAt")
        select gen_random_uuid(), 'crowd' || n || '@example.com', 'crowd' || n || '@example.com', '', now()
        from generate_series(1, 500) as n`.execute(trx),
  )
  return Array.from({ length: 500 }, (_, index) => `crowd${index + 1}@example.com`)
}

const alarms = () => platform(app.app.db, (trx) => trx.selectFrom('alarms').select(['kind', 'call']).execute())

test('O8 one guess at the code of each of 500 accounts from one address reaches 30 and raises one alarm', async () => {
  const emails = await crowd()
  for (const email of emails) await app.browser().calls.accounts.sendOtp({ email })
  const browser = app.browser('203.0.113.9')
  const answers: string[] = []
  for (const email of emails) answers.push(await outcome(browser.calls.accounts.verifyOtp({ email, otp: '123456' })))
  expect(answers.filter((answer) => answer !== 'auth/too-many-requests')).toHaveLength(30)
  const tried = await platform(app.app.db, (trx) =>
    trx
      .selectFrom('mailedCodes')
      .select(({ fn }) => [fn.countAll<number>().as('codes'), fn.sum<number>('otherTries').as('tries')])
      .executeTakeFirstOrThrow(),
  )
  // A code guessed by chance is deleted together with its counted attempts.
  expect(tried.codes + Number(tried.tries)).toBeLessThanOrEqual(530)
  expect(tried.codes).toBeGreaterThan(495)
  expect(await alarms()).toEqual([{ kind: 'code-guessing', call: 'accounts.verifyOtp' }])
  expect(await outcome(app.browser().calls.accounts.verifyOtp({ email: 'crowd500@example.com', otp: '123456' }))).toBe('accepted')
})

test('O8 one password at each of 500 accounts from one address is checked 30 times and raises one alarm', async () => {
  const emails = await crowd()
  const browser = app.browser('203.0.113.10')
  const hashes = watchHashes()
  const answers: string[] = []
  for (const email of emails) answers.push(await outcome(browser.calls.accounts.signIn({ email, password: 'wrong-password' })))
  hashes.stop()
  expect(answers.filter((answer) => answer === 'auth/invalid-credential')).toHaveLength(30)
  expect(answers.filter((answer) => answer === 'auth/too-many-requests')).toHaveLength(470)
  expect(hashes.total()).toBe(30)
  expect(await alarms()).toEqual([{ kind: 'sign-in-flood', call: 'accounts.signIn' }])
})

test('an address that is refused already uses up no one’s tries', async () => {
  const owner = await app.owner()
  const flood = app.browser('203.0.113.11')
  for (let index = 0; index < 30; index++)
    await outcome(flood.calls.accounts.signIn({ email: `nobody${index}@example.com`, password: 'wrong-password' }))
  for (let index = 0; index < 12; index++)
    expect(await outcome(flood.calls.accounts.signIn({ email: owner.email, password: 'wrong-password' }))).toBe('auth/too-many-requests')
  expect(await outcome(app.browser().calls.accounts.signIn({ email: owner.email, password: owner.password }))).toBe('accepted')
})
