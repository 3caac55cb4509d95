import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { platform, type Trx } from '#db/tenant.ts'
import { sha256 } from '#kernel/secrets.ts'
import { testApp, type TestApp } from '../../../test/app.ts'

const minute = 60_000
const hour = 60 * minute

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

const codeOf = (text: string) => /\b\d{6}\b/.exec(text)?.[0] ?? ''

async function newestCode(email: string): Promise<string> {
  const mails = await app.mails()
  // A code overtakes other queued mails, such as the notice of a new browser.
  return codeOf(mails.findLast((mail) => mail.to === email && /\b\d{6}\b/.test(mail.text))?.text ?? '')
}

async function refusal(work: Promise<unknown>): Promise<string> {
  return work.then(
    () => 'accepted',
    (error: { code: string }) => error.code,
  )
}

const spent = { success: false, code: 'auth/code-expired' }

const wrongFor = (code: string) => (code === '111111' ? '222222' : '111111')

describe('one-time codes', () => {
  test('O1 five wrong tries burn the code, fewer do not; 50 at once count five', async () => {
    const owner = await app.owner()
    const browser = app.browser()
    const verify = (otp: string) => browser.calls.accounts.verifyOtp({ email: owner.email, otp })
    await browser.calls.accounts.sendOtp({ email: owner.email })
    let code = await newestCode(owner.email)
    for (let index = 0; index < 4; index++) expect(await verify(wrongFor(code))).toEqual({ success: false })
    expect(await verify(code)).toEqual({ success: true })
    // A used code does not count as expired; neither does one that was never requested.
    expect(await verify(code)).toEqual({ success: false })
    app.clock.advance(2 * minute)
    await browser.calls.accounts.sendOtp({ email: owner.email })
    code = await newestCode(owner.email)
    const triesOf = () =>
      platform(app.app.db, (trx) => trx.selectFrom('mailedCodes').select(['tries', 'otherTries']).executeTakeFirstOrThrow())
    await Promise.all(Array.from({ length: 50 }, () => app.browser().calls.accounts.verifyOtp({ email: owner.email, otp: wrongFor(code) })))
    expect(await triesOf()).toEqual({ tries: 0, otherTries: 5 })
    // Others' guesses leave the requester's own five.
    expect(await app.browser().calls.accounts.verifyOtp({ email: owner.email, otp: code })).toEqual(spent)
    for (let index = 0; index < 4; index++) expect(await verify(wrongFor(code))).toEqual({ success: false })
    expect(await verify(wrongFor(code))).toEqual(spent)
    expect(await triesOf()).toEqual({ tries: 5, otherTries: 5 })
    expect(await verify(code)).toEqual(spent)
    const email = 'nobody@example.com'
    await browser.calls.accounts.sendOtp({ email })
    const tried = []
    for (let index = 0; index < 6; index++) tried.push(await browser.calls.accounts.verifyOtp({ email, otp: '123456' }))
    expect(tried.map((answer) => answer.code)).toEqual([...Array(4), 'auth/code-expired', 'auth/code-expired'])
  })

  test('O2 a code works at 9:59 and is refused at 10:01', async () => {
    const owner = await app.owner()
    const browser = app.browser()
    for (const [wait, success] of [
      [9 * minute + 59_000, true],
      [10 * minute + 1000, false],
    ] as const) {
      await browser.calls.accounts.sendOtp({ email: owner.email })
      const otp = await newestCode(owner.email)
      app.clock.advance(wait)
      expect(await browser.calls.accounts.verifyOtp({ email: owner.email, otp })).toEqual(
        success ? { success } : { success, code: 'auth/code-expired' },
      )
      app.clock.advance(hour)
    }
  })

  test('O2 what a code opened stays open for ten minutes', async () => {
    const owner = await app.owner()
    const browser = app.browser()
    for (const [wait, answer] of [
      [10 * minute - 1000, 'accepted'],
      [10 * minute + 1000, 'auth/invalid-verification-code'],
    ] as const) {
      await browser.calls.accounts.sendOtp({ email: owner.email })
      await browser.calls.accounts.verifyOtp({ email: owner.email, otp: await newestCode(owner.email) })
      app.clock.advance(wait)
      const reset = browser.calls.accounts.resetPasswordWithOtp({ email: owner.email, newPassword: 'another-Long-one-7' })
      expect(await refusal(reset)).toBe(answer)
      app.clock.advance(hour)
    }
  })

  test('O3 twenty verifies and twenty resets at once: one and one', async () => {
    const owner = await app.owner()
    const browser = app.browser()
    await browser.calls.accounts.sendOtp({ email: owner.email })
    const otp = await newestCode(owner.email)
    const verified = await Promise.all(Array.from({ length: 20 }, () => browser.calls.accounts.verifyOtp({ email: owner.email, otp })))
    expect(verified.filter(({ success }) => success)).toHaveLength(1)
    const resets = await Promise.all(
      Array.from({ length: 20 }, () =>
        refusal(browser.calls.accounts.resetPasswordWithOtp({ email: owner.email, newPassword: 'another-Long-one-7' })),
      ),
    )
    expect(resets.filter((answer) => answer === 'accepted')).toHaveLength(1)
  })

  test('O4 one mail a minute, three an hour, ten a day; unknown addresses get the same refusals and no mail', async () => {
    const owner = await app.owner()
    const pattern = async (email: string): Promise<string[]> => {
      const { ip } = app.browser()
      const answers: string[] = []
      for (let index = 0; index < 30; index++) {
        answers.push(await refusal(app.browser(ip).calls.accounts.sendOtp({ email })))
        await app.mails()
        app.clock.advance((50 * minute) / 2)
      }
      return answers
    }
    const before = (await app.mails()).length
    const known = await pattern(owner.email)
    const mails = (await app.mails()).length - before
    const unknown = await pattern('nobody@example.com')
    expect(unknown).toEqual(known)
    expect((await app.mails()).length - before).toBe(mails)
    expect(known.filter((answer) => answer === 'accepted').length).toBeLessThanOrEqual(10)
    expect(mails).toBe(known.filter((answer) => answer === 'accepted').length)
    const { ip } = app.browser()
    expect(await refusal(app.browser(ip).calls.accounts.sendOtp({ email: 'third@example.com' }))).toBe('accepted')
    expect(await refusal(app.browser(ip).calls.accounts.sendOtp({ email: 'third@example.com' }))).toBe('auth/too-many-requests')
  })

  test('O4 the fourth code within an hour is refused, and the hour begins with the first', async () => {
    const { ip } = app.browser()
    const ask = () => refusal(app.browser(ip).calls.accounts.sendOtp({ email: 'fourth@example.com' }))
    const answers: string[] = []
    for (const wait of [0, 2, 2, 2, 53, 2]) {
      app.clock.advance(wait * minute)
      answers.push(await ask())
    }
    const refused = 'auth/too-many-requests'
    expect(answers).toEqual(['accepted', 'accepted', 'accepted', refused, refused, 'accepted'])
  })

  test('O4 a new code leaves the one before as it is, and each counts once', async () => {
    const owner = await app.owner()
    const browser = app.browser()
    const codes: string[] = []
    for (let index = 0; index < 2; index++) {
      await browser.calls.accounts.sendOtp({ email: owner.email })
      codes.push(await newestCode(owner.email))
      app.clock.advance(2 * minute)
    }
    const verify = (otp: string) => browser.calls.accounts.verifyOtp({ email: owner.email, otp })
    for (const code of codes) expect(await verify(code)).toEqual({ success: true })
    for (const code of codes) expect(await verify(code)).toEqual({ success: false })
  })

  test('A2 recovery works while sign-in is throttled, and ends what an older code still opens', async () => {
    const owner = await app.owner()
    const signIn = (password: string) => refusal(app.browser().calls.accounts.signIn({ email: owner.email, password }))
    for (let index = 0; index < 12; index++) await signIn(`wrong-${index}`)
    expect(await signIn(owner.password)).toBe('auth/too-many-requests')
    const browser = app.browser()
    await browser.calls.accounts.sendOtp({ email: owner.email })
    await browser.calls.accounts.verifyOtp({ email: owner.email, otp: await newestCode(owner.email) })
    await browser.calls.accounts.resetPasswordWithOtp({ email: owner.email, newPassword: 'another-Long-one-7' })
    expect(await signIn('another-Long-one-7')).toBe('accepted')
  })

  test('A8 guesses from elsewhere keep no owner out of a browser that signed in before, which has 10 tries of its own', async () => {
    const owner = await app.owner()
    const known = app.browser()
    const signIn = (browser: typeof known, password: string) => refusal(browser.calls.accounts.signIn({ email: owner.email, password }))
    expect(await signIn(known, owner.password)).toBe('accepted')
    for (let index = 0; index < 12; index++) await signIn(app.browser(), `wrong-${index}`)
    expect(await signIn(app.browser(), owner.password)).toBe('auth/too-many-requests')
    expect(await signIn(known, owner.password)).toBe('accepted')
    // Its sign-in restores none of the guessers' attempts.
    expect(await signIn(app.browser(), owner.password)).toBe('auth/too-many-requests')
    for (let index = 0; index < 10; index++) expect(await signIn(known, `wrong-${index}`)).toBe('auth/invalid-credential')
    expect(await signIn(known, owner.password)).toBe('auth/too-many-requests')
  })

  test('a password changed from inside ends the grants and codes that were mailed before', async () => {
    const owner = await app.owner()
    const other = app.browser()
    await other.calls.accounts.sendOtp({ email: owner.email })
    await other.calls.accounts.verifyOtp({ email: owner.email, otp: await newestCode(owner.email) })
    app.clock.advance(2 * minute)
    await other.calls.accounts.sendOtp({ email: owner.email })
    const code = await newestCode(owner.email)
    await owner.calls.accounts.changePassword({ newPassword: 'another-Long-one-7' })
    const reset = other.calls.accounts.resetPasswordWithOtp({ email: owner.email, newPassword: 'a-thief-chose-this-7' })
    expect(await refusal(reset)).toBe('auth/invalid-verification-code')
    expect(await other.calls.accounts.verifyOtp({ email: owner.email, otp: code })).toEqual({ success: false })
  })

  test('a code that is exchanged while the password changes leaves no grant', async () => {
    const owner = await app.owner()
    await app.browser().calls.accounts.sendOtp({ email: owner.email })
    let commit = () => {}
    const decided = new Promise<void>((resolve) => (commit = resolve))
    const expiresAt = new Date(app.clock.now() + 10 * minute).toISOString()
    const exchanging = platform(app.app.db, async (trx) => {
      await trx.deleteFrom('mailedCodes').where('emailKey', '=', owner.email).execute()
      await trx
        .insertInto('resetGrants')
        .values({ hash: sha256('a-token'), emailKey: owner.email, expiresAt })
        .execute()
      await decided
    })
    const changed = owner.calls.accounts.changePassword({ newPassword: 'another-Long-one-7' })
    // On a server the change has reached the exchange by now.
    await new Promise((resolve) => setTimeout(resolve, 500))
    commit()
    await exchanging
    await changed
    const grants = platform(app.app.db, (trx) =>
      trx.selectFrom('resetGrants').select('emailKey').where('emailKey', '=', owner.email).execute(),
    )
    expect(await grants).toEqual([])
  })

  test('O6 a sign-in with the old password that is under way while it changes opens nothing', async () => {
    const owner = await app.owner()
    const late = app.browser()
    const { db } = app.app
    let [reach, pass] = [() => {}, () => {}]
    const reached = new Promise<void>((resolve) => (reach = resolve))
    const passed = new Promise<void>((resolve) => (pass = resolve))
    // The password has been accepted by now; the transaction that follows waits.
    const waiting = new Proxy(db.kysely, {
      get(kysely, name) {
        if (name === 'transaction')
          return () => ({
            execute: async (work: (trx: Trx) => Promise<unknown>) => {
              reach()
              await passed
              return kysely.transaction().execute(work)
            },
          })
        const value: unknown = Reflect.get(kysely, name)
        return typeof value === 'function' ? (value.bind(kysely) as unknown) : value
      },
    })
    app.app.db = { ...db, kysely: waiting }
    const answer = refusal(late.calls.accounts.signIn({ email: owner.email, password: owner.password }))
    await reached
    app.app.db = db
    await owner.calls.accounts.changePassword({ newPassword: 'another-Long-one-7' })
    pass()
    expect(await answer).toBe('auth/invalid-credential')
    expect(await refusal(late.calls.accounts.session())).toBe('auth/session-expired')
    expect(await refusal(owner.calls.accounts.session())).toBe('accepted')
  })

  test('O6 after a reset every session is dead, one notice is mailed, and no one is signed in', async () => {
    const owner = await app.owner()
    const others = await Promise.all(
      Array.from({ length: 4 }, async () => {
        const browser = app.browser()
        await browser.calls.accounts.signIn({ email: owner.email, password: owner.password })
        return browser
      }),
    )
    const browser = app.browser()
    await browser.calls.accounts.sendOtp({ email: owner.email })
    await browser.calls.accounts.verifyOtp({ email: owner.email, otp: await newestCode(owner.email) })
    const before = (await app.mails()).length
    await browser.calls.accounts.resetPasswordWithOtp({ email: owner.email, newPassword: 'another-Long-one-7' })
    expect((await app.mails()).length - before).toBe(1)
    for (const caller of [owner, ...others, browser]) expect(await refusal(caller.calls.accounts.session())).toBe('auth/session-expired')
    expect(await refusal(browser.calls.accounts.signIn({ email: owner.email, password: 'another-Long-one-7' }))).toBe('accepted')
  })
})
