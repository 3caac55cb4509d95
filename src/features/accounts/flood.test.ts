import { createHook } from 'node:async_hooks'
import { availableParallelism } from 'node:os'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { platform } from '#db/tenant.ts'
import { failures } from '#lib/failures.ts'
import { testServer, type TestApp } from '../../../test/app.ts'
import { passwordMatches } from './password.server.ts'

/** The answer to a password that was checked and is wrong. */
const wrongPassword = failures['auth/invalid-credential']

let app: TestApp & { url: string }
beforeEach(async () => {
  app = await testServer()
})
afterEach(() => app.close())

const outcome = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'accepted',
    (error: { code: string }) => error.code,
  )

/** One sign-in over the wire with a forwarded address. */
async function signIn(base: string, index: number, forwardedFor: string): Promise<Response> {
  const answer = await fetch(`${base}/rpc/accounts/signIn`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: base, 'x-forwarded-for': forwardedFor },
    body: JSON.stringify({ json: { email: `spray${index}@example.com`, password: 'wrong-password' } }),
  })
  await answer.arrayBuffer()
  return answer
}

const v4 = (index: number) => `192.0.${index >> 8}.${index & 255}`

/** Counts the hashes that run at the same moment, as Node itself sees them begin and end. */
function watchHashes(): { most: () => number; total: () => number; stop: () => void } {
  const running = new Set<number>()
  let [most, total] = [0, 0]
  const hook = createHook({
    init(id, type) {
      if (type !== 'ARGON2REQUEST') return
      running.add(id)
      total += 1
      most = Math.max(most, running.size)
    },
    before: (id) => void running.delete(id),
  }).enable()
  return { most: () => most, total: () => total, stop: () => void hook.disable() }
}

test('A4 300 sign-ins at once: each is checked or told to come later, few hash at once, and /livez answers meanwhile', async () => {
  const hashes = watchHashes()
  const work = Promise.all(Array.from({ length: 300 }, (_, index) => signIn(app.url, index, v4(index))))
  let isDone = false
  void work.then(() => (isDone = true))
  const waits: number[] = []
  while (!isDone) {
    const start = performance.now()
    expect((await fetch(`${app.url}/livez`)).status).toBe(200)
    waits.push(performance.now() - start)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  const answers = await work
  hashes.stop()
  const later = answers.filter(({ status }) => status === 503 || status === 429)
  expect(later.length).toBeGreaterThan(0)
  for (const { headers } of later) expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
  expect(answers.filter(({ status }) => status === wrongPassword)).toHaveLength(300 - later.length)
  expect(hashes.total()).toBe(300 - later.length)
  expect(hashes.most()).toBeGreaterThan(0)
  expect(hashes.most()).toBeLessThanOrEqual(2 * availableParallelism())
  expect(waits.toSorted((a, b) => a - b)[Math.floor(waits.length * 0.95)] ?? 0).toBeLessThan(250)
})

test('A4 of 300 hashes asked for in one moment one a core runs, 50 wait, and the rest are refused', async () => {
  const hashes = watchHashes()
  const answers = await Promise.all(Array.from({ length: 300 }, () => outcome(passwordMatches('wrong-password', null))))
  hashes.stop()
  const cores = availableParallelism()
  expect(answers.filter((answer) => answer === 'accepted')).toHaveLength(cores + 50)
  expect(answers.filter((answer) => answer === 'server/busy')).toHaveLength(250 - cores)
  expect(hashes.most()).toBe(cores)
  expect(await outcome(passwordMatches('wrong-password', null))).toBe('accepted')
})

/** 500 accounts, put in by SQL: what counts here is how many of them one address reaches. */
async function crowd(): Promise<string[]> {
  await platform(app.app.db, (trx) =>
    sql`insert into "users" ("id", "email", "emailKey", "passwordHash", "createdAt")
        select gen_random_uuid(), 'crowd' || n || '@example.com', 'crowd' || n || '@example.com', '', now()
        from generate_series(1, 500) as n`.execute(trx),
  )
  return Array.from({ length: 500 }, (_, index) => `crowd${index + 1}@example.com`)
}

const alarms = () => platform(app.app.db, (trx) => trx.selectFrom('alarms').select('kind').execute())

test('O8 one guess at the code of each of 500 accounts from one address reaches 30 and raises one alarm', async () => {
  const emails = await crowd()
  for (const email of emails) await app.browser().calls.accounts.sendOtp({ email })
  const browser = app.browser('203.0.113.9')
  const answers: string[] = []
  for (const email of emails) answers.push(await outcome(browser.calls.accounts.verifyOtp({ email, otp: '123456' })))
  expect(answers.filter((answer) => answer !== 'auth/too-many-requests')).toHaveLength(30)
  const tried = await platform(app.app.db, (trx) =>
    trx
      .selectFrom('oneTimeCodes')
      .select(({ fn }) => [fn.countAll<number>().as('codes'), fn.sum<number>('tries').as('tries')])
      .executeTakeFirstOrThrow(),
  )
  // A code that was hit by chance is gone together with its try.
  expect(tried.codes + Number(tried.tries)).toBeLessThanOrEqual(530)
  expect(tried.codes).toBeGreaterThan(495)
  expect(await alarms()).toEqual([{ kind: 'code-guessing' }])
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
  expect(await alarms()).toEqual([{ kind: 'sign-in-flood' }])
})

test('an address that is refused already uses up nobody’s tries', async () => {
  const owner = await app.owner()
  const flood = app.browser('203.0.113.11')
  for (let index = 0; index < 30; index++)
    await outcome(flood.calls.accounts.signIn({ email: `nobody${index}@example.com`, password: 'wrong-password' }))
  for (let index = 0; index < 12; index++)
    expect(await outcome(flood.calls.accounts.signIn({ email: owner.email, password: 'wrong-password' }))).toBe('auth/too-many-requests')
  expect(await outcome(app.browser().calls.accounts.signIn({ email: owner.email, password: owner.password }))).toBe('accepted')
})
