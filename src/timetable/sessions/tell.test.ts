import { afterAll, beforeAll, expect, test } from 'vitest'
import { platform } from '#db/tenant.ts'
import { notificationDeliveries } from '#business/notifications/notifications.sample.ts'
import type { TestApp } from '../../../test/app.ts'
import { dated, floor, person, refusal, seen, start } from '../../../test/floor.ts'
import type { Session } from './session.contract.ts'
import { fields, mailApp } from './tell.sample.ts'

let mail: Awaited<ReturnType<typeof mailApp>>
let app: TestApp
beforeAll(async () => {
  mail = await mailApp()
  app = mail.app
})
afterAll(() => mail.close())

const four = [{ name: 'Amal' }, { name: 'Badr' }, { name: 'Celine', more: { language: 'ar' } }, { name: 'Dina' }]
test('a session that moves from 19:00 to 07:00, with another hall and trainer, is told to the four enrolled with both', async () => {
  const { calls, owner, first, second, hall, audits, enrolled } = await mail.floorOf(...four)
  const change = { ...seen(first), ...fields(first), startingTime: '07:00', endingTime: '08:00', trainer: second.id, hall: hall.id }
  expect(await calls.sessions.touch(change)).toMatchObject({ sessions: 1, people: 4, reachable: 4 })
  await calls.sessions.change(change)
  const mails = await mail.arrive()
  expect(mails.map(({ to }) => to)).toEqual(enrolled.map(({ email }) => email).toSorted())
  expect(mails[0]?.subject).toBe('Schedule change at Al Noor: Evening')
  expect(mails[0]?.text).toContain(
    [
      'Evening',
      'Before: Monday, 12 October 2026, 7:00 – 8:00 PM · No hall · Mariam Haddad',
      'Now: Monday, 12 October 2026, 7:00 – 8:00 AM · North pitch · Yousef Karam',
    ].join('\n'),
  )
  expect(mails[0]?.raw).toContain('Auto-Submitted: auto-generated')
  expect(mails[0]?.replyTo).toEqual([{ name: 'Al Noor', address: owner.email }])
  const arabic = mails.find(({ to }) => to.startsWith('celine'))
  expect(arabic?.subject).toBe('تغيير في المواعيد لدى Al Noor: Evening')
  expect(arabic?.text).toContain('قبل: الاثنين، 12 أكتوبر 2026، 7:00–8:00 م · بدون قاعة · Mariam Haddad')
  expect(arabic?.text).toContain('الآن: الاثنين، 12 أكتوبر 2026، 7:00–8:00 ص · North pitch · Yousef Karam')
  const changes = await audits('update')
  expect(changes.find(({ entity }) => entity === 'session')?.after).toMatchObject({ told: 4, sessions: 1, startingTime: '07:00' })
  expect((await calls.notifications.log({ kind: 'sessionChanged', state: 'sent' })).total).toBe(4)
})

test('London reads 24 hours and its own time zone', async () => {
  app.clock.set(start)
  const { calls, batch, owner } = await floor(app, 'GB')
  const created = await calls.batches.create(batch({ ...dated }))
  const { id } = await person(calls, 'Amal', { phone: '07400123456', email: `amal-${owner.vendorId}@example.com` })
  await calls.enrolments.enrol({ batch: created.id, customer: id })
  // The clocks go back on 25 October.
  const [session] = (await calls.sessions.list({ from: '2026-10-26', to: '2026-10-26' })).rows
  await calls.sessions.change({ ...seen(session!), ...fields(session!), day: '2026-10-24' })
  const [first] = await mail.arrive()
  expect(first?.text).toContain('Before: Monday, 26 October 2026, 17:00–18:00 · Mariam Haddad')
  expect(first?.text).toContain('Now: Saturday, 24 October 2026, 17:00–18:00 · Mariam Haddad')
})

test('who is told is who is expected and can be reached: not frozen, waiting, erased or without an address; one mail each of a family', async () => {
  const { calls, first, enrolled, evening } = await mail.floorOf(
    { name: 'Amal' },
    { name: 'Frozen' },
    { name: 'Blocked' },
    { name: 'Silent', more: { email: '' } },
    { name: 'Gone' },
    { name: 'Twin', more: { email: 'family@example.com' } },
    { name: 'Other', more: { email: 'family@example.com' } },
  )
  const [, frozen, blocked, , ended] = enrolled
  await calls.enrolments.freeze({ ...seen(frozen!.place), from: '2026-10-12', to: '2026-10-12' })
  await calls.customers.block(seen(blocked!.customer))
  await calls.enrolments.cancel({ ...seen(ended!.place), when: 'now' })
  const left = await calls.customers.get({ id: ended!.customer.id })
  const archived = await calls.customers.archive(seen(left))
  await calls.customers.erase({ ...seen(archived), name: 'Gone', reason: 'They asked for it' })
  await calls.batches.update({ ...seen(await calls.batches.get({ id: evening.id })), totalCandidates: 6 })
  const waiting = await person(calls, 'Waiting', { email: 'waiting@example.com' })
  await calls.enrolments.enrol({ batch: evening.id, customer: waiting.id, ifFull: 'wait' })
  await mail.arrive()
  const at = await calls.sessions.get({ id: first.id })
  const change = { ...seen(at), ...fields(at), startingTime: '07:00', endingTime: '08:00' }
  // As with a cancellation: a blocked customer still has the place and would come.
  expect(await calls.sessions.touch(change)).toMatchObject({ people: 5, reachable: 4 })
  await calls.sessions.change(change)
  expect((await mail.arrive()).map(({ to }) => to.split('-')[0])).toEqual(['amal', 'blocked', 'family@example.com', 'family@example.com'])
})

