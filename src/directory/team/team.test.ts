import { afterAll, beforeAll, expect, test } from 'vitest'
import { tenant } from '#db/tenant.ts'
import { sessionCookie } from '#kernel/base.ts'
import { testApp, type Caller, type TestApp } from '../../../test/app.ts'
import { floor, refusal, seen } from '../../../test/floor.ts'
import { joined, onPlan, teamOf } from './team.sample.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

const minute = 60_000
const hour = 60 * minute
const hall = { title: 'Main hall', size: 10, totalCandidates: 5 }
type Owner = Awaited<ReturnType<TestApp['owner']>>
type Account = Caller & { email: string; password: string; userId: string }

const signIn = ({ email, password }: Pick<Account, 'email' | 'password'>, browser = app.browser()) =>
  refusal(browser.calls.accounts.signIn({ email, password }))
const enter = ({ calls, email, password }: Account | Owner) => calls.accounts.signIn({ email, password })
const states = async (owner: Owner, members: Account[]) => {
  const row = await teamOf(owner)
  return members.map(({ email }) => row(email).state)
}
const actionsOf = (owner: Owner) =>
  tenant(app.app.db, owner.vendorId, (trx) =>
    trx.selectFrom('audit').select(['action', 'actor', 'target', 'before', 'after']).where('entity', '=', 'member').orderBy('id').execute(),
  )

test('T6 S3 the next request after a demotion, a suspension and a removal is refused; each is one line of the log', async () => {
  const owner = await app.owner()
  await onPlan(owner, 'elite')
  const manager = await joined(app, owner, 'manager')
  const row = async () => (await teamOf(owner))(manager.email)
  const before = manager.cookies[sessionCookie]
  expect(await refusal(manager.calls.halls.create(hall))).toBe('accepted')
  app.clock.advance(1)
  await owner.calls.team.changeRole({ ...seen(await row()), role: 'accountant', trainer: null })
  expect(await refusal(manager.calls.halls.create(hall))).toBe('auth/session-expired')
  await enter(manager)
  // S1: the session id changes after a role change.
  expect(manager.cookies[sessionCookie]).not.toBe(before)
  expect(await manager.calls.accounts.session()).toMatchObject({ role: 'accountant', ownRole: 'accountant' })
  expect(await refusal(manager.calls.halls.create(hall))).toBe('permission/denied')

  app.clock.advance(1)
  const suspended = await owner.calls.team.suspend(seen(await row()))
  expect(suspended).toMatchObject({ state: 'suspended', version: 3 })
  expect(await refusal(manager.calls.halls.list({}))).toBe('auth/session-expired')
  expect(await signIn(manager)).toBe('auth/invalid-credential')
  expect(await refusal(owner.calls.team.suspend(seen(suspended)))).toBe('team/state')
  expect(await refusal(owner.calls.team.reactivate({ id: manager.userId, version: 2 }))).toBe('request/stale')
  app.clock.advance(1)
  await owner.calls.team.reactivate(seen(suspended))
  // The earlier session stays ended.
  expect(await refusal(manager.calls.halls.list({}))).toBe('auth/session-expired')
  await enter(manager)
  expect(await refusal(manager.calls.halls.list({}))).toBe('accepted')

  app.clock.advance(1)
  await owner.calls.team.remove(seen(await row()))
  expect(await refusal(manager.calls.halls.list({}))).toBe('auth/session-expired')
  expect(await signIn(manager)).toBe('auth/invalid-credential')
  expect((await owner.calls.team.list({ state: 'removed' })).rows.map(({ email }) => email)).toEqual([manager.email])
  expect((await owner.calls.plans.current()).accounts).toBe(1)
  const log = (await actionsOf(owner)).filter(({ target }) => target === manager.userId)
  expect(log.map(({ action, actor }) => [action, actor === owner.userId])).toEqual([
    ['accept', false],
    ['change-role', true],
    ['suspend', true],
    ['reactivate', true],
    ['remove', true],
  ])
  expect([log[1]?.before, log[1]?.after]).toEqual([{ role: 'manager' }, { role: 'accountant' }])
  const { rows } = await owner.calls.history.list({ of: manager.userId })
  expect(rows.map(({ action }) => action).filter((action) => action !== 'sign-in')).toEqual([
    'remove',
    'reactivate',
    'suspend',
    'change-role',
    'accept',
  ])
})

