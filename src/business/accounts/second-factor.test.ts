import { Secret, TOTP } from 'otpauth'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { platform } from '#db/tenant.ts'
import { operate } from '#money/payouts/operator.server.ts'
import { asOwner } from '../../../test/owner-role.ts'
import { testApp, type TestApp } from '../../../test/app.ts'
import { outcome } from './sign-in.sample.ts'

const hour = 3_600_000
let app: TestApp
beforeEach(async () => {
  app = await testApp()
})
afterEach(() => app.close())

/** An owner with a second factor and its recovery codes. */
async function holder() {
  const owner = await app.owner()
  const { secret } = await owner.calls.accounts.beginTotp()
  const code = () => new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: app.clock.now() })
  const { recoveryCodes } = await owner.calls.accounts.confirmTotp({ otp: code() })
  app.clock.advance(31_000)
  const signIn = (totp?: string, password = owner.password) =>
    outcome(app.browser().calls.accounts.signIn({ email: owner.email, password, ...(totp === undefined ? {} : { totp }) }))
  return { ...owner, code, recoveryCodes, signIn }
}
const left = (calls: Awaited<ReturnType<typeof holder>>['calls']) => calls.accounts.secondFactor()

test('A10 ten recovery codes stand in for a lost authenticator, each once, at sign-in and at the password’s reset', async () => {
  const { calls, email, recoveryCodes, signIn } = await holder()
  expect(new Set(recoveryCodes).size).toBe(10)
  for (const one of recoveryCodes) expect(one).toMatch(/^\d{4}-\d{4}-\d{4}$/)
  expect(await left(calls)).toEqual({ isOn: true, recoveryCodesLeft: 10 })
  const [first = '', second = '', third = '', ...others] = recoveryCodes
  expect(await signIn('0000-0000-0000')).toBe('auth/invalid-verification-code')
  expect(await signIn(first, 'wrong-password')).toBe('auth/invalid-credential')
  // Twenty concurrent sign-ins with one code: only one is accepted.
  const answers = await Promise.all(Array.from({ length: 20 }, () => signIn(first)))
  expect(answers.filter((answer) => answer === 'accepted')).toHaveLength(1)
  app.clock.advance(16 * 60_000)
  expect(await signIn(first)).toBe('auth/invalid-verification-code')
  // With or without its hyphens.
  expect(await signIn(second.replaceAll('-', ''))).toBe('accepted')
  const browser = app.browser()
  await browser.calls.accounts.sendOtp({ email })
  const otp = (await app.mails()).flatMap(({ text }) => /\b\d{6}\b/.exec(text) ?? []).at(-1) ?? ''
  expect(await browser.calls.accounts.verifyOtp({ email, otp })).toEqual({ success: true })
  const newPassword = 'another-Long-one-7'
  const reset = (totp: string) => outcome(browser.calls.accounts.resetPasswordWithOtp({ email, newPassword, totp }))
  expect(await reset(second)).toBe('auth/invalid-verification-code')
  expect(await reset(third)).toBe('accepted')
  for (const one of others) expect(await signIn(one, newPassword)).toBe('accepted')
  expect(await signIn(others.at(-1), newPassword)).toBe('auth/invalid-verification-code')
})

test('A10 recovery codes are kept as hashes alone; new ones end those before, and none outlives its second factor', async () => {
  const { calls, recoveryCodes, signIn, email } = await holder()
  const rows = await asOwner(app.app.db, (trx) => trx.selectFrom('recoveryCodes').selectAll().execute())
  const storedHashes = JSON.stringify(rows.map(({ hash }) => Buffer.from(hash).toString('latin1')))
  expect(rows).toHaveLength(10)
  for (const one of recoveryCodes) expect(storedHashes + app.logLines.join('')).not.toContain(one.slice(0, 9))
  const { recoveryCodes: fresh } = await calls.accounts.createRecoveryCodes()
  expect(fresh.filter((one) => recoveryCodes.includes(one))).toEqual([])
  expect(await signIn(recoveryCodes[0])).toBe('auth/invalid-verification-code')
  expect(await signIn(fresh[0])).toBe('accepted')
  expect(await left(calls)).toEqual({ isOn: true, recoveryCodesLeft: 9 })
  const stranger = await holder()
  expect(await signIn(stranger.recoveryCodes[0])).toBe('auth/invalid-verification-code')
  await calls.accounts.signIn({ email, password: stranger.password, totp: fresh[1] })
  await calls.accounts.removeTotp()
  expect(await left(calls)).toEqual({ isOn: false, recoveryCodesLeft: 0 })
  expect(await outcome(calls.accounts.createRecoveryCodes())).toBe('auth/operation-not-allowed')
  expect(await signIn()).toBe('accepted')
})

test('A10 the operator’s reset ends a second factor after 48 hours, with a mail at once and audit rows', async () => {
  const { calls, email, vendorId, signIn } = await holder()
  const run = (...words: string[]) => operate(app.app, ['second-factor', ...words])
  expect(await run('reset', 'nobody@example.com').then(String, ({ message }: Error) => message)).toContain('No account of')
  const [line] = await run('reset', email.toUpperCase())
  expect(line).toContain(`${email}: the second factor ends on 2026-10-07 09:00 UTC`)
  const mail = (await app.mails()).find(({ to, subject }) => to === email && /second factor will be switched off/.test(subject))
  expect(mail?.text).toContain('2026-10-07 09:00 UTC')
  app.clock.advance(47 * hour)
  expect(await run('reset', email)).toEqual([`${email}: asked for already; nothing changed`])
  expect(await signIn()).toBe('auth/second-factor-required')
  app.clock.advance(hour)
  expect(await signIn(undefined, 'wrong-password')).toBe('auth/invalid-credential')
  expect(await signIn()).toBe('accepted')
  await calls.accounts.signIn({ email, password: 'touch-line-Court-at-9' })
  expect(await left(calls)).toEqual({ isOn: false, recoveryCodesLeft: 0 })
  expect((await app.mails()).some(({ to, subject }) => to === email && subject.startsWith('Second factor switched off'))).toBe(true)
  const rows = await asOwner(app.app.db, (trx) =>
    trx
      .selectFrom('audit')
      .select(['action', 'role'])
      .where('vendorId', '=', vendorId)
      .where('action', 'like', '%second-factor%')
      .execute(),
  )
  expect(rows).toEqual(
    expect.arrayContaining([
      { action: 'request-second-factor-reset', role: 'operator' },
      { action: 'reset-second-factor', role: 'owner' },
    ]),
  )
})

test('A10 anyone who still has the second factor calls the operator’s reset off by using it', async () => {
  for (const by of ['app', 'recovery'] as const) {
    const { email, signIn, code, recoveryCodes } = await holder()
    await operate(app.app, ['second-factor', 'reset', email])
    app.clock.advance(hour)
    expect(await signIn(by === 'app' ? code() : recoveryCodes[0])).toBe('accepted')
    app.clock.advance(48 * hour)
    expect(await signIn()).toBe('auth/second-factor-required')
  }
  expect(await platform(app.app.db, (trx) => trx.selectFrom('secondFactorResets').select('userId').execute())).toEqual([])
})
