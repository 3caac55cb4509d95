import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { platform, tenant } from '#db/tenant.ts'
import { readMerchant } from '#insight/home/profile.server.ts'
import { sessionCookie } from '#kernel/base.ts'
import { sha256 } from '#kernel/secrets.ts'
import { goodPassword, testApp, type Caller, type TestApp } from '../../../test/app.ts'

const minute = 60_000
const hour = 60 * minute

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

async function refusal(work: Promise<unknown>): Promise<string> {
  return work.then(
    () => 'accepted',
    (error: { code: string }) => error.code,
  )
}

const wrongFor = (code: string) => (code === '111111' ? '222222' : '111111')

describe('registration', () => {
  test('the merchant has the 17 fields of spec 3, and nothing is completed', async () => {
    const owner = await app.owner({ email: 'first@example.com' })
    const merchant = await owner.calls.setup.merchant()
    expect(merchant).toMatchObject({
      email: 'first@example.com',
      code: 'AE',
      name: '',
      isActive: true,
      isDeleted: false,
      profileCompleted: false,
      serviceCompleted: false,
      addTrainer: false,
      addBatch: false,
      addHall: false,
      uid: owner.userId,
      id: owner.vendorId,
    })
    expect(Object.keys(merchant).toSorted()).toEqual([
      'addBatch',
      'addHall',
      'addTrainer',
      'code',
      'createdAt',
      'email',
      'id',
      'isActive',
      'isDeleted',
      'isOnLine',
      'lastLogin',
      'lastUpdated',
      'name',
      'profileCompleted',
      'serviceCompleted',
      'uid',
      'updatedAt',
    ])
  })

  test("A5 long and Unicode passwords are taken whole; common ones and one's own e-mail are refused", async () => {
    const long = 'ü'.repeat(70)
    const owner = await app.owner({ email: 'long@example.com', password: `${long}a!` })
    expect(await refusal(app.browser().calls.accounts.signIn({ email: owner.email, password: `${long}b!` }))).toBe(
      'auth/invalid-credential',
    )
    expect(await refusal(app.browser().calls.accounts.signIn({ email: owner.email, password: `${long}a!`.normalize('NFD') }))).toBe(
      'accepted',
    )
    for (const password of [
      '        ',
      'password',
      'iloveyou',
      '12345678',
      'qwertyuiop',
      'football1',
      'me@example.com',
      'aaaaaaaa',
      'newnewnew',
      'footballfootball',
      'Touchline1',
      'Password123!',
      'you@example.com',
    ]) {
      expect(
        await refusal(
          app
            .browser()
            .calls.accounts.register({ email: 'me@example.com', country: 'AE', password, confirmPassword: password, acceptTerms: true }),
        ),
        password,
      ).toBe('request/invalid')
    }
  })
})