test('no one changes the own role or the owner’s, or gives what they do not have', async () => {
  const owner = await app.owner()
  await onPlan(owner, 'elite')
  const [one, two] = [await joined(app, owner, 'manager'), await joined(app, owner, 'accountant')]
  const desk = await joined(app, owner, 'frontDesk')
  const version = 1
  for (const [{ calls, userId }, target] of [
    [owner, owner.userId],
    [one, owner.userId],
    [one, one.userId],
    [one, two.userId],
  ] as [Account, string][]) {
    const about = `${userId === one.userId ? 'manager' : 'owner'} about ${target === owner.userId ? 'owner' : 'other'}`
    const request = { id: target, version }
    expect(await refusal(calls.team.changeRole({ ...request, role: 'frontDesk', trainer: null })), about).toBe('permission/denied')
    for (const action of ['suspend', 'remove', 'reactivate'] as const)
      expect(await refusal(calls.team[action](request)), `${action} by ${about}`).toBe('permission/denied')
  }
  const invite = (role: 'accountant' | 'manager') =>
    refusal(one.calls.team.invite({ email: `${role}@elsewhere.example`, role, trainer: null }))
  expect([await invite('accountant'), await invite('manager')]).toEqual(['permission/denied', 'accepted'])
  const row = (await teamOf(one))(desk.email)
  expect(await refusal(one.calls.team.changeRole({ ...seen(row), role: 'accountant', trainer: null }))).toBe('permission/denied')
  expect(await one.calls.team.changeRole({ ...seen(row), role: 'manager', trainer: null })).toMatchObject({ role: 'manager', version: 2 })
})

test('roles are given only after a recent sign-in; access is taken even after the trial, when nothing else is written', async () => {
  const owner = await app.owner()
  const desk = await joined(app, owner, 'frontDesk')
  const row = async () => (await teamOf(owner))(desk.email)
  app.clock.advance(16 * minute)
  const old = seen(await row())
  for (const work of [
    () => owner.calls.team.invite({ email: 'late@example.com', role: 'frontDesk', trainer: null }),
    () => owner.calls.team.changeRole({ ...old, role: 'manager', trainer: null }),
    () => owner.calls.team.reactivate(old),
    () => owner.calls.team.remove(old),
  ])
    expect(await refusal(work())).toBe('auth/recent-sign-in-required')
  app.clock.advance(31 * 24 * hour)
  await enter(owner)
  // No one is put to sleep when a trial ends.
  expect(await signIn(desk, desk)).toBe('accepted')
  expect(await states(owner, [desk])).toEqual(['active'])
  expect(await refusal(owner.calls.team.invite({ email: 'late@example.com', role: 'frontDesk', trainer: null }))).toBe('plan/trial-expired')
  expect(await refusal(owner.calls.team.changeRole({ ...seen(await row()), role: 'manager', trainer: null }))).toBe('plan/trial-expired')
  expect(await refusal(owner.calls.team.suspend(seen(await row())))).toBe('accepted')
  expect(await refusal(desk.calls.accounts.session())).toBe('auth/session-expired')
})

test('a smaller plan puts the newest to sleep, and a return wakes exactly whom it put to sleep', async () => {
  const owner = await app.owner()
  await onPlan(owner, 'elite')
  const members: Account[] = []
  for (const role of ['manager', 'frontDesk', 'accountant', 'manager'] as const) {
    app.clock.advance(minute)
    members.push(await joined(app, owner, role))
  }
  const [a, b, c, d] = members as [Account, Account, Account, Account]
  expect(await owner.calls.plans.preview({ plan: 'pro' })).toMatchObject({ sleeping: [c.email, d.email], waking: [] })
  await onPlan(owner, 'pro')
  expect(await states(owner, members)).toEqual(['active', 'active', 'asleep', 'asleep'])
  expect(await refusal(d.calls.accounts.session())).toBe('auth/session-expired')
  expect(await signIn(d)).toBe('team/asleep')
  expect(await signIn({ email: d.email, password: 'wrong-password' })).toBe('auth/invalid-credential')
  expect(await owner.calls.plans.current()).toMatchObject({ accounts: 3, accountsAllowed: 3 })
  const row = (await teamOf(owner))(c.email)
  expect(await refusal(owner.calls.team.reactivate(seen(row)))).toBe('team/full')

  // One is suspended and someone new takes the account, so c and d have slept the longest.
  await owner.calls.team.suspend(seen((await teamOf(owner))(a.email)))
  app.clock.advance(minute)
  const e = await joined(app, owner, 'frontDesk')
  app.clock.advance(minute)
  await onPlan(owner, 'starter')
  expect(await states(owner, [...members, e])).toEqual(['suspended', 'asleep', 'asleep', 'asleep', 'asleep'])
  expect((await owner.calls.plans.preview({ plan: 'pro' })).waking).toEqual([b.email, e.email])
  await onPlan(owner, 'pro')
  expect(await states(owner, [...members, e])).toEqual(['suspended', 'active', 'asleep', 'asleep', 'active'])
  expect(await signIn(e, e)).toBe('accepted')
  await onPlan(owner, 'elite')
  expect(await states(owner, [...members, e])).toEqual(['suspended', 'active', 'active', 'active', 'active'])
  expect(await signIn(d)).toBe('accepted')
})

