import { afterAll, beforeAll, expect, test } from 'vitest'
import { policies, type CallName } from '#entrance/policy.ts'
import { platform } from '#db/tenant.ts'
import { mailOutside } from '#business/notifications/deliver.server.ts'
import { joined, onPlan, teamOf } from '#directory/team/team.sample.ts'
import { newId } from '#kernel/ids.ts'
import { runAs } from '#kernel/context.ts'
import { composeMail } from '#kernel/mail.ts'
import { goodPassword, testApp, type Caller, type TestApp } from '../../../test/app.ts'
import { outcome } from './sign-in.sample.ts'

const minute = 60_000
const day = 24 * 60 * minute

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

type Account = Caller & { email: string; vendorId: string }

/** An owner who has signed in without verifying the address. */
async function stranger(email = `new-${newId()}@example.com`): Promise<Account> {
  const caller = app.browser()
  await caller.calls.accounts.register({ email, country: 'AE', password: goodPassword, confirmPassword: goodPassword, acceptTerms: true })
  await caller.calls.accounts.signIn({ email, password: goodPassword })
  const { vendorId } = await caller.calls.accounts.session()
  return { ...caller, email, vendorId }
}

const codeTo = async (email: string) =>
  /\b\d{6}\b/.exec((await app.mails()).findLast((mail) => mail.to === email && /\b\d{6}\b/.test(mail.text))?.text ?? '')?.[0] ?? ''
const isVerified = async ({ calls }: Caller) => (await calls.accounts.session()).emailIsVerified
const wrongFor = (code: string) => (code === '111111' ? '222222' : '111111')

async function prove({ calls, email }: Account): Promise<void> {
  await calls.accounts.sendEmailCode()
  expect(await calls.accounts.verifyEmail({ otp: await codeTo(email) })).toEqual({ success: true })
}

async function resetIn(browser: Caller, email: string, more: object = {}): Promise<void> {
  await browser.calls.accounts.sendOtp({ email })
  expect(await browser.calls.accounts.verifyOtp({ email, otp: await codeTo(email) })).toEqual({ success: true })
  await browser.calls.accounts.resetPasswordWithOtp({ email, newPassword: 'another-Long-one-7', ...more })
}

const invite = ({ calls }: Caller, email: string) => outcome(calls.team.invite({ email, role: 'accountant', trainer: null }))

/** A mail that the product sends on its own, such as the bill of a renewal. */
const mailBySystem = ({ vendorId }: Account, to: string, customer: string | null = null) =>
  runAs(app.app, 'system', vendorId, (ctx) =>
    mailOutside(ctx, { kind: 'bill', customer, about: newId() }, composeMail(to, 'en', 'accounts.mail.passwordChanged')),
  )

const verifiedCalls = (Object.keys(policies) as CallName[]).filter((name) => policies[name].verified)

/** The result of an owner's call without input. */
function answerTo({ calls }: Caller, name: CallName): Promise<string> {
  const [group = '', call = ''] = name.split('.')
  const client = calls as unknown as Record<string, Record<string, (input: object) => Promise<unknown>>>
  return outcome(client[group]?.[call]?.({}) ?? Promise.resolve())
}

test('A9 an account that never proved its address mails no one and makes no key, webhook or second factor', async () => {
  const owner = await stranger()
  expect(verifiedCalls).toEqual(
    expect.arrayContaining([
      'team.invite',
      'team.resend',
      'quotes.send',
      'sales.send',
      'challenges.invite',
      'keys.create',
      'webhooks.create',
    ]),
  )
  for (const name of verifiedCalls) expect(await answerTo(owner, name), name).toBe('auth/email-unverified')
  for (let index = 0; index < 40; index++) expect(await invite(owner, `stranger${index}@example.net`)).toBe('auth/email-unverified')
  for (let index = 0; index < 10; index++) await mailBySystem(owner, `customer${index}@example.net`)
  expect(await outcome(owner.calls.keys.create({ name: 'Till', scopes: ['read:customers'], expiresOn: null }))).toBe(
    'auth/email-unverified',
  )
  expect(await owner.calls.keys.list()).toEqual([])
  expect(await owner.calls.webhooks.list()).toEqual([])
  // Only a code is mailed to the address itself, which may be a stranger's.
  app.clock.advance(minute)
  await app.browser().calls.accounts.signIn({ email: owner.email, password: goodPassword })
  expect(await app.mails()).toEqual([])

  await prove(owner)
  for (const name of verifiedCalls) expect(await answerTo(owner, name), name).not.toBe('auth/email-unverified')
  expect(await invite(owner, 'stranger0@example.net')).toBe('accepted')
  expect((await app.mails()).map(({ to }) => to)).toEqual([owner.email, 'stranger0@example.net'])
})