describe('sign-in and sessions', () => {
  test('A1 an unknown e-mail and a wrong password are one answer', async () => {
    const owner = await app.owner()
    const answers = await Promise.all(
      [owner.email, 'nobody@example.com'].map((email) =>
        app
          .browser()
          .calls.accounts.signIn({ email, password: 'wrong-password' })
          .catch((error: unknown) => JSON.stringify(error)),
      ),
    )
    expect(answers[0]).toBe(answers[1])
  })

  test('A2 100 wrong tries check at most 10; the right password is refused in the same words; the open session lives on', async () => {
    const owner = await app.owner()
    const answers: string[] = []
    for (let index = 0; index < 100; index++)
      answers.push(await refusal(app.browser().calls.accounts.signIn({ email: owner.email, password: `wrong-${index}` })))
    expect(answers.filter((answer) => answer === 'auth/invalid-credential').length).toBeLessThanOrEqual(10)
    expect(await refusal(app.browser().calls.accounts.signIn({ email: owner.email, password: owner.password }))).toBe(
      'auth/too-many-requests',
    )
    expect(await refusal(owner.calls.accounts.session())).toBe('accepted')
    // The guesses can't keep the owner from confirming the password in that session either.
    expect(await refusal(owner.calls.accounts.confirmPassword({ password: owner.password }))).toBe('accepted')
    app.clock.advance(16 * minute)
    expect(await refusal(app.browser().calls.accounts.signIn({ email: owner.email, password: owner.password }))).toBe('accepted')
  })

  test('S1 each sign-in has a new 256-bit id, and only its SHA-256 is stored', async () => {
    const owner = await app.owner()
    const first = owner.cookies[sessionCookie] ?? ''
    await owner.calls.accounts.signIn({ email: owner.email, password: owner.password })
    const second = owner.cookies[sessionCookie] ?? ''
    expect(Buffer.from(second, 'base64url')).toHaveLength(32)
    expect(second).not.toBe(first)
    const stored = await platform(app.app.db, (trx) =>
      trx.selectFrom('sessions').select('hash').where('userId', '=', owner.userId).execute(),
    )
    expect(stored.map(({ hash }) => Buffer.from(hash).toString('hex'))).toEqual([sha256(second).toString('hex')])
  })

  test("S2 a session lives 24 hours by the server's clock and not a minute more", async () => {
    const owner = await app.owner()
    app.clock.advance(24 * hour - minute)
    expect(await refusal(owner.calls.accounts.session())).toBe('accepted')
    app.clock.advance(2 * minute)
    expect(await refusal(owner.calls.accounts.session())).toBe('auth/session-expired')
  })

  test('S3 a cookie is dead after sign-out, sign-out everywhere, suspension and removal', async () => {
    const replay = async (owner: Caller, end: () => Promise<unknown>): Promise<string> => {
      const savedCookies = { ...owner.cookies }
      await end()
      Object.assign(owner.cookies, savedCookies)
      return refusal(owner.calls.accounts.session())
    }
    for (const end of ['signOut', 'signOutEverywhere'] as const) {
      const owner = await app.owner()
      expect(await replay(owner, () => owner.calls.accounts[end]()), end).toBe('auth/session-expired')
    }
    for (const state of ['suspended', 'removed'] as const) {
      const owner = await app.owner()
      expect(
        await replay(owner, () =>
          platform(app.app.db, (trx) => trx.updateTable('members').set({ state }).where('userId', '=', owner.userId).execute()),
        ),
        state,
      ).toBe('auth/session-expired')
    }
  })

  test('T3 a browser whose session ended by itself keeps its storage, and its cookie opens nothing any more', async () => {
    const owner = await app.owner()
    const copy = { ...owner.cookies }
    await owner.calls.accounts.signOut({ keepStorage: true })
    expect(owner.headers.filter(([name]) => name === 'clear-site-data')).toEqual([])
    Object.assign(owner.cookies, copy)
    expect(await refusal(owner.calls.accounts.session())).toBe('auth/session-expired')
    await owner.calls.accounts.signIn({ email: owner.email, password: owner.password })
    await owner.calls.accounts.signOut()
    expect(owner.headers).toContainEqual(['clear-site-data', '"cache", "storage"'])
  })

  test('E1 isOnLine is true exactly while a session is live', async () => {
    const owner = await app.owner()
    const second = app.browser()
    const signIn = () => second.calls.accounts.signIn({ email: owner.email, password: owner.password })
    const isOnLine = async () => (await owner.calls.setup.merchant()).isOnLine
    await signIn()
    await second.calls.accounts.signOut()
    expect(await isOnLine()).toBe(true)
    const at = (moment: number) => new Date(moment).toISOString()
    const read = () =>
      tenant(app.app.db, owner.vendorId, (trx) => readMerchant(trx, owner.vendorId, at(app.clock.now()))).then((row) => row.isOnLine)
    expect(await read()).toBe(true)
    app.clock.advance(86_400_000)
    expect(await read()).toBe(false)
    await signIn()
    expect(await read()).toBe(true)
    await second.calls.accounts.signOut()
    expect(await read()).toBe(false)
  })

  test('S3 a session that is ended while it is renewed is dead, and so is what it was renewed to', async () => {
    const renewals: Record<string, (calls: Caller['calls']) => Promise<unknown>> = {
      look: (calls) => calls.team.look({ role: 'frontDesk', trainer: null }),
      confirmPassword: (calls) => calls.accounts.confirmPassword({ password: goodPassword }),
      changePassword: (calls) => calls.accounts.changePassword({ newPassword: 'a-thief-chose-this-7' }),
    }
    /** Ends and renews at once; where the renewal was over before and ended the owner's session, once more with another owner. */
    const race = async (renew: (calls: Caller['calls']) => Promise<unknown>): Promise<Caller> => {
      const owner = await app.owner()
      const thief = app.browser()
      Object.assign(thief.cookies, owner.cookies)
      const [ended] = await Promise.all([refusal(owner.calls.accounts.signOutEverywhere()), refusal(renew(thief.calls))])
      return ended === 'accepted' ? thief : race(renew)
    }
    for (const [name, renew] of Object.entries(renewals)) {
      const thief = await race(renew)
      expect(await refusal(thief.calls.accounts.session()), name).toBe('auth/session-expired')
    }
  })

  test('the trial starts at the first sign-in and never moves; after 30 days writes are refused and reads work', async () => {
    const owner = await app.owner()
    const hall = { title: 'Main hall', size: 10, totalCandidates: 5 }
    await owner.calls.halls.create(hall)
    expect((await owner.calls.plans.current()).daysLeft).toBe(30)
    app.clock.advance(30 * 24 * hour)
    await owner.calls.accounts.signIn({ email: owner.email, password: owner.password })
    expect(await owner.calls.plans.current()).toMatchObject({ daysLeft: 0, isExpired: true })
    expect(await refusal(owner.calls.halls.create(hall))).toBe('plan/trial-expired')
    expect((await owner.calls.halls.list({})).total).toBe(1)
    const { version } = await owner.calls.plans.current()
    expect(await owner.calls.plans.change({ plan: 'pro', version })).toMatchObject({ plan: 'pro', isExpired: false, accountsAllowed: 3 })
    expect(await refusal(owner.calls.halls.create(hall))).toBe('accepted')
    expect(await refusal(owner.calls.plans.change({ plan: 'elite', version }))).toBe('request/stale')
  })

  test('A7 a second factor is asked after the right password only, and each code counts once', async () => {
    const owner = await app.owner()
    const { secret } = await owner.calls.accounts.beginTotp()
    const code = () => new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: app.clock.now() })
    await owner.calls.accounts.confirmTotp({ otp: code() })
    app.clock.advance(31_000)
    const signIn = (password: string, totp?: string) => refusal(app.browser().calls.accounts.signIn({ email: owner.email, password, totp }))
    expect(await signIn('wrong-password')).toBe('auth/invalid-credential')
    expect(await signIn(owner.password)).toBe('auth/second-factor-required')
    expect(await signIn(owner.password, wrongFor(code()))).toBe('auth/invalid-verification-code')
    expect(await signIn(owner.password, code())).toBe('accepted')
    expect(await signIn(owner.password, code())).toBe('auth/invalid-verification-code')
  })

  test('sensitive changes ask for the password again after 15 minutes', async () => {
    const owner = await app.owner()
    app.clock.advance(16 * minute)
    expect(await refusal(owner.calls.accounts.changePassword({ newPassword: 'another-Long-one-7' }))).toBe('auth/recent-sign-in-required')
    expect(await refusal(owner.calls.accounts.confirmPassword({ password: 'wrong-password' }))).toBe('request/invalid')
    await owner.calls.accounts.confirmPassword({ password: owner.password })
    expect(await refusal(owner.calls.accounts.changePassword({ newPassword: 'another-Long-one-7' }))).toBe('accepted')
  })
})