test('twenty reactivations and plan changes at once never exceed the plan', async () => {
  const owner = await app.owner()
  await onPlan(owner, 'elite')
  const members: Account[] = []
  for (let n = 0; n < 4; n++) members.push(await joined(app, owner, 'frontDesk'))
  const row = await teamOf(owner)
  for (const { email } of members) await owner.calls.team.suspend(seen(row(email)))
  await onPlan(owner, 'pro')
  const rows = await teamOf(owner)
  const said = await Promise.all(
    Array.from({ length: 20 }, (_, at) => refusal(owner.calls.team.reactivate(seen(rows(members[at % 4]?.email ?? ''))))),
  )
  expect(said.filter((word) => word === 'accepted')).toHaveLength(2)
  expect((await owner.calls.plans.current()).accounts).toBe(3)
})

test('an owner looks as a role: the server narrows every call, refuses every change, and ends the look with the session', async () => {
  const { owner, calls, trainer, second, batch } = await floor(app)
  await calls.batches.create(batch({ code: 'OWN' }))
  await calls.batches.create(batch({ code: 'OTHER', trainer: second.id }))
  const before = owner.cookies[sessionCookie]
  const { expiresAt, signedInAt } = await calls.accounts.session()
  app.clock.advance(10 * minute)
  await calls.team.look({ role: 'trainer', trainer: trainer.id })
  expect(owner.cookies[sessionCookie]).not.toBe(before)
  expect(await calls.accounts.session()).toMatchObject({ role: 'trainer', ownRole: 'owner', expiresAt, signedInAt })
  expect((await calls.batches.list({})).rows.map(({ code }) => code)).toEqual(['OWN'])
  expect(await refusal(calls.halls.list({}))).toBe('permission/denied')
  expect(await refusal(calls.team.list({}))).toBe('permission/denied')
  expect(await refusal(calls.attendance.mark({ marks: [] }))).toBe('team/looking')
  expect(await refusal(calls.plans.preview({ plan: 'pro' }))).toBe('permission/denied')
  await calls.team.stopLooking()
  expect(await calls.accounts.session()).toMatchObject({ role: 'owner', ownRole: 'owner' })

  await calls.team.look({ role: 'manager', trainer: null })
  expect(await refusal(calls.halls.list({}))).toBe('accepted')
  const member = { id: owner.userId, version: 1 }
  for (const work of [
    () => calls.halls.create(hall),
    () => calls.team.suspend(member),
    () => calls.team.remove(member),
    () => calls.customers.create({ firstName: 'Amal' }),
  ])
    expect(await refusal(work())).toBe('team/looking')
  // An archive concerns the whole business, so no one may begin one while looking as a role.
  await calls.team.stopLooking()
  await calls.team.look({ role: 'accountant', trainer: null })
  expect(await refusal(calls.archives.begin({}))).toBe('team/looking')
  await calls.team.stopLooking()
  await calls.team.look({ role: 'manager', trainer: null })
  // Looking does not bypass the password check: the sign-in keeps ageing.
  app.clock.advance(6 * minute)
  expect(await refusal(calls.accounts.changePassword({ newPassword: 'another-Long-one-7' }))).toBe('auth/recent-sign-in-required')
  await calls.accounts.confirmPassword({ password: owner.password })
  expect(await calls.accounts.session()).toMatchObject({ role: 'manager', ownRole: 'owner' })
  const { action, role } = await tenant(app.app.db, owner.vendorId, (trx) =>
    trx.selectFrom('audit').select(['action', 'role']).orderBy('id', 'desc').limit(1).executeTakeFirstOrThrow(),
  )
  expect([action, role]).toEqual(['confirm-password', 'owner'])
  await enter(owner)
  expect(await calls.accounts.session()).toMatchObject({ role: 'owner', ownRole: 'owner' })
  expect(await refusal(calls.halls.create(hall))).toBe('accepted')

  const manager = await joined(app, owner, 'manager')
  expect(await refusal(manager.calls.team.look({ role: 'frontDesk', trainer: null }))).toBe('permission/denied')
  expect(await refusal(manager.calls.team.stopLooking())).toBe('accepted')
})
