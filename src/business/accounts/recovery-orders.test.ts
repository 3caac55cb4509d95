import { afterAll, beforeAll, expect, test } from 'vitest'
import { englishText } from '#kernel/texts.ts'
import { platform } from '#db/tenant.ts'
import { testApp, type Caller, type TestApp } from '../../../test/app.ts'

const minute = 60_000
const grantCookie = '__Host-reset'
const newPassword = 'another-Long-one-7'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

type Owner = Awaited<ReturnType<TestApp['owner']>>

/** The three steps in one browser for one account, each returning whether it was accepted. */
function stepsOf(browser: Caller, email: string) {
  return {
    send: () => browser.calls.accounts.sendOtp({ email }),
    verify: async () => {
      const text = (await app.mails()).findLast((mail) => mail.to === email)?.text ?? ''
      // Before a code was sent there is none to type, only a guess.
      const otp = /\b\d{6}\b/.exec(text)?.[0] ?? '123456'
      return (await browser.calls.accounts.verifyOtp({ email, otp })).success
    },
    reset: () =>
      browser.calls.accounts.resetPasswordWithOtp({ email, newPassword }).then(
        () => true,
        (error: { code: string }) => {
          expect(error.code).toBe('auth/invalid-verification-code')
          return false
        },
      ),
  }
}

type Case = [name: string, resets: number, run: (own: Owner, other: Owner) => Promise<unknown>]

const inOneBrowser =
  (...order: ('send' | 'verify' | 'reset')[]): Case[2] =>
  async (own) => {
    const steps = stepsOf(app.browser(), own.email)
    for (const step of order) await steps[step]()
  }

/** A browser that has a grant of an account. */
async function granted(owner: Owner): Promise<Caller> {
  const browser = app.browser()
  const { send, verify } = stepsOf(browser, owner.email)
  await send()
  expect(await verify()).toBe(true)
  expect(browser.cookies[grantCookie]).toMatch(/^[\w-]{43}$/)
  return browser
}

const cases: Case[] = [
  ['send, verify, reset', 1, inOneBrowser('send', 'verify', 'reset')],
  ['send, reset, verify', 0, inOneBrowser('send', 'reset', 'verify')],
  ['verify, send, reset', 0, inOneBrowser('verify', 'send', 'reset')],
  ['verify, reset, send', 0, inOneBrowser('verify', 'reset', 'send')],
  ['reset, send, verify', 0, inOneBrowser('reset', 'send', 'verify')],
  ['reset, verify, send', 0, inOneBrowser('reset', 'verify', 'send')],
  ['the grant of one e-mail used for another', 0, async (own, other) => stepsOf(await granted(own), other.email).reset()],
  [
    'verified in one browser, reset in another',
    0,
    async (own) => {
      await granted(own)
      await stepsOf(app.browser(), own.email).reset()
    },
  ],
  [
    'the cookie of another account swapped in',
    0,
    async (own, other) => {
      const [mine, theirs] = [await granted(own), await granted(other)]
      mine.cookies[grantCookie] = theirs.cookies[grantCookie] ?? ''
      await stepsOf(mine, own.email).reset()
      theirs.cookies[grantCookie] = 'A'.repeat(43)
      await stepsOf(theirs, other.email).reset()
      theirs.cookies[grantCookie] = ''
      await stepsOf(theirs, other.email).reset()
    },
  ],
  [
    'a code of one e-mail verified for another',
    0,
    async (own, other) => {
      const browser = app.browser()
      await stepsOf(browser, own.email).send()
      await stepsOf(browser, other.email).verify()
      await stepsOf(browser, own.email).reset()
      await stepsOf(browser, other.email).reset()
    },
  ],
  [
    'a grant a second after its ten minutes',
    0,
    async (own) => {
      const browser = await granted(own)
      app.clock.advance(10 * minute + 1000)
      await stepsOf(browser, own.email).reset()
    },
  ],
  [
    'a grant that was used already, and an older one of the same account',
    1,
    async (own) => {
      const older = await granted(own)
      app.clock.advance(2 * minute)
      const browser = await granted(own)
      const used = { ...browser.cookies }
      expect(await stepsOf(browser, own.email).reset()).toBe(true)
      Object.assign(browser.cookies, used)
      expect(await stepsOf(browser, own.email).reset()).toBe(false)
      expect(await stepsOf(older, own.email).reset()).toBe(false)
    },
  ],
]

async function hashOf({ userId }: Owner): Promise<string> {
  const user = await platform(app.app.db, (trx) =>
    trx.selectFrom('users').select('passwordHash').where('id', '=', userId).executeTakeFirst(),
  )
  return user?.passwordHash ?? ''
}

test.each(cases)('O5 %s: %i resets', async (_name, resets, run) => {
  const [own, other] = [await app.owner(), await app.owner()]
  const before = await Promise.all([own, other].map(hashOf))
  await run(own, other)
  const after = await Promise.all([own, other].map(hashOf))
  expect(after.filter((hash, index) => hash !== before[index])).toHaveLength(resets)
  // The stored hash alone does not show whom the old password still lets in.
  const signIn = app.browser().calls.accounts.signIn({ email: own.email, password: own.password })
  if (resets === 0) expect((await signIn).id).toBe(own.userId)
  else await expect(signIn).rejects.toMatchObject({ code: 'auth/invalid-credential' })
  const subject = englishText('accounts.mail.passwordChanged.subject')
  const notices = (await app.mails()).filter((mail) => [own.email, other.email].includes(mail.to) && mail.subject === subject)
  expect(notices).toHaveLength(resets)
})
