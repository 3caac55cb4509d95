import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { platform, tenant } from '#db/tenant.ts'
import { sessionCookie } from '#kernel/base.ts'
import { joined, onPlan, teamOf } from '#directory/team/team.sample.ts'
import { testApp, testServer, type Caller, type TestApp } from '../../../test/app.ts'
import { httpClient } from '../../../test/browser-session.ts'
import { seen } from '../../../test/floor.ts'
import { bent, flag, foreignKey, withPasskey, type Authenticator, type Lie } from './authenticator.sample.ts'
import { dropExpired } from './expired.server.ts'
import { userHandleOf } from './passkey-proof.server.ts'
import type { Assertion } from './passkey.contract.ts'
import { sessionsMost } from './sign-in-session.rules.ts'
import { outcome } from './sign-in.sample.ts'

/** Two processes on one database need the same secret. */
const shared = { SECRET_KEY: 'the secret of both processes of this test' }

let app: TestApp
beforeAll(async () => {
  app = await testApp(shared)
})
afterAll(() => app.close())

const minute = 60_000
const refused = 'auth/invalid-credential'

async function holder(options: { counts?: boolean } = {}) {
  const owner = await app.owner()
  return { ...owner, key: await withPasskey(owner.calls, 'Phone', options) }
}

/** Signs in with a passkey in a browser; `sent` may change what is sent. */
async function enter(
  key: Authenticator,
  browser: Caller = app.browser(),
  lie: Lie = {},
  sent = (proof: Assertion) => proof,
): Promise<string> {
  const options = await browser.calls.accounts.beginPasskeySignIn()
  return outcome(browser.calls.accounts.signInWithPasskey(sent(key.sign(options, lie))))
}

const challengesLeft = () =>
  platform(app.app.db, (trx) => trx.selectFrom('passkeyChallenges').select('hash').execute()).then((rows) => rows.length)

const actionsOf = ({ vendorId, userId }: { vendorId: string; userId: string }) =>
  tenant(app.app.db, vendorId, (trx) =>
    trx.selectFrom('audit').select('action').where('actor', '=', userId).where('action', 'like', 'sign-in%').orderBy('id').execute(),
  ).then((rows) => rows.map(({ action }) => action))

test('a passkey signs its member in, in a browser that has never seen the account, and each use is noted', async () => {
  const { key, email, userId, vendorId, calls } = await holder()
  const browser = app.browser()
  const options = await browser.calls.accounts.beginPasskeySignIn()
  expect(options).toEqual({ challenge: expect.any(String), rpId: 'touchline.example', timeout: 300_000, userVerification: 'required' })
  app.clock.advance(minute)
  expect(await browser.calls.accounts.signInWithPasskey(key.sign(options))).toEqual({ id: userId, email, status: 'active' })
  expect(await browser.calls.accounts.session()).toMatchObject({ userId, vendorId, email, role: 'owner' })
  const [listed] = await calls.accounts.passkeys()
  expect(listed?.lastUsedAt).toBe(new Date(app.clock.now()).toISOString())
  expect(await actionsOf({ vendorId, userId })).toEqual(['sign-in', 'sign-in-with-passkey'])
})

test('A7 of 22 tampered assertions none is accepted, and the same one untampered is', async () => {
  const { key, userId, vendorId } = await holder()
  const other = await holder()
  const victim = { credential: key.credential, userHandle: userHandleOf(userId) }
  const lies: [what: string, lie: Lie][] = [
    ['a challenge that was never issued', { challenge: Buffer.alloc(32, 1).toString('base64url') }],
    ['another origin', { origin: 'https://touchline.example.evil.example' }],
    ['the origin over http', { origin: 'http://touchline.example' }],
    ['the origin at another port', { origin: 'https://touchline.example:8443' }],
    ['another domain', { domain: 'evil.example' }],
    ['a subdomain of ours', { domain: 'login.touchline.example' }],
    ['the type of a creation', { type: 'webauthn.create' }],
    ['no verified user', { flags: flag.present }],
    ['no present user', { flags: flag.verified }],
    ['another member’s handle', { userHandle: userHandleOf(other.userId) }],
    ['another member’s passkey under its own handle', { credential: other.key.credential }],
    ['the counter as it was', { counter: 1 }],
    ['a counter that starts again', { counter: 0 }],
    ['a foreign key', { key: foreignKey() }],
    ['a foreign frame', { more: { crossOrigin: true } }],
    ['a foreign page around it', { more: { crossOrigin: true, topOrigin: 'https://evil.example' } }],
    ['an unknown passkey', { credential: Buffer.alloc(32, 2).toString('base64url') }],
  ]
  // The counter is at 1, so that it can go back.
  expect(await enter(key)).toBe('accepted')
  for (const [what, lie] of lies) expect([what, await enter(key, app.browser(), lie)]).toEqual([what, refused])
  const bends: [what: string, bend: (proof: Assertion) => Assertion][] = [
    ['a bit of the signature', (proof) => bent(proof, 'signature', -1)],
    ['a bit of the counter', (proof) => bent(proof, 'authenticatorData', 33)],
    ['a bit of the flags', (proof) => bent(proof, 'authenticatorData', 32)],
    ['a bit of the client data', (proof) => bent(proof, 'clientDataJSON', 2)],
  ]
  for (const [what, bend] of bends) expect([what, await enter(key, app.browser(), {}, bend)]).toEqual([what, refused])
  // Someone with another account and its passkey names this one.
  expect(await enter(other.key, app.browser(), victim)).toBe(refused)
  expect(lies.length + bends.length + 1).toBe(22)
  expect(await enter(key)).toBe('accepted')
  const actions = await actionsOf({ vendorId, userId })
  expect(actions.filter((action) => action === 'sign-in-with-passkey')).toHaveLength(2)
  // All but those that name an unknown passkey or the other member's are in this account's log.
  expect(actions.filter((action) => action === 'sign-in-refused')).toHaveLength(20)
})

