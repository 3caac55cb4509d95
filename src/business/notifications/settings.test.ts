import { afterAll, beforeAll, expect, test } from 'vitest'
import { roles } from '#lib/roles.ts'
import { runAs } from '#kernel/context.ts'
import { testApp, type TestApp } from '../../../test/app.ts'
import { openFloor, refusal, start, travel } from '../../../test/floor.ts'
import { isFixed, kindNames, kinds, placeOf } from './notification.rules.ts'
import { shownValues } from './shown-values.rules.ts'
import { crew, notificationDeliveries, joinMember, news } from './notifications.sample.ts'
import { notify } from './notify.server.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

const bank = (account: string) => ({ holder: 'Al Noor', account, bankName: 'Bank of the Gulf' })

test('what a member switches off is not told to them by that way, and to others as before', async () => {
  const { calls, owner, trainer } = await openFloor(app, 5)
  const staff = await crew(app, owner, trainer.id)
  const newsOf = await news(app, owner.vendorId)
  const manager = await staff.manager.signIn()
  const off = { kind: 'monthClosed', app: false, mail: true } as const
  const rows = await manager.calls.notifications.saveSettings(off)
  expect(rows.find(({ kind }) => kind === 'monthClosed')).toEqual({ ...off, isFixed: false })
  await calls.finance.close({ month: '2026-07' })
  expect(await newsOf('monthClosed')).toEqual({ manager: 'mail', accountant: 'app' })
  await manager.calls.notifications.saveSettings({ ...off, mail: false })
  await calls.finance.close({ month: '2026-08' })
  expect(await newsOf('monthClosed')).toEqual({ accountant: 'app' })
  // One member's choice does not affect another's.
  expect((await calls.notifications.settings()).find(({ kind }) => kind === 'monthClosed')).toMatchObject({ app: true, mail: false })
})

test('what protects an account can’t be switched off; a kind of other roles can’t be asked for', async () => {
  const { calls, owner, trainer } = await openFloor(app, 5)
  const staff = await crew(app, owner, trainer.id)
  for (const kind of ['payoutAccountChanged', 'newBrowser', 'passwordChanged', 'secondFactorOff', 'planChanged', 'trialEnded'] as const)
    expect(await refusal(calls.notifications.saveSettings({ kind, app: false, mail: false })), kind).toBe('notifications.settings.fixed')
  const accountant = await staff.accountant.signIn()
  await accountant.calls.notifications.saveSettings({ kind: 'payoutAccountChanged', app: false, mail: false })
  const newsOf = await news(app, owner.vendorId)
  await calls.payouts.setAccount(bank('12345678'))
  expect(await newsOf('payoutAccountChanged')).toEqual({ owner: 'app mail' })
  expect(await refusal(accountant.calls.notifications.saveSettings({ kind: 'batchFull', app: true, mail: true }))).toBe(
    'lib.fields.invalid',
  )
  expect((await accountant.calls.notifications.settings()).map(({ kind }) => kind)).toEqual(
    kindNames.filter((kind) => 'accountant' in kinds[kind].roles),
  )
})

test('a new role hears what the new role hears, and one who was removed hears nothing', async () => {
  const { calls, owner } = await openFloor(app, 5)
  const clerk = await joinMember(app, owner, { role: 'accountant' })
  const newsOf = await news(app, owner.vendorId)
  const become = (change: object) => app.app.db.kysely.updateTable('members').set(change).where('userId', '=', clerk.userId).execute()
  await calls.finance.close({ month: '2026-06' })
  expect(await newsOf('monthClosed')).toEqual({ accountant: 'app' })
  const { calls: own } = await clerk.signIn()
  const found = async () => [
    (await own.notifications.list({})).rows.map(({ kind }) => kind).includes('monthClosed'),
    (await own.setup.progress()).unread,
  ]
  const before = await found()
  expect(before[0]).toBe(true)
  await become({ role: 'frontDesk' })
  // It no longer finds the former role's notifications about money either.
  expect(await found()).toEqual([false, Number(before[1]) - 1])
  await calls.finance.close({ month: '2026-07' })
  expect(await newsOf('monthClosed')).toEqual({})
  await become({ role: 'accountant', state: 'suspended' })
  await calls.finance.close({ month: '2026-08' })
  expect(await newsOf('monthClosed')).toEqual({})
})

