import { afterAll, beforeAll, expect, test } from 'vitest'
import { outcome } from './sign-in.sample.ts'
import { testApp, type Caller, type TestApp } from '../../../test/app.ts'

const minute = 60_000
const newPassword = 'another-Long-one-7'
const refused = { success: false }
const spent = { success: false, code: 'auth/code-expired' }

let app: TestApp
beforeAll(async () => {
  app = await testApp({ TRUSTED_PROXIES: '127.0.0.1' })
})
afterAll(() => app.close())

const linkPattern = /^https:\/\/touchline\.example\/forgot-password\?lang=en#([\w-]{64})$/m

/** The codes and links mailed to an address, oldest first. */
async function mailed(email: string): Promise<{ otp: string; token: string }[]> {
  const mails = (await app.mails()).filter((mail) => mail.to === email && linkPattern.test(mail.text))
  return mails.map(({ text }) => ({ otp: /\b\d{6}\b/.exec(text)?.[0] ?? '', token: linkPattern.exec(text)?.[1] ?? '' }))
}

async function newest(email: string): Promise<{ otp: string; token: string }> {
  const last = (await mailed(email)).at(-1)
  if (!last) throw new Error('No code was mailed')
  return last
}

const follow = (token: string, browser = app.browser()) => browser.calls.accounts.verifyLink({ token })
const verify = (email: string, otp: string, browser = app.browser()) => browser.calls.accounts.verifyOtp({ email, otp })
const reset = (browser: Caller, email: string, password = newPassword) =>
  outcome(browser.calls.accounts.resetPasswordWithOtp({ email, newPassword: password }))

/** Requests a code in an unknown browser. */
async function asked(email: string): Promise<{ otp: string; token: string }> {
  await app.browser().calls.accounts.sendOtp({ email })
  return newest(email)
}

async function guess(email: string, otp: string, browser: Caller): Promise<void> {
  for (let index = 0; index < 5; index++) await verify(email, otp === '111111' ? '222222' : '111111', browser)
}

/** Requests codes from fresh addresses until none is mailed, and exhausts each by five guesses of its requester and five of another. */
async function besiege(email: string): Promise<void> {
  for (let isMailed = true; isMailed;) {
    const browser = app.browser()
    const before = (await mailed(email)).length
    await browser.calls.accounts.sendOtp({ email })
    const codes = await mailed(email)
    isMailed = codes.length > before
    if (!isMailed) continue
    await guess(email, codes.at(-1)?.otp ?? '', browser)
    await guess(email, codes.at(-1)?.otp ?? '', app.browser())
  }
}

test('A8 who guesses at each mailed code keeps no owner out of a new browser: the link in the mail opens 40 times of 40', async () => {
  const { email } = await app.owner()
  const resets: string[] = []
  for (let round = 0; round < 40; round++) {
    await besiege(email)
    const fresh = app.browser()
    const before = (await mailed(email)).length
    expect(await outcome(fresh.calls.accounts.sendOtp({ email }))).toBe('accepted')
    expect((await mailed(email)).length).toBe(before)
    const { otp, token } = await newest(email)
    // What the owner got before there was a link.
    expect(await verify(email, otp, fresh)).toEqual(spent)
    expect(await follow(token, fresh)).toEqual({ success: true, email })
    const password = `round-${round}-Long-one`
    resets.push(await reset(fresh, email, password))
    expect(await outcome(fresh.calls.accounts.signIn({ email, password }))).toBe('accepted')
    app.clock.advance(9 * minute)
  }
  expect(resets).toEqual(Array(40).fill('accepted'))
})

test('A8 a link works once, and its grant resets once', async () => {
  const { email } = await app.owner()
  const { otp, token } = await asked(email)
  const browser = app.browser()
  expect(await follow(token, browser)).toEqual({ success: true, email })
  expect(await follow(token)).toEqual(refused)
  expect(await verify(email, otp)).toEqual(refused)
  expect(await reset(app.browser(), email)).toBe('auth/invalid-verification-code')
  expect(await reset(browser, email)).toBe('accepted')
  expect(await reset(browser, email)).toBe('auth/invalid-verification-code')
})

