import { dictionary } from '@zxcvbn-ts/language-common'
import { Secret, TOTP } from 'otpauth'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { goodPassword, testServer, type TestApp } from '../../../test/app.ts'
import { isNightly } from '../../../test/rounds.ts'
import { median } from '../../../test/timed.ts'
import { outcome } from './sign-in.sample.ts'

let app: TestApp & { url: string }
beforeEach(async () => {
  app = await testServer()
})
afterEach(() => app.close())

type Answer = { status: number; headers: [string, string][]; body: string; ms: number }

/** One call over HTTP, as a browser behind a proxy at the given address makes it. */
async function post(path: string, input: unknown, forwardedFor: string, base = app.url): Promise<Answer> {
  const start = performance.now()
  const answer = await fetch(`${base}/rpc/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: base, 'x-forwarded-for': forwardedFor },
    body: JSON.stringify({ json: input }),
  })
  const body = await answer.text()
  const ms = performance.now() - start
  const varying = new Set(['date', 'x-request-id', 'content-security-policy'])
  // Each browser without a cookie gets a different token.
  const unnamed = (value: string) => value.replace(/^(__Host-browser=)[\w-]{43};/, '$1;')
  const headers = [...answer.headers]
    .filter(([name]) => !varying.has(name))
    .map(([name, value]): [string, string] => [name, unnamed(value)])
  return { status: answer.status, headers, body, ms }
}

/** How well the times separate the two groups: 0.5 not at all, 1 always. */
function separation(a: number[], b: number[]): number {
  const wins = a.reduce((sum, x) => sum + b.reduce((won, y) => won + (x > y ? 1 : x === y ? 0.5 : 0), 0), 0)
  const fraction = wins / (a.length * b.length)
  return Math.max(fraction, 1 - fraction)
}

test.each([
  ['accounts/signIn', 'auth/invalid-credential', { password: 'wrong-password' }],
  ['accounts/sendOtp', 'success', {}],
  ['accounts/verifyOtp', 'success', { otp: '123456' }],
  ['accounts/resetPasswordWithOtp', 'auth/invalid-verification-code', { newPassword: 'another-Long-one-7' }],
])('A1 %s answers known and unknown e-mails alike, in bytes and headers; nightly in time', async (path, expected, rest) => {
  const owner = await app.owner()
  const times = { known: [] as number[], unknown: [] as number[] }
  // Times are meaningful only on a quiet machine and over many pairs, so they are checked at night.
  const pairs = isNightly ? 310 : 30
  for (let pair = 0; pair < pairs; pair++) {
    app.clock.advance(24 * 60 * 60_000)
    const answers: Record<string, Answer> = {}
    // The order alternates, so that neither group profits from the other's warm-up.
    const order = pair % 2 === 0 ? (['known', 'unknown'] as const) : (['unknown', 'known'] as const)
    for (const who of order) {
      const email = who === 'known' ? owner.email : 'nobody@example.com'
      const answer = await post(path, { email, ...rest }, `198.51.100.${pair}`)
      answers[who] = answer
      if (pair >= 10) times[who].push(answer.ms)
    }
    const { ms: _known, ...known } = answers['known'] ?? { ms: 0 }
    const { ms: _unknown, ...unknown } = answers['unknown'] ?? { ms: 0 }
    expect(known).toEqual(unknown)
    expect((known as Answer).body).toContain(expected)
  }
  if (!isNightly) return
  expect(separation(times.known, times.unknown)).toBeLessThanOrEqual(0.6)
  expect(Math.abs(median(times.known) - median(times.unknown))).toBeLessThanOrEqual(2)
})

test('A5 the 3,000 commonest passwords of 8 and more characters and the vendor name are refused; 128 characters count whole', async () => {
  const { refuseCommonPassword } = await import('./password.server.ts')
  const commonest = dictionary['passwords-common']
    .map(String)
    .filter((password) => password.length >= 8)
    .slice(0, 3000)
  expect(commonest).toHaveLength(3000)
  const passed = commonest.filter((password) => {
    try {
      refuseCommonPassword('password', password, [])
      return true
    } catch {
      return false
    }
  })
  expect(passed).toEqual([])
  expect(() => refuseCommonPassword('password', 'Café Courts', ['me@example.com', 'CAFE\u0301 COURTS'])).toThrow()
  const long = `${'k '.repeat(36)}${'q'.repeat(56)}`
  const owner = await app.owner({ password: long })
  const signIn = (password: string) => outcome(app.browser().calls.accounts.signIn({ email: owner.email, password }))
  expect(await signIn(`${long.slice(0, 72)}z${long.slice(73)}`)).toBe('auth/invalid-credential')
  expect(await signIn(`${long.slice(0, -1)}z`)).toBe('auth/invalid-credential')
  expect(await signIn(long)).toBe('accepted')
})

test('A7 a reset asks for the second factor, keeps the grant meanwhile and refuses guessing', async () => {
  const owner = await app.owner()
  const { secret } = await owner.calls.accounts.beginTotp()
  const code = () => new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: app.clock.now() })
  await owner.calls.accounts.confirmTotp({ otp: code() })
  const granted = async () => {
    app.clock.advance(61 * 60_000)
    const browser = app.browser()
    await browser.calls.accounts.sendOtp({ email: owner.email })
    // Codes are sent before any other mail.
    const otp = (await app.mails()).flatMap(({ text }) => /\b\d{6}\b/.exec(text) ?? []).at(-1) ?? ''
    expect(await browser.calls.accounts.verifyOtp({ email: owner.email, otp })).toEqual({ success: true })
    return (totp?: string) =>
      outcome(browser.calls.accounts.resetPasswordWithOtp({ email: owner.email, newPassword: 'another-Long-one-7', totp }))
  }
  const reset = await granted()
  expect(await reset()).toBe('auth/second-factor-required')
  expect(await reset(code() === '111111' ? '222222' : '111111')).toBe('auth/invalid-verification-code')
  expect(await reset(code())).toBe('accepted')
  const guess = await granted()
  const wrong = code() === '111111' ? '222222' : '111111'
  const answers: string[] = []
  for (let index = 0; index < 15; index++) answers.push(await guess(wrong))
  expect(answers.filter((answer) => answer === 'auth/invalid-verification-code')).toHaveLength(10)
  expect(await guess(code())).toBe('auth/too-many-requests')
})

test('A7 who reads the mails gets no more guesses at the second factor by asking for more codes', async () => {
  const owner = await app.owner()
  const { email, password } = owner
  const { secret } = await owner.calls.accounts.beginTotp()
  const code = () => new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: app.clock.now() })
  await owner.calls.accounts.confirmTotp({ otp: code() })
  const wrong = () => (code() === '111111' ? '222222' : '111111')
  /** Twelve guesses at a reset and as many at a sign-in, in a browser that entered a code. @returns how many were checked */
  const guess = async () => {
    app.clock.advance(61_000)
    const { calls } = app.browser()
    await calls.accounts.sendOtp({ email })
    const otp = (await app.mails()).flatMap(({ text }) => /\b\d{6}\b/.exec(text) ?? []).at(-1) ?? ''
    expect(await calls.accounts.verifyOtp({ email, otp })).toEqual({ success: true })
    const checked = { reset: 0, signIn: 0 }
    for (let index = 0; index < 12; index++) {
      const tries = {
        reset: outcome(calls.accounts.resetPasswordWithOtp({ email, newPassword: 'another-Long-one-7', totp: wrong() })),
        signIn: outcome(calls.accounts.signIn({ email, password, totp: wrong() })),
      }
      if ((await tries.reset) === 'auth/invalid-verification-code') checked.reset += 1
      if ((await tries.signIn) !== 'auth/too-many-requests') checked.signIn += 1
    }
    return checked
  }
  expect(await guess()).toEqual({ reset: 10, signIn: 10 })
  expect(await guess()).toEqual({ reset: 0, signIn: 0 })
  let resets = 10
  for (let hour = 0; hour < 12; hour++) {
    app.clock.advance(60 * 60_000)
    resets += (await guess()).reset
  }
  expect(resets).toBe(100)
})

test('A1 registering a taken e-mail says so and leaves the account as it was', async () => {
  const owner = await app.owner()
  const again = { email: owner.email.toUpperCase(), country: 'AE', password: goodPassword, confirmPassword: goodPassword }
  expect(await outcome(app.browser().calls.accounts.register({ ...again, acceptTerms: true }))).toBe('auth/email-already-in-use')
  expect(await outcome(app.browser().calls.accounts.signIn({ email: owner.email, password: owner.password }))).toBe('accepted')
})