test('unread is counted to 100, marked one by one or all at once, by each for themselves', async () => {
  const { calls, owner } = await openFloor(app, 5)
  const partner = await joinMember(app, owner, { role: 'owner' })
  const raise = (cause: string) =>
    runAs(app.app, 'system', owner.vendorId, (ctx) => notify(ctx, { kind: 'renewalFailed', cause, values: { count: 1 } }))
  for (let at = 0; at < 120; at++) await raise(`planted ${at % 101}`)
  const unread = async () => (await calls.setup.progress()).unread
  expect(await unread()).toBe(100)
  expect((await notificationDeliveries(app, owner.vendorId)).length).toBe(101 * 4)
  const { rows, total } = await calls.notifications.list({ size: 20, state: 'unread' })
  expect([rows.length, total]).toEqual([20, 101])
  expect(await calls.notifications.read({ id: rows[0]!.id })).toEqual({ read: 1 })
  expect(await calls.notifications.read({ id: rows[0]!.id })).toEqual({ read: 0 })
  expect(await calls.notifications.read({ id: rows[1]!.id })).toEqual({ read: 1 })
  expect(await unread()).toBe(99)
  const theirs = await partner.signIn()
  expect(await refusal(theirs.calls.notifications.read({ id: rows[2]!.id }))).toBe('document/not-found')
  expect(await calls.notifications.read({})).toEqual({ read: 99 })
  expect([await unread(), (await theirs.calls.setup.progress()).unread]).toEqual([0, 100])
  expect((await calls.notifications.list({ state: 'read' })).total).toBe(101)
  expect((await calls.notifications.list({ kind: 'renewalFailed', from: '2026-10-05', to: '2026-10-05' })).total).toBe(101)
  expect((await calls.notifications.list({ kind: 'pastDue' })).total).toBe(0)
})

test('a fact that is raised by twenty at once is told once, and one that was rolled back not at all', async () => {
  const { owner } = await openFloor(app, 5)
  const raise = (cause: string, fails = false) =>
    runAs(app.app, 'system', owner.vendorId, async (ctx) => {
      await notify(ctx, { kind: 'renewalFailed', cause, values: { count: 1 } })
      if (fails) throw new Error('planted')
    })
  await Promise.all(Array.from({ length: 20 }, () => raise('one')))
  await raise('two', true).catch(() => null)
  const rows = await notificationDeliveries(app, owner.vendorId)
  expect(rows.map(({ channel, cause }) => `${channel} ${cause}`).toSorted()).toEqual(['app one', 'mail one'])
  const queued = await app.app.db.kysely.selectFrom('outbox').select('delivery').where('deliveryVendor', '=', owner.vendorId).execute()
  expect(queued).toEqual([{ delivery: rows.find(({ channel }) => channel === 'mail')?.id }])
})

test('after the trial reading, marking as read and choosing go on', async () => {
  const { calls, owner } = await openFloor(app, 5)
  await app.browser().calls.accounts.signIn({ email: owner.email, password: owner.password })
  await travel(app, owner, start + 40 * 86_400_000)
  expect(await refusal(calls.finance.close({ month: '2026-08' }))).toBe('plan/trial-expired')
  expect((await calls.notifications.list({})).total).toBe(1)
  expect(await calls.notifications.read({})).toEqual({ read: 1 })
  await calls.notifications.saveSettings({ kind: 'pastDue', app: true, mail: false })
  expect((await calls.notifications.log({})).total).toBe(2)
})

test('the language of the last sign-in is that of the mails', async () => {
  const { owner } = await openFloor(app, 5)
  await app.app.db.kysely.updateTable('users').set({ language: 'ar' }).where('id', '=', owner.userId).execute()
  await app.browser().calls.accounts.signIn({ email: owner.email, password: owner.password })
  const [user] = await app.app.db.kysely.selectFrom('users').select('language').where('id', '=', owner.userId).execute()
  expect(user).toEqual({ language: 'en' })
})

test('the table of kinds: each opens a page that is there, is heard by a role, and its words are one line', () => {
  for (const kind of kindNames) {
    expect(placeOf(kind, crypto.randomUUID())?.to, kind).toMatch(/^\/(?:sales|services|finance|plans|setup|staff)/)
    expect(Object.keys(kinds[kind].roles).length, kind).toBeGreaterThan(0)
  }
  expect(isFixed('payoutAccountChanged', 'owner') && roles.every((role) => isFixed('passwordChanged', role))).toBe(true)
  expect(placeOf('receipt', null)).toBeNull()
  const values = { file: `a\r\nBcc: evil${'n'.repeat(100)}`, customers: 3 }
  const { file } = shownValues('importFinished', values, 'en', 'UTC')
  expect(String(file)).not.toMatch(/[\r\n]/)
  expect([...String(file)].length).toBe(82)
})

test('a sentence whose values another version of the product kept otherwise is still written', () => {
  const strange = [7, true, 'soon', { minor: '5' }, ['x'], {}]
  for (const kind of kindNames)
    for (const value of strange) {
      const values = Object.fromEntries(Object.keys(kinds[kind].values).map((name) => [name, value]))
      for (const shown of Object.values(shownValues(kind, values, 'en', 'UTC'))) expect(['string', 'number'], kind).toContain(typeof shown)
    }
})
