import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { platform, tenant } from '#db/tenant.ts'
import { newId } from '#kernel/ids.ts'
import { goodPassword, testApp, type TestApp } from '../../../test/app.ts'
import { floor, refusal, seen } from '../../../test/floor.ts'
import { invitedToken, joined, onPlan, teamOf } from './team.sample.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

const day = 86_400_000
const chosen = { password: goodPassword, confirmPassword: goodPassword }
const request = (more: object = {}) => ({ email: `desk-${newId()}@example.com`, role: 'frontDesk' as const, trainer: null, ...more })
const signedIn = (email: string, password = goodPassword) => refusal(app.browser().calls.accounts.signIn({ email, password }))

test('C3 twenty invitations at once with two accounts left: exactly two are made, and two mails leave', async () => {
  const owner = await app.owner()
  await onPlan(owner, 'pro')
  const requests = Array.from({ length: 20 }, () => request())
  const said = await Promise.all(requests.map((one) => refusal(owner.calls.team.invite(one))))
  expect(said.toSorted()).toEqual(['accepted', 'accepted', ...Array.from({ length: 18 }, () => 'team/full')])
  expect((await owner.calls.team.list({})).total).toBe(3)
  expect(await owner.calls.plans.current()).toMatchObject({ accounts: 3, accountsAllowed: 3 })
  const sent = (await app.mails()).filter(({ to }) => requests.some(({ email }) => email === to))
  expect(sent).toHaveLength(2)
  await onPlan(owner, 'starter')
  expect((await owner.calls.plans.current()).accountsAllowed).toBe(1)
  expect(await refusal(owner.calls.team.invite(request()))).toBe('team/full')
})

test('an invitation is accepted once, within seven days, by who has its secret; all other links look alike', async () => {
  const owner = await app.owner()
  const one = request({ role: 'accountant' })
  const created = await owner.calls.team.invite({ ...one, id: newId() })
  expect(created).toMatchObject({ state: 'invited', email: one.email, role: 'accountant', isInvitation: true })
  expect(Date.parse(created.invitedUntil ?? '') - app.clock.now()).toBe(7 * day)
  const token = await invitedToken(app, one.email)
  const browser = app.browser()
  expect(await browser.calls.team.invitation({ token })).toMatchObject({ email: one.email, role: 'accountant', hasAccount: false })
  const { rows } = await platform(app.app.db, (trx) =>
    sql<{ text: string }>`select l::text as "text" from "invitationLinks" l`.execute(trx),
  )
  expect(rows.length).toBeGreaterThan(0)
  for (const spelling of [token, Buffer.from(token, 'base64url').toString('hex')]) expect(JSON.stringify(rows)).not.toContain(spelling)
  // The registration rules apply.
  for (const [input, key] of [
    [{ password: 'short' }, 'accounts.password.short8'],
    [{ password: goodPassword }, 'accounts.confirmPassword.required'],
    [{ password: goodPassword, confirmPassword: 'another-Long-one-7' }, 'accounts.confirmPassword.match'],
    [{ password: 'password1', confirmPassword: 'password1' }, 'accounts.password.common'],
  ] as const)
    expect(await refusal(browser.calls.team.accept({ token, ...input })), key).toBe(key)
  const answers = await Promise.all(Array.from({ length: 5 }, () => refusal(browser.calls.team.accept({ token, ...chosen }))))
  expect(answers.toSorted()).toEqual(['accepted', ...Array.from({ length: 4 }, () => 'document/not-found')])
  expect(await signedIn(one.email)).toBe('accepted')
  // Used, unknown, replaced, withdrawn, expired.
  const second = await owner.calls.team.invite(request())
  const replaced = await invitedToken(app, second.email)
  const again = await owner.calls.team.resend(seen(second))
  const withdrawn = await invitedToken(app, second.email)
  expect(withdrawn).not.toBe(replaced)
  expect(await refusal(browser.calls.team.invitation({ token: withdrawn }))).toBe('accepted')
  expect(await refusal(owner.calls.team.withdraw(seen(second)))).toBe('request/stale')
  await owner.calls.team.withdraw(seen(again))
  const third = await owner.calls.team.invite(request())
  const late = await invitedToken(app, third.email)
  app.clock.advance(7 * day)
  const words = await Promise.all(
    [token, replaced, withdrawn, late, 'B'.repeat(43)].flatMap((dead) => [
      browser.calls.team.invitation({ token: dead }).catch((error: unknown) => JSON.stringify(error)),
      browser.calls.team.accept({ token: dead, ...chosen }).catch((error: unknown) => JSON.stringify(error)),
    ]),
  )
  expect(new Set(words).size).toBe(1)
  expect(words[0]).toContain('document/not-found')
  await owner.calls.accounts.signIn({ email: owner.email, password: owner.password })
  expect((await teamOf(owner))(third.email).state).toBe('expired')
  // The two who signed in; the expired invitation uses no account.
  expect((await owner.calls.plans.current()).accounts).toBe(2)
  const renewed = await owner.calls.team.resend(seen(third))
  expect(renewed).toMatchObject({ state: 'invited', version: 2 })
  expect(await refusal(app.browser().calls.team.accept({ token: await invitedToken(app, third.email), ...chosen }))).toBe('accepted')
})