test('no one is told of places alone, of what is past, of nothing, or where the member says so; a past one that comes is told', async () => {
  const { calls, first, fresh, sessions, owner, evening } = await mail.floorOf({ name: 'Amal' })
  const early = await person(calls, 'Early', { email: `early-${owner.vendorId}@example.com` })
  await calls.enrolments.enrol({ batch: evening.id, customer: early.id, startDate: '2026-10-05' })
  const change = async (row: Session, more: object) =>
    calls.sessions.change({ ...seen(await fresh(row)), ...fields(await fresh(row)), ...more })
  await change(first, { capacity: 5 })
  await change(first, {})
  await change(first, { startingTime: '18:00', tell: false })
  const [past] = await sessions()
  expect(past?.day).toBe('2026-10-05')
  await change(past!, { startingTime: '08:00', endingTime: '09:00' })
  expect(await mail.arrive()).toEqual([])
  expect((await notificationDeliveries(app, owner.vendorId)).filter(({ kind }) => kind === 'sessionChanged')).toEqual([])
  await change(past!, { day: '2026-10-20' })
  expect((await mail.arrive()).map(({ to }) => to.split('-')[0])).toEqual(['early'])
})

test('saved twice or by two at once it is told once; what another business names is not there', async () => {
  const { calls, first } = await mail.floorOf({ name: 'Amal' })
  const change = (startingTime: string) =>
    refusal(calls.sessions.change({ ...seen(first), ...fields(first), startingTime, endingTime: '16:00' }))
  const answers = await Promise.all(['07:00', '08:00', '09:00'].map(change))
  expect(answers.toSorted()).toEqual(['accepted', 'request/stale', 'request/stale'])
  const stored = await calls.sessions.get({ id: first.id })
  const mails = await mail.arrive()
  expect(mails).toHaveLength(1)
  expect(mails[0]?.text).toContain(`Now: Monday, 12 October 2026, ${Number(stored.startingTime.slice(0, 2))}:00 AM – 4:00 PM`)
  // The same fields again, with the current version.
  await calls.sessions.change({ ...seen(stored), ...fields(stored) })
  expect(await mail.arrive()).toEqual([])
  const other = await app.owner()
  expect(await refusal(other.calls.sessions.change({ ...seen(stored), ...fields(stored), startingTime: '06:00' }))).toBe(
    'document/not-found',
  )
  expect(await refusal(other.calls.sessions.restore(seen(stored)))).toBe('document/not-found')
  expect(await mail.arrive()).toEqual([])
})

test('this and following: one mail a person with each session, at most ten of them', async () => {
  const { calls, coming, evening } = await mail.floorOf({ name: 'Amal' })
  const short = await person(calls, 'Short', { email: 'short@example.com' })
  await calls.enrolments.enrol({ batch: evening.id, customer: short.id, startDate: '2026-10-08', endDate: '2026-10-20' })
  const [, second] = coming
  const change = { ...seen(second!), ...fields(second!), startingTime: '07:00', endingTime: '08:00', scope: 'following' as const }
  expect(await calls.sessions.touch(change)).toMatchObject({ sessions: coming.length - 1, people: 2, reachable: 2 })
  await calls.sessions.change(change)
  const [amal, brief] = await mail.arrive()
  expect(amal?.text.match(/^Before: /gm)).toHaveLength(10)
  expect(amal?.text).toContain(`and ${coming.length - 11} more`)
  expect(amal?.text).not.toContain('12 October')
  expect(brief?.text.match(/^Now: /gm)).toHaveLength(1)
  expect(brief?.text).toContain('Now: Monday, 19 October 2026, 7:00 – 8:00 AM')
})

test('a business whose owner never proved the address changes without mails, and is told why where it asks for them', async () => {
  const { calls, first, owner } = await mail.floorOf({ name: 'Amal' })
  await platform(app.app.db, (trx) => trx.updateTable('users').set({ emailIsVerified: false }).where('id', '=', owner.userId).execute())
  const change = { ...seen(first), ...fields(first), startingTime: '07:00', endingTime: '08:00' }
  expect(await refusal(calls.sessions.change(change))).toBe('auth/email-unverified')
  expect((await calls.sessions.get({ id: first.id })).startingTime).toBe('19:00')
  await calls.sessions.change({ ...change, tell: false })
  expect(await mail.arrive()).toEqual([])
})