test('A7 a challenge serves once, right or wrong, in the browser that asked, for five minutes, and for a sign-in alone', async () => {
  const { key, calls } = await holder()
  const browser = app.browser()
  const once = key.sign(await browser.calls.accounts.beginPasskeySignIn())
  expect(await outcome(browser.calls.accounts.signInWithPasskey(once))).toBe('accepted')
  expect(await outcome(browser.calls.accounts.signInWithPasskey(once))).toBe(refused)
  const options = await browser.calls.accounts.beginPasskeySignIn()
  expect(await outcome(browser.calls.accounts.signInWithPasskey(bent(key.sign(options), 'signature', -1)))).toBe(refused)
  expect(await outcome(browser.calls.accounts.signInWithPasskey(key.sign(options)))).toBe(refused)
  // Stolen on its way, and sent by someone else.
  const stolen = key.sign(await browser.calls.accounts.beginPasskeySignIn())
  expect(await outcome(app.browser().calls.accounts.signInWithPasskey(stolen))).toBe(refused)
  expect(await outcome(browser.calls.accounts.signInWithPasskey(stolen))).toBe('accepted')
  const late = key.sign(await browser.calls.accounts.beginPasskeySignIn())
  app.clock.advance(5 * minute)
  expect(await outcome(browser.calls.accounts.signInWithPasskey(late))).toBe(refused)
  const almost = key.sign(await browser.calls.accounts.beginPasskeySignIn())
  app.clock.advance(5 * minute - 1)
  expect(await outcome(browser.calls.accounts.signInWithPasskey(almost))).toBe('accepted')
  // A challenge for a new passkey, in the same browser.
  const { challenge } = await calls.accounts.beginPasskey()
  expect(await outcome(calls.accounts.signInWithPasskey(key.sign({ challenge, rpId: 'touchline.example' })))).toBe(refused)
})

test('A7 of ten tries with one assertion, at two processes on one database, exactly one is accepted', async () => {
  const { key } = await holder()
  // Closed with the first, whose database it shares.
  const second = await testApp(shared, Object.create(app.app.db, { close: { value: async () => {} } }) as typeof app.app.db)
  const [here, there] = [app.browser(), second.browser()]
  const proof = key.sign(await here.calls.accounts.beginPasskeySignIn())
  Object.assign(there.cookies, here.cookies)
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, index) => outcome((index % 2 ? here : there).calls.accounts.signInWithPasskey(proof))),
  )
  expect(answers.toSorted()).toEqual(['accepted', ...Array<string>(9).fill(refused)])
  // A challenge of one process serves at the other.
  Object.assign(there.cookies, here.cookies)
  const options = await here.calls.accounts.beginPasskeySignIn()
  expect(await outcome(there.calls.accounts.signInWithPasskey(key.sign(options)))).toBe('accepted')
  await second.close()
})

test('two sign-ins at once both get in; a counter that another has passed does not', async () => {
  const counting = await holder()
  const browsers = [app.browser(), app.browser()]
  const proofs = []
  for (const { calls } of browsers) proofs.push(counting.key.sign(await calls.accounts.beginPasskeySignIn()))
  const [first, second] = proofs as [Assertion, Assertion]
  expect(await outcome(browsers[1]!.calls.accounts.signInWithPasskey(second))).toBe('accepted')
  expect(await outcome(browsers[0]!.calls.accounts.signInWithPasskey(first))).toBe(refused)
  const countless = await holder({ counts: false })
  const answers = await Promise.all([enter(countless.key), enter(countless.key), enter(countless.key)])
  expect(answers).toEqual(['accepted', 'accepted', 'accepted'])
})

test('a passkey is both factors: the authenticator’s code is not asked for, and a password still needs it', async () => {
  const { calls, key, email, password } = await holder()
  const { secret } = await calls.accounts.beginTotp()
  const otp = new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: app.clock.now() })
  await calls.accounts.confirmTotp({ otp })
  expect(await enter(key)).toBe('accepted')
  expect(await outcome(app.browser().calls.accounts.signIn({ email, password }))).toBe('auth/second-factor-required')
})