describe('traces', () => {
  test('L1 no password, code, cookie or e-mail stands in the log', async () => {
    const owner = await app.owner({ email: 'canary-person@example.com' })
    await refusal(app.browser().calls.accounts.signIn({ email: owner.email, password: 'Canary-password-1' }))
    const log = app.logLines.join('')
    for (const secret of ['canary-person', 'Canary-password-1', owner.password, owner.cookies[sessionCookie] ?? 'cookie'])
      expect(log).not.toContain(secret)
  })

  test('L2 each change of an account writes exactly one audit row', async () => {
    const owner = await app.owner()
    await owner.calls.accounts.confirmPassword({ password: owner.password })
    await owner.calls.accounts.changePassword({ newPassword: 'another-Long-one-7' })
    const { version } = await owner.calls.plans.current()
    await owner.calls.plans.change({ plan: 'elite', version })
    await owner.calls.accounts.signOut()
    const rows = await tenant(app.app.db, owner.vendorId, (trx) =>
      trx.selectFrom('audit').select(['action', 'actor']).orderBy('id').execute(),
    )
    expect(rows.map(({ action }) => action).toSorted()).toEqual([
      'change-password',
      'change-plan',
      'confirm-password',
      'register',
      'sign-in',
      'sign-out',
    ])
    expect(rows.every(({ actor }) => actor === owner.userId)).toBe(true)
  })
})
