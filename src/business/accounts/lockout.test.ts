import { afterAll, beforeAll, expect, test } from 'vitest'
import { platform } from '#db/tenant.ts'
import { outcome } from './sign-in.sample.ts'
import { testApp, type Caller, type TestApp } from '../../../test/app.ts'

const minute = 60_000

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

const codeMails = async (email: string) => (await app.mails()).filter((mail) => mail.to === email && /\b\d{6}\b/.test(mail.text))
const newestCode = async (email: string) => /\b\d{6}\b/.exec((await codeMails(email)).at(-1)?.text ?? '')?.[0] ?? ''
const signIn = (browser: Caller, email: string, password: string) => outcome(browser.calls.accounts.signIn({ email, password }))

async function guess(email: string, times: number): Promise<void> {
  for (let index = 0; index < times; index++) await signIn(app.browser(), email, `wrong-${index}-one`)
}

/** Verifies the address in an unknown browser. */
async function proveIn(browser: Caller, email: string): Promise<void> {
  const before = (await codeMails(email)).length
  expect(await outcome(browser.calls.accounts.sendOtp({ email }))).toBe('accepted')
  expect((await codeMails(email)).length).toBe(before + 1)
  expect(await browser.calls.accounts.verifyOtp({ email, otp: await newestCode(email) })).toEqual({ success: true })
}

test('A8 ten wrong passwords and three codes an hour for a day keep no owner out, in a known browser, a new one or by a reset', async () => {
  const owner = await app.owner()
  const { email } = owner
  let password = owner.password
  for (let hour = 0; hour < 24; hour++) {
    await guess(email, 11)
    for (let asked = 0; asked < 3; asked++) {
      expect(await outcome(app.browser().calls.accounts.sendOtp({ email }))).toBe('accepted')
      app.clock.advance(minute)
    }
    expect(await signIn(owner, email, password)).toBe('accepted')
    if (hour % 8 === 0) {
      const fresh = app.browser()
      expect(await signIn(fresh, email, password)).toBe('auth/too-many-requests')
      await proveIn(fresh, email)
      expect(await signIn(fresh, email, password)).toBe('accepted')
      // The known browser has its own limit, whatever others requested.
      expect(await outcome(owner.calls.accounts.sendOtp({ email }))).toBe('accepted')
    }
    if (hour === 23) {
      const fresh = app.browser()
      await proveIn(fresh, email)
      password = 'another-Long-one-7'
      await fresh.calls.accounts.resetPasswordWithOtp({ email, newPassword: password })
      // Guessed at again before the owner is back on the sign-in page.
      await guess(email, 11)
      expect(await signIn(app.browser(), email, password)).toBe('auth/too-many-requests')
      expect(await signIn(fresh, email, password)).toBe('accepted')
    }
    app.clock.advance(57 * minute)
  }
})

test('A8 beyond six codes an hour for one account strangers get one at a time, the operator an alarm, and a mailed code still counts', async () => {
  const { email } = await app.owner()
  const ask = () => outcome(app.browser().calls.accounts.sendOtp({ email }))
  for (let asked = 0; asked < 40; asked++) {
    expect(await ask()).toBe('accepted')
    await app.mails()
    app.clock.advance(minute)
  }
  // Six, then one every nine minutes.
  expect(await codeMails(email)).toHaveLength(6 + 4)
  const alarms = await platform(app.app.db, (trx) => trx.selectFrom('alarms').select('kind').execute())
  expect(alarms.map(({ kind }) => kind)).toContain('code-flood')
  const fresh = app.browser()
  expect(await outcome(fresh.calls.accounts.sendOtp({ email }))).toBe('accepted')
  expect(await fresh.calls.accounts.verifyOtp({ email, otp: await newestCode(email) })).toEqual({ success: true })
})

test('A8 a proof by mail opens no other account and ends with its ten minutes', async () => {
  const [owner, other] = [await app.owner(), await app.owner()]
  const fresh = app.browser()
  await proveIn(fresh, owner.email)
  await guess(owner.email, 11)
  await guess(other.email, 11)
  expect(await signIn(fresh, other.email, other.password)).toBe('auth/too-many-requests')
  for (let tried = 0; tried < 10; tried++) expect(await signIn(fresh, owner.email, `wrong-${tried}-one`)).toBe('auth/invalid-credential')
  expect(await signIn(fresh, owner.email, owner.password)).toBe('auth/too-many-requests')
  app.clock.advance(14 * minute)
  expect(await signIn(fresh, owner.email, owner.password)).toBe('auth/too-many-requests')
})