test('the session is as any other: recent, a new browser is reported, and of twenty-one the oldest ends', async () => {
  const { key, email, calls } = await holder()
  const browser = app.browser()
  app.clock.advance(20 * minute)
  expect(await enter(key, browser)).toBe('accepted')
  // Signed in a moment ago: no password is asked for.
  expect(await outcome(browser.calls.accounts.beginPasskey())).toBe('accepted')
  const reported = async () =>
    (await app.mails()).filter(({ to, subject }) => to === email && subject.startsWith('Sign-in from a new browser')).length
  expect(await reported()).toBe(1)
  const before = browser.cookies[sessionCookie]
  expect(await enter(key, browser)).toBe('accepted')
  expect(browser.cookies[sessionCookie]).not.toBe(before)
  expect(await reported()).toBe(1)
  for (let count = 2; count < sessionsMost; count++) {
    app.clock.advance(minute)
    expect(await enter(key)).toBe('accepted')
  }
  expect(await outcome(calls.accounts.session())).toBe('accepted')
  expect(await enter(key)).toBe('accepted')
  expect(await outcome(calls.accounts.session())).toBe('auth/session-expired')
})

test('a member who is suspended, removed or asleep is refused as with the password, and a removed passkey too', async () => {
  const owner = await app.owner()
  await onPlan(owner, 'elite')
  const member = await joined(app, owner, 'manager')
  const key = await withPasskey(member.calls)
  const both = async () => {
    app.clock.advance(16 * minute)
    const { email, password } = member
    await owner.calls.accounts.signIn({ email: owner.email, password: owner.password })
    return [await enter(key), await outcome(app.browser().calls.accounts.signIn({ email, password }))]
  }
  const row = async () => seen((await teamOf(owner))(member.email))
  expect(await both()).toEqual(['accepted', 'accepted'])
  await owner.calls.team.suspend(await row())
  expect(await both()).toEqual([refused, refused])
  await owner.calls.team.reactivate(await row())
  await onPlan(owner, 'starter')
  expect(await both()).toEqual(['team/asleep', 'team/asleep'])
  await onPlan(owner, 'elite')
  expect(await both()).toEqual(['accepted', 'accepted'])
  await owner.calls.team.remove(await row())
  expect(await both()).toEqual([refused, refused])
  const { key: gone, calls } = await holder()
  const [listed] = await calls.accounts.passkeys()
  await calls.accounts.removePasskey({ id: listed?.id ?? '' })
  expect(await enter(gone)).toBe(refused)
})

test('A4 one address has 30 failed tries in a quarter of an hour, raises an alarm, and right passkeys use none of them', async () => {
  const { key } = await holder()
  const ip = '10.99.0.1'
  for (let count = 0; count < 5; count++) expect(await enter(key, app.browser(ip))).toBe('accepted')
  for (let count = 0; count < 30; count++) expect(await enter(key, app.browser(ip), { domain: 'evil.example' })).toBe(refused)
  expect(await enter(key, app.browser(ip))).toBe('auth/too-many-requests')
  expect(await enter(key)).toBe('accepted')
  expect(app.logLines.filter((line) => line.includes('Alarm: one address tried many accounts'))).toHaveLength(1)
  for (let count = 0; count < 24; count++) await app.browser(ip).calls.accounts.beginPasskeySignIn()
  expect(await outcome(app.browser(ip).calls.accounts.beginPasskeySignIn())).toBe('auth/too-many-requests')
  app.clock.advance(15 * minute)
  expect(await enter(key, app.browser(ip))).toBe('accepted')
})

test('challenges that no one signed are deleted', async () => {
  await app.browser().calls.accounts.beginPasskeySignIn()
  expect(await challengesLeft()).toBeGreaterThan(0)
  app.clock.advance(5 * minute)
  await platform(app.app.db, (trx) => dropExpired(trx, app.app))
  expect(await challengesLeft()).toBe(0)
})

test('the domain is that of PUBLIC_URL; without it that of the address the browser asks for', async () => {
  const [fixed, free] = [await testServer({ PUBLIC_URL: 'https://office.example/' }), await testServer()]
  try {
    const asked = async (url: string) =>
      (await httpClient(url).rpc('accounts.beginPasskeySignIn', undefined, { origin: 'https://office.example' })).body['rpId']
    expect(await asked(fixed.url)).toBe('office.example')
    expect((await httpClient(free.url).rpc('accounts.beginPasskeySignIn')).body['rpId']).toBe('127.0.0.1')
    expect((await httpClient(free.url.replace('127.0.0.1', 'localhost')).rpc('accounts.beginPasskeySignIn')).body['rpId']).toBe('localhost')
  } finally {
    await fixed.close()
    await free.close()
  }
})