test('A8 of twenty presses of one link at once one wins, also against its code', async () => {
  const { email } = await app.owner()
  const first = await asked(email)
  const links = await Promise.all(Array.from({ length: 20 }, () => follow(first.token)))
  expect(links.filter(({ success }) => success)).toEqual([{ success: true, email }])
  const second = await asked(email)
  const both = await Promise.all(Array.from({ length: 10 }, () => [follow(second.token), verify(email, second.otp)]).flat())
  expect(both.filter(({ success }) => success)).toHaveLength(1)
})

test('A8 a link works at 9:59 and is refused at 10:01', async () => {
  const { email } = await app.owner()
  for (const [wait, answer] of [
    [10 * minute - 1000, { success: true, email }],
    [10 * minute + 1000, refused],
  ] as const) {
    const { token } = await asked(email)
    app.clock.advance(wait)
    expect(await follow(token)).toEqual(answer)
  }
})

test('A8 a link that was changed by a character, or names another code, is refused and spoils neither', async () => {
  const [owner, other] = [await app.owner(), await app.owner()]
  const [own, others] = [(await asked(owner.email)).token, (await asked(other.email)).token]
  const forged = Array.from(own, (character, at) => own.slice(0, at) + (character === 'A' ? 'B' : 'A') + own.slice(at + 1))
  const part = (token: string, from: number, to?: number) => Buffer.from(token, 'base64url').subarray(from, to)
  const swapped = Buffer.concat([part(others, 0, 16), part(own, 16)]).toString('base64url')
  for (const token of [...forged, swapped]) expect(await follow(token), token).toEqual(refused)
  expect(await follow(own)).toEqual({ success: true, email: owner.email })
  expect(await follow(others)).toEqual({ success: true, email: other.email })
})

test('A8 a link is refused once its code was used or the password changed', async () => {
  const owner = await app.owner()
  const { email } = owner
  const used = await asked(email)
  expect(await verify(email, used.otp)).toEqual({ success: true })
  expect(await follow(used.token)).toEqual(refused)
  const { token } = await asked(email)
  await owner.calls.accounts.changePassword({ newPassword })
  expect(await follow(token)).toEqual(refused)
})

test('A8 the grant of a link opens no other account', async () => {
  const [owner, other] = [await app.owner(), await app.owner()]
  const browser = app.browser()
  expect(await follow((await asked(owner.email)).token, browser)).toEqual({ success: true, email: owner.email })
  expect(await reset(browser, other.email)).toBe('auth/invalid-verification-code')
})

test('A8 presses are counted by address alone', async () => {
  const { email } = await app.owner()
  const { token } = await asked(email)
  const flood = app.browser()
  const forged = 'A'.repeat(64)
  for (let index = 0; index < 30; index++) expect(await follow(forged, flood)).toEqual(refused)
  expect(await outcome(follow(token, flood))).toBe('auth/too-many-requests')
  expect(await follow(token)).toEqual({ success: true, email })
})

test.each([
  [{ host: 'evil.example' }, 'http://localhost:0'],
  [{ host: 'localhost:3000@evil.example' }, 'http://localhost:0'],
  [{ host: 'localhost:3000', 'x-forwarded-host': 'evil.example' }, 'http://localhost:3000'],
  [{ host: 'localhost:3000', forwarded: 'host=evil.example;proto=https' }, 'http://localhost:3000'],
  [{ host: 'localhost:3000', 'x-forwarded-proto': 'https' }, 'https://localhost:3000'],
  [{ host: 'localhost:3000', 'x-forwarded-proto': 'https://evil.example/?' }, 'http://localhost:3000'],
  [{ host: 'localhost:3000', 'x-forwarded-proto': 'http, https://evil.example/?' }, 'http://localhost:3000'],
  [{ host: 'localhost:3000', 'x-forwarded-proto': 'javascript' }, 'http://localhost:3000'],
])('A8 the link leads home, whatever %j says that a trusted proxy passes on', async (headers, home) => {
  const { email } = await app.owner()
  const answer = await app.http.server.inject({
    method: 'POST',
    url: '/rpc/accounts/sendOtp',
    headers: { 'content-type': 'application/json', ...headers },
    payload: { json: { email } },
  })
  expect(answer.statusCode, answer.body).toBe(200)
  const mail = (await app.mails()).findLast(({ to }) => to === email)
  expect(mail?.text).toContain(`\n${home}/forgot-password?lang=en#`)
  expect(`${mail?.text}${mail?.html}`).not.toContain('evil')
})
