import { afterAll, beforeAll, expect, test } from 'vitest'
import { platform, tenant } from '#db/tenant.ts'
import failures from '#lib/text.en.json'
import { testApp, goodPassword, type TestApp } from '../../../test/app.ts'
import { certified, flag, foreignKey, newAuthenticator, selfSigned, withPasskey } from './authenticator.sample.ts'
import { passkeysMost } from './passkey.contract.ts'
import { userHandleOf } from './passkey-proof.server.ts'
import { outcome } from './sign-in.sample.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

const minute = 60_000
type Owner = Awaited<ReturnType<TestApp['owner']>>
type Created = Parameters<ReturnType<typeof newAuthenticator>['create']>

/** Adds a passkey, of which the authenticator may lie. */
async function add({ calls }: Pick<Owner, 'calls'>, lie: Created[1] = {}, own = newAuthenticator()): Promise<string> {
  return outcome(calls.accounts.addPasskey({ name: 'Phone', ...own.create(await calls.accounts.beginPasskey(), lie) }))
}
const namesOf = async ({ calls }: Pick<Owner, 'calls'>) => (await calls.accounts.passkeys()).map(({ name }) => name)

test('a member adds, lists, renames and removes passkeys; each change is logged, and the member is notified of additions and removals', async () => {
  const owner = await app.owner()
  const { calls, email, userId, vendorId } = owner
  const options = await calls.accounts.beginPasskey()
  expect(options).toMatchObject({
    rp: { id: 'touchline.example', name: 'Touchline' },
    user: { id: userHandleOf(userId), name: email },
    attestation: 'none',
    excludeCredentials: [],
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
  const own = newAuthenticator()
  await calls.accounts.addPasskey({ name: '  Sara’s phone ', ...own.create(options) })
  const [listed] = await calls.accounts.passkeys()
  const createdAt = new Date(app.clock.now()).toISOString()
  expect(listed).toEqual({ id: expect.any(String), name: 'Sara’s phone', isBackedUp: true, createdAt, lastUsedAt: null })
  expect((await calls.accounts.beginPasskey()).excludeCredentials).toEqual([
    { id: own.credential, type: 'public-key', transports: ['internal', 'hybrid'] },
  ])
  const id = listed?.id ?? ''
  await calls.accounts.renamePasskey({ id, name: 'Work phone' })
  expect(await namesOf(owner)).toEqual(['Work phone'])
  await calls.accounts.removePasskey({ id })
  expect(await namesOf(owner)).toEqual([])
  const rows = await tenant(app.app.db, vendorId, (trx) =>
    trx
      .selectFrom('audit')
      .select(['action', 'before', 'after'])
      .where('entity', '=', 'passkey')
      .where('target', '=', id)
      .orderBy('id')
      .execute(),
  )
  expect(rows).toEqual([
    { action: 'add-passkey', before: null, after: { name: 'Sara’s phone' } },
    { action: 'rename-passkey', before: { name: 'Sara’s phone' }, after: { name: 'Work phone' } },
    { action: 'remove-passkey', before: { name: 'Work phone' }, after: null },
  ])
  const mails = (await app.mails()).filter(({ to, subject }) => to === email && subject.includes('asskey'))
  expect(mails.map(({ subject }) => subject.split(' – ')[0])).toEqual(['Passkey added', 'Passkeys removed'])
  expect(mails[0]?.text).toContain('Sara’s phone')
})

test('adding and removing need a recent password, adding a proved address too; looking and renaming need neither', async () => {
  const owner = await app.owner()
  await withPasskey(owner.calls)
  const [{ id } = { id: '' }] = await owner.calls.accounts.passkeys()
  app.clock.advance(16 * minute)
  expect(await outcome(owner.calls.accounts.beginPasskey())).toBe('auth/recent-sign-in-required')
  expect(await outcome(owner.calls.accounts.removePasskey({ id }))).toBe('auth/recent-sign-in-required')
  expect(await outcome(owner.calls.accounts.renamePasskey({ id, name: 'Phone 2' }))).toBe('accepted')
  await owner.calls.accounts.confirmPassword({ password: owner.password })
  expect(await add(owner)).toBe('accepted')
  const browser = app.browser()
  const email = `new-${crypto.randomUUID()}@example.com`
  await browser.calls.accounts.register({ email, country: 'AE', password: goodPassword, confirmPassword: goodPassword, acceptTerms: true })
  await browser.calls.accounts.signIn({ email, password: goodPassword })
  expect(await outcome(browser.calls.accounts.beginPasskey())).toBe('auth/email-unverified')
})

test('A7 of 12 tampered creations none is stored', async () => {
  const owner = await app.owner()
  const lies: [what: string, lie: Created[1]][] = [
    ['a challenge that was never issued', { challenge: Buffer.alloc(32, 1).toString('base64url') }],
    ['another origin', { origin: 'https://evil.example' }],
    ['another domain', { domain: 'evil.example' }],
    ['the type of a signature', { type: 'webauthn.get' }],
    ['no verified user', { flags: flag.present | flag.hasKey }],
    ['no present user', { flags: flag.verified | flag.hasKey }],
    ['no key', { flags: flag.present | flag.verified }],
    ['an algorithm that was not asked for', { algorithm: -47 }],
    ['a foreign frame', { more: { crossOrigin: true } }],
    ['certificates, whose addresses would be fetched', { statement: certified }],
    ['a wrong statement about itself', { statement: (sign) => selfSigned(sign, foreignKey()) }],
    ['a statement of another kind', { statement: (...by) => ['android-key', certified(...by)[1]] }],
  ]
  for (const [what, lie] of lies) expect([what, await add(owner, lie)]).toEqual([what, 'auth/invalid-credential'])
  expect(lies).toHaveLength(12)
  expect(await namesOf(owner)).toEqual([])
  expect(await add(owner)).toBe('accepted')
  expect(await add(owner, { statement: selfSigned })).toBe('accepted')
})

test('A7 a challenge for a new passkey serves once, its member alone, and no one’s sign-in serves for it', async () => {
  const [owner, other] = [await app.owner(), await app.owner()]
  const options = await owner.calls.accounts.beginPasskey()
  const first = { name: 'Phone', ...newAuthenticator().create(options) }
  expect(await outcome(owner.calls.accounts.addPasskey(first))).toBe('accepted')
  expect(await outcome(owner.calls.accounts.addPasskey({ name: 'Phone', ...newAuthenticator().create(options) }))).toBe(
    'auth/invalid-credential',
  )
  const theirs = { name: 'Phone', ...newAuthenticator().create(await owner.calls.accounts.beginPasskey()) }
  expect(await outcome(other.calls.accounts.addPasskey(theirs))).toBe('auth/invalid-credential')
  // The other member signs in with the same browser, and finds the challenge there.
  const left = { name: 'Phone', ...newAuthenticator().create(await owner.calls.accounts.beginPasskey()) }
  await owner.calls.accounts.signIn({ email: other.email, password: other.password })
  expect(await outcome(owner.calls.accounts.addPasskey(left))).toBe('auth/invalid-credential')
  await owner.calls.accounts.signIn({ email: owner.email, password: owner.password })
  const { challenge } = await owner.calls.accounts.beginPasskeySignIn()
  const wrong = newAuthenticator().create({ ...options, challenge })
  expect(await outcome(owner.calls.accounts.addPasskey({ name: 'Phone', ...wrong }))).toBe('auth/invalid-credential')
  const late = { name: 'Phone', ...newAuthenticator().create(await owner.calls.accounts.beginPasskey()) }
  app.clock.advance(5 * minute)
  expect(await outcome(owner.calls.accounts.addPasskey(late))).toBe('auth/invalid-credential')
  expect(await namesOf(owner)).toEqual(['Phone'])
})

test('one passkey belongs to one account, and no one else’s can be renamed or removed', async () => {
  const [owner, other] = [await app.owner(), await app.owner()]
  const own = await withPasskey(owner.calls)
  expect(await add(owner, { credential: own.credential })).toBe('document/exists')
  expect(await add(other, { credential: own.credential })).toBe('document/exists')
  const [{ id } = { id: '' }] = await owner.calls.accounts.passkeys()
  for (const [calls, target] of [
    [other.calls, id],
    [owner.calls, crypto.randomUUID()],
  ] as const) {
    expect(await outcome(calls.accounts.renamePasskey({ id: target, name: 'Mine' }))).toBe('document/not-found')
    expect(await outcome(calls.accounts.removePasskey({ id: target }))).toBe('document/not-found')
  }
  expect(await namesOf(other)).toEqual([])
  expect(await namesOf(owner)).toEqual(['Phone'])
})

test('a member has ten passkeys at most, also when several are added at once', async () => {
  const owner = await app.owner()
  const { calls } = owner
  const ready = []
  for (let count = 0; count < passkeysMost + 3; count++)
    ready.push({ name: `Key ${count}`, ...newAuthenticator().create(await calls.accounts.beginPasskey()) })
  const answers = await Promise.all(ready.map((input) => outcome(calls.accounts.addPasskey(input))))
  expect(answers.toSorted()).toEqual([...Array<string>(passkeysMost).fill('accepted'), ...Array<string>(3).fill('passkey/full')])
  expect(await outcome(calls.accounts.beginPasskey())).toBe('passkey/full')
  expect(failures.failures['passkey/full']).toContain(` ${passkeysMost} `)
  const [{ id } = { id: '' }] = await calls.accounts.passkeys()
  await calls.accounts.removePasskey({ id })
  expect(await add(owner)).toBe('accepted')
})

test('a reset of the password removes the passkeys and says so; a change keeps them', async () => {
  const owner = await app.owner()
  const { calls, email, userId, vendorId } = owner
  const key = await withPasskey(calls)
  await withPasskey(calls, 'Laptop')
  await calls.accounts.changePassword({ newPassword: 'another-Long-one-7' })
  expect(await namesOf(owner)).toEqual(['Phone', 'Laptop'])
  const browser = app.browser()
  // Begun before the reset, and sent after it.
  const proof = key.sign(await browser.calls.accounts.beginPasskeySignIn())
  await browser.calls.accounts.sendOtp({ email })
  const otp =
    (await app.mails())
      .filter(({ to }) => to === email)
      .flatMap(({ text }) => /\b\d{6}\b/.exec(text) ?? [])
      .at(-1) ?? ''
  await browser.calls.accounts.verifyOtp({ email, otp })
  await browser.calls.accounts.resetPasswordWithOtp({ email, newPassword: 'a-third-Long-one-8' })
  expect(await outcome(browser.calls.accounts.signInWithPasskey(proof))).toBe('auth/invalid-credential')
  expect(await platform(app.app.db, (trx) => trx.selectFrom('passkeys').select('id').where('userId', '=', userId).execute())).toEqual([])
  expect((await app.mails()).find(({ to, subject }) => to === email && subject.startsWith('Passkeys removed'))?.text).toContain(
    '2 passkeys',
  )
  const row = await tenant(app.app.db, vendorId, (trx) =>
    trx
      .selectFrom('audit')
      .select(['before', 'after'])
      .where('action', '=', 'reset-password')
      .where('target', '=', userId)
      .executeTakeFirst(),
  )
  expect(row).toEqual({ before: { passkeys: 2 }, after: { passkeys: 0 } })
})

test('a passkey that a reset overtakes is not added: its session has ended', async () => {
  const owner = await app.owner()
  const { calls, userId } = owner
  const proof = newAuthenticator().create(await calls.accounts.beginPasskey())
  // The reset has the account, and ends the session before the passkey is stored.
  let end = () => {}
  const isFree = new Promise<void>((resolve) => (end = resolve))
  const reset = platform(app.app.db, async (trx) => {
    await trx.selectFrom('users').select('id').where('id', '=', userId).forUpdate().execute()
    await isFree
    await trx.deleteFrom('sessions').where('userId', '=', userId).execute()
  })
  const added = outcome(calls.accounts.addPasskey({ name: 'Phone', ...proof }))
  setTimeout(end, 300)
  await reset
  expect(await added).toBe('auth/session-expired')
  expect(await platform(app.app.db, (trx) => trx.selectFrom('passkeys').select('id').where('userId', '=', userId).execute())).toEqual([])
})

test('a member asks for thirty challenges an hour', async () => {
  const [{ calls }, other] = [await app.owner(), await app.owner()]
  for (let count = 0; count < 30; count++) await calls.accounts.beginPasskey()
  expect(await outcome(calls.accounts.beginPasskey())).toBe('auth/too-many-requests')
  expect(await outcome(other.calls.accounts.beginPasskey())).toBe('accepted')
})