test('an invitation is accepted, and one that ran out sent again, only where the plan has an account for it', async () => {
  const owner = await app.owner()
  await onPlan(owner, 'elite')
  const [one, two, three] = [request(), request(), request()]
  for (const invited of [one, two, three]) await owner.calls.team.invite(invited)
  const token = await invitedToken(app, one.email)
  const accept = () => refusal(app.browser().calls.team.accept({ token, ...chosen }))
  // The owner and three invitations: one more than the smaller plan allows, yet it ends none of them.
  await onPlan(owner, 'pro')
  expect(await accept()).toBe('team/full')
  await owner.calls.team.withdraw(seen((await teamOf(owner))(three.email)))
  expect(await accept()).toBe('accepted')
  app.clock.advance(8 * day)
  await owner.calls.accounts.signIn({ email: owner.email, password: owner.password })
  expect((await owner.calls.plans.current()).accounts).toBe(2)
  const fourth = await owner.calls.team.invite(request())
  const expired = (await teamOf(owner))(two.email)
  expect(expired.state).toBe('expired')
  expect(await refusal(owner.calls.team.resend(seen(expired)))).toBe('team/full')
  await owner.calls.team.withdraw(seen(fourth))
  expect(await owner.calls.team.resend(seen(expired))).toMatchObject({ state: 'invited' })
  expect((await owner.calls.plans.current()).accounts).toBe(3)
})

test('a retry makes one invitation and one mail; another request under its id is refused', async () => {
  const owner = await app.owner()
  const one = { ...request(), id: newId() }
  const created = await Promise.all(Array.from({ length: 5 }, () => owner.calls.team.invite(one)))
  expect(new Set(created.map(({ id }) => id))).toEqual(new Set([one.id]))
  expect((await app.mails()).filter(({ to }) => to === one.email)).toHaveLength(1)
  const { rows } = await owner.calls.notifications.log({ kind: 'invitation' })
  expect(rows).toMatchObject([{ address: one.email, about: one.id, channel: 'mail', state: 'sent', isMember: false, customer: null }])
  expect(await refusal(owner.calls.team.invite({ ...one, role: 'manager' }))).toBe('request/reused')
  expect(await refusal(owner.calls.team.invite({ ...one, id: newId(), email: one.email.toUpperCase() }))).toBe('team.email.invited')
  expect(await refusal(owner.calls.team.invite(request({ email: owner.email })))).toBe('team.email.member')
})