test('A9 the code is the member’s own, counts five guesses, and is none for a new password; nor the other way round', async () => {
  const owner = await stranger()
  await owner.calls.accounts.sendEmailCode()
  const code = await codeTo(owner.email)
  expect(await owner.calls.accounts.verifyOtp({ email: owner.email, otp: code })).toEqual({ success: false })
  const other = await stranger()
  expect(await other.calls.accounts.verifyEmail({ otp: code })).toEqual({ success: false })
  for (let guess = 0; guess < 4; guess++)
    expect(await owner.calls.accounts.verifyEmail({ otp: wrongFor(code) })).toEqual({ success: false })
  const spent = { success: false, code: 'auth/code-expired' }
  expect(await owner.calls.accounts.verifyEmail({ otp: wrongFor(code) })).toEqual(spent)
  expect(await owner.calls.accounts.verifyEmail({ otp: code })).toEqual(spent)
  expect(await outcome(owner.calls.accounts.sendEmailCode())).toBe('auth/too-many-requests')
  app.clock.advance(minute)
  await owner.calls.accounts.sendOtp({ email: owner.email })
  expect(await owner.calls.accounts.verifyEmail({ otp: await codeTo(owner.email) })).toEqual(spent)
  expect(await isVerified(owner)).toBe(false)
  await prove(owner)
  expect(await isVerified(owner)).toBe(true)
  // Nothing is left to verify, and nothing is mailed.
  const before = (await app.mails()).length
  expect(await outcome(owner.calls.accounts.sendEmailCode())).toBe('accepted')
  expect((await app.mails()).length).toBe(before)
})

test('A9 a reset by code and an accepted invitation prove the address, and accounts of the version before count as proved', async () => {
  const owner = await stranger()
  const browser = app.browser()
  await resetIn(browser, owner.email)
  await browser.calls.accounts.signIn({ email: owner.email, password: 'another-Long-one-7' })
  expect(await isVerified(browser)).toBe(true)

  const host = await app.owner()
  await onPlan(host, 'elite')
  expect(await isVerified(await joined(app, host, 'manager'))).toBe(true)

  const former = { id: newId(), email: 'former@example.com', emailKey: 'former@example.com', passwordHash: '-', totpSecret: null }
  await platform(app.app.db, (trx) =>
    trx
      .insertInto('users')
      .values({ ...former, language: 'en', createdAt: new Date(app.clock.now()).toISOString() })
      .execute(),
  )
  const storedUser = await platform(app.app.db, (trx) =>
    trx.selectFrom('users').select('emailIsVerified').where('id', '=', former.id).executeTakeFirstOrThrow(),
  )
  expect(storedUser.emailIsVerified).toBe(true)
})

test('A9 a new account writes to 20 others on its first day by hand; what the product sends waits, and nothing is dropped', async () => {
  const owner = await stranger()
  await prove(owner)
  await onPlan(owner, 'elite')
  const before = (await app.mails()).length
  const inviteOnce = async (index: number) => {
    const answer = await invite(owner, `guest${index}@example.net`)
    if (answer !== 'accepted') return answer
    const { rows } = await owner.calls.team.list({})
    const open = rows.find(({ email }) => email === `guest${index}@example.net`)
    await owner.calls.team.withdraw({ id: open?.id ?? '', version: open?.version ?? 0 })
    return answer
  }
  const answers: string[] = []
  for (let index = 0; index < 25; index++) answers.push(await inviteOnce(index))
  expect(answers).toEqual([...Array<string>(20).fill('accepted'), ...Array<string>(5).fill('mail/first-day')])
  // One of the twenty may be written to again.
  expect(await inviteOnce(3)).toBe('accepted')
  for (let index = 0; index < 30; index++) await mailBySystem(owner, `customer${index}@example.net`)
  const others = async () =>
    new Set(
      (await app.mails())
        .slice(before)
        .map(({ to }) => to)
        .filter((to) => to !== owner.email),
    ).size
  expect(await others()).toBe(20)
  app.clock.advance(day)
  expect(await others()).toBe(50)
  await owner.calls.accounts.signIn({ email: owner.email, password: goodPassword })
  for (let index = 30; index < 40; index++) expect(await inviteOnce(index)).toBe('accepted')
})

test('A9 erasing whom a new account has written to gives it no one more to write to on its first day', async () => {
  const owner = await stranger()
  await prove(owner)
  await onPlan(owner, 'elite')
  for (let index = 0; index < 20; index++) {
    const [firstName, email] = [`Guest ${index}`, `guest${index}@example.net`]
    const created = await owner.calls.customers.create({ firstName, phone: `05000000${10 + index}`, email })
    await mailBySystem(owner, email, created.id)
    await mailBySystem(owner, email, created.id)
    expect(await outcome(owner.calls.customers.erase({ id: created.id, version: created.version, reason: 'Asked', name: firstName }))).toBe(
      'accepted',
    )
  }
  expect(await invite(owner, 'guest20@example.net')).toBe('mail/first-day')
})

test('A9 beyond 500 mails an hour a business’s mails leave one after the other, each of them', async () => {
  const owner = { ...(await app.owner()) }
  app.clock.advance(2 * day)
  const before = (await app.mails()).length
  const sent = async () => (await app.mails()).length - before
  for (let index = 0; index < 520; index++) await mailBySystem(owner, `customer${index}@example.net`)
  expect(await sent()).toBe(500)
  app.clock.advance(10 * 7200)
  expect(await sent()).toBe(510)
  app.clock.advance(10 * 7200)
  expect(await sent()).toBe(520)
})

test('A9 a reset ends keys, webhooks and calendar addresses on request, and always where the address was never proved', async () => {
  const owner = await app.owner()
  await onPlan(owner, 'elite')
  const connect = async ({ calls }: Caller) => {
    await calls.keys.create({ name: 'Till', scopes: ['read:customers'], expiresOn: null })
    await calls.webhooks.create({ url: 'https://hooks.example.com/touchline', events: ['customer.created'] })
    await calls.feeds.create({})
  }
  const open = async ({ calls }: Caller) => [
    (await calls.keys.list()).length,
    (await calls.webhooks.list()).length,
    (await calls.feeds.list()).length,
  ]
  await connect(owner)
  const manager = await joined(app, owner, 'manager')
  const signedIn = async (email: string) => {
    const browser = app.browser()
    await browser.calls.accounts.signIn({ email, password: 'another-Long-one-7' })
    return browser
  }
  await resetIn(app.browser(), owner.email)
  expect(await open(await signedIn(owner.email))).toEqual([1, 1, 1])
  // A manager ends only what a manager may end.
  await resetIn(app.browser(), manager.email, { endConnections: true })
  expect(await open(await signedIn(owner.email))).toEqual([1, 1, 0])
  app.clock.advance(minute)
  await resetIn(app.browser(), owner.email, { endConnections: true })
  expect(await open(await signedIn(owner.email))).toEqual([0, 0, 0])

  const hijacked = await stranger()
  await hijacked.calls.feeds.create({})
  await resetIn(app.browser(), hijacked.email)
  expect((await (await signedIn(hijacked.email)).calls.feeds.list()).length).toBe(0)
})

test('A9 who was suspended or removed ends nothing of the business by a reset', async () => {
  const owner = await app.owner()
  await onPlan(owner, 'elite')
  await owner.calls.feeds.create({})
  const [suspended, removed] = [await joined(app, owner, 'manager'), await joined(app, owner, 'manager')]
  const team = await teamOf(owner)
  const named = ({ email }: { email: string }) => ({ id: team(email).id, version: team(email).version })
  await owner.calls.team.suspend(named(suspended))
  await owner.calls.team.remove(named(removed))
  for (const { email } of [suspended, removed]) await resetIn(app.browser(), email, { endConnections: true })
  expect(await owner.calls.feeds.list()).toHaveLength(1)
})