test('T5 one e-mail in two businesses: both invite it alike, the first acceptance counts, and the second says why not', async () => {
  const [first, second, other] = [await app.owner(), await app.owner(), await app.owner()]
  const email = `both-${newId()}@example.com`
  await first.calls.team.invite(request({ email }))
  const one = await invitedToken(app, email)
  await second.calls.team.invite(request({ email }))
  const two = await invitedToken(app, email)
  // Inviting another business's owner gets the same response as inviting an unknown address.
  const invited = await second.calls.team.invite(request({ email: other.email }))
  expect(Object.keys(invited)).toEqual(Object.keys((await teamOf(second))(email)))
  const browser = app.browser()
  const said = await Promise.all([one, two].map((token) => refusal(browser.calls.team.accept({ token, ...chosen }))))
  expect(said.toSorted()).toEqual(['accepted', 'team/elsewhere'])
  const winner = said[0] === 'accepted' ? first : second
  const loser = winner === first ? second : first
  expect((await teamOf(winner))(email).state).toBe('active')
  expect((await teamOf(loser))(email).state).toBe('invited')
  // An existing account confirms its own password; only then does it learn that it belongs to another business.
  const known = await invitedToken(app, other.email)
  expect(await browser.calls.team.invitation({ token: known })).toMatchObject({ hasAccount: true })
  expect(await refusal(browser.calls.team.accept({ token: known, password: 'wrong-password' }))).toBe('accounts.password.wrong')
  expect(await refusal(browser.calls.team.accept({ token: known, password: other.password }))).toBe('team/elsewhere')
  // A removed member may join another business with the same account.
  await winner.calls.team.remove(seen((await teamOf(winner))(email)))
  expect(await signedIn(email)).toBe('auth/invalid-credential')
  const acceptedToken = said[0] === 'accepted' ? two : one
  expect(await refusal(browser.calls.team.accept({ token: acceptedToken, password: goodPassword }))).toBe('accepted')
  const member = app.browser()
  await member.calls.accounts.signIn({ email, password: goodPassword })
  expect((await member.calls.accounts.session()).vendorId).toBe(loser.vendorId)
})

test('the mail is in the language of the invitation; a trainer’s account is one of the business’s trainers', async () => {
  const { owner, calls, trainer } = await floor(app)
  const one = request({ role: 'trainer', trainer: trainer.id, language: 'ar' })
  await calls.team.invite(one)
  const mail = (await app.mails()).findLast(({ to }) => to === one.email)
  expect(mail?.subject).toMatch(/^دعوة من Touchline/)
  expect([mail?.html.includes('dir="rtl"'), mail?.text.includes(`يدعوك ${owner.email}`), mail?.text.includes('/invite?lang=ar#')]).toEqual([
    true,
    true,
    true,
  ])
  expect((await teamOf(owner))(one.email).trainerName).toBe('Mariam Haddad')
  const foreign = await floor(app)
  const named = (id: string | null) => refusal(calls.team.invite(request({ role: 'trainer', trainer: id })))
  expect([await named(null), await named(newId()), await named(foreign.trainer.id)]).toEqual(
    Array.from({ length: 3 }, () => 'team.trainer.required'),
  )
  const member = await joined(app, owner, 'trainer', trainer.id).catch(() => null)
  expect(member?.userId).toBeTruthy()
  const rows = await tenant(app.app.db, owner.vendorId, (trx) =>
    trx.selectFrom('members').select('trainerId').where('vendorId', '=', owner.vendorId).where('role', '=', 'trainer').execute(),
  )
  expect(rows).toEqual([{ trainerId: trainer.id }])
})

test('who guesses at the password of an account through its link is limited as at sign-in', async () => {
  const [owner, other] = [await app.owner(), await app.owner()]
  await owner.calls.team.invite(request({ email: other.email }))
  const token = await invitedToken(app, other.email)
  const said: string[] = []
  for (let guess = 1; guess <= 12; guess++)
    said.push(await refusal(app.browser().calls.team.accept({ token, password: `wrong-password-${guess}` })))
  expect(said).toEqual([...Array.from({ length: 10 }, () => 'accounts.password.wrong'), 'auth/too-many-requests', 'auth/too-many-requests'])
  expect(await signedIn(other.email, other.password)).toBe('auth/too-many-requests')
})
