import { dayMs } from '#lib/days.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runOne } from '#kernel/outbox.ts'
import { notificationDeliveries } from '#business/notifications/notifications.sample.ts'
import type { TestApp } from '../../../test/app.ts'
import { openFloor, person, seen } from '../../../test/floor.ts'
import { fields, mailApp } from './tell.sample.ts'

let mail: Awaited<ReturnType<typeof mailApp>>
let app: TestApp
beforeAll(async () => {
  mail = await mailApp()
  app = mail.app
})
afterAll(() => mail.close())

const down = { send: () => Promise.reject(Object.assign(new Error('away'), { code: 'ECONNREFUSED' })) }

test('a change that is undone before its mail has left is told to no one; one that is changed again is told once, as it is last', async () => {
  const { calls, first, fresh, owner } = await mail.floorOf({ name: 'Amal' })
  const change = async (more: object) => calls.sessions.change({ ...seen(await fresh(first)), ...fields(await fresh(first)), ...more })
  await change({ startingTime: '07:00', endingTime: '08:00' })
  await change({ startingTime: '19:00', endingTime: '20:00' })
  expect(await mail.arrive()).toEqual([])
  await change({ startingTime: '07:00', endingTime: '08:00' })
  await change({ day: '2026-10-13' })
  const [sent, more] = await mail.arrive()
  expect(more).toBeUndefined()
  expect(sent?.text).toContain('Before: Monday, 12 October 2026, 7:00 – 8:00 PM')
  expect(sent?.text).toContain('Now: Tuesday, 13 October 2026, 7:00 – 8:00 AM')
  // Cancelled before a change was sent: the mail names the meeting that people know.
  await change({ startingTime: '10:00', endingTime: '11:00' })
  await calls.sessions.cancel({ ...seen(await fresh(first)), reason: 'Rain' })
  const [off, none] = await mail.arrive()
  expect(none).toBeUndefined()
  expect(off?.subject).toBe('Cancelled at Al Noor: Rain')
  expect(off?.text).toContain('Evening: Tuesday, 13 October 2026 at 7:00 AM')
  const kinds = (await notificationDeliveries(app, owner.vendorId))
    .filter(({ customer }) => customer)
    .map(({ kind, state }) => `${kind} ${state}`)
  expect(kinds).toEqual([
    'sessionChanged dropped',
    'sessionChanged dropped',
    'sessionChanged sent',
    'sessionChanged dropped',
    'sessionCancelled sent',
  ])
  // A change without notification withdraws mails that are no longer true.
  await calls.sessions.restore(seen(await fresh(first)))
  await change({ startingTime: '12:00', endingTime: '13:00', tell: false })
  expect(await mail.arrive()).toEqual([])
})

test('a mail that was tried in vain is replaced too, and it is the last state that arrives', async () => {
  const { calls, first, fresh } = await mail.floorOf({ name: 'Amal' })
  const change = async (more: object) => calls.sessions.change({ ...seen(await fresh(first)), ...fields(await fresh(first)), ...more })
  await change({ startingTime: '07:00', endingTime: '08:00' })
  await mail.arrive(down)
  await change({ startingTime: '09:00', endingTime: '10:00' })
  app.clock.advance(3_600_000)
  const mails = await mail.arrive()
  expect(mails).toHaveLength(1)
  expect(mails[0]?.text).toContain('Now: Monday, 12 October 2026, 9:00 – 10:00 AM')
})

test('a mail that is withdrawn while it is under way is logged as sent where it left, and as not sent where it did not', async () => {
  const { calls, first, fresh, owner } = await mail.floorOf({ name: 'Amal' })
  const change = async (startingTime: string) =>
    calls.sessions.change({ ...seen(await fresh(first)), ...fields(await fresh(first)), startingTime, endingTime: '16:00' })
  const states = async () =>
    (await notificationDeliveries(app, owner.vendorId)).filter(({ customer }) => customer).map(({ state }) => state)
  await change('07:00')
  const during = async (work: () => Promise<void>) => runOne(app.app, { mail: work })
  await during(async () => void (await change('08:00')))
  expect(await states()).toEqual(['sent', 'queued'])
  await during(async () => {
    await change('09:00')
    throw new Error('away')
  })
  expect(await states()).toEqual(['sent', 'dropped', 'queued'])
  const [sent, more] = await mail.arrive()
  expect(more).toBeUndefined()
  expect(sent?.text).toContain('Now: Monday, 12 October 2026, 9:00 AM – 4:00 PM')
})

test('a restored session is told to who was told that it falls away, and to no one else', async () => {
  const { calls, first, fresh, enrol, audits } = await mail.floorOf({ name: 'Amal' }, { name: 'Badr' })
  const cancel = async (more: object = {}) => calls.sessions.cancel({ ...seen(await fresh(first)), reason: 'Rain', ...more })
  const restore = async (more: object = {}) => calls.sessions.restore({ ...seen(await fresh(first)), ...more })
  await cancel()
  await restore()
  expect(await mail.arrive()).toEqual([])
  await cancel()
  expect(await mail.arrive()).toHaveLength(2)
  await enrol('Late')
  await restore()
  const mails = await mail.arrive()
  expect(mails.map(({ to }) => to.split('-')[0])).toEqual(['amal', 'badr'])
  expect(mails[0]?.subject).toBe('Back on at Al Noor: Evening')
  expect(mails[0]?.text).toContain('Evening: Monday, 12 October 2026, 7:00 – 8:00 PM')
  expect((await audits('restore')).map(({ after }) => (after as { told: number }).told)).toEqual([0, 2])
  // People were notified that it is on, and not that it was cancelled again.
  await cancel({ tell: false })
  await restore()
  expect(await mail.arrive()).toEqual([])
  await cancel()
  await mail.arrive()
  await restore({ tell: false })
  expect(await mail.arrive()).toEqual([])
})

test('days that are opened again are told once a person, in one mail with all sessions', async () => {
  const { calls, enrolled, audits } = await mail.floorOf({ name: 'Amal' }, { name: 'Badr' })
  await calls.enrolments.freeze({ ...seen(enrolled[1]!.place), from: '2026-10-12', to: '2026-11-30' })
  const days = { fromDay: '2026-10-10', toDay: '2026-10-30', label: 'Half-term' }
  const closure = await calls.closures.create(days)
  expect(await mail.arrive()).toHaveLength(1)
  await calls.closures.remove({ id: closure.id })
  const [sent, more] = await mail.arrive()
  expect(more).toBeUndefined()
  expect(sent?.text).toContain('These sessions were cancelled and are now back on.')
  expect(sent?.text.match(/^Evening: Monday/gm)).toHaveLength(3)
  expect((await audits('remove')).at(-1)?.after).toMatchObject({ sessions: 6, told: 1 })
  const again = await calls.closures.create(days)
  await mail.arrive()
  await calls.closures.remove({ id: again.id, tell: false })
  expect(await mail.arrive()).toEqual([])
  // The last notification that Amal received is the cancellation.
  const third = await calls.closures.create({ ...days, tell: false })
  await calls.closures.remove({ id: third.id })
  expect(await mail.arrive()).toHaveLength(1)
})

test('on an account’s first day twenty addresses are told at once and the others a day later, as things are then', async () => {
  const base = await openFloor(app, 30)
  const { calls, made } = base
  for (let index = 0; index < 23; index++) {
    const { id } = await person(calls, `Kid${index}`, { email: `kid${index}-${base.owner.vendorId}@example.com` })
    await calls.enrolments.enrol({ batch: made.id, customer: id })
  }
  const get = async () => (await calls.sessions.list({ from: '2026-10-12', to: '2026-10-12' })).rows[0]!
  const change = async (startingTime: string) => {
    const row = await get()
    await calls.sessions.change({ ...seen(row), ...fields(row), startingTime, endingTime: '21:00' })
  }
  await change('07:00')
  expect(await mail.arrive()).toHaveLength(20)
  // All mails wait now; the three mails about the first change are no longer sent.
  await change('08:00')
  expect(await mail.arrive()).toEqual([])
  app.clock.advance(dayMs)
  const late = await mail.arrive()
  const before = (hours: string) => late.filter(({ text }) => text.includes(`Before: Monday, 12 October 2026, ${hours}`)).length
  expect([late.length, before('7:00 AM – 9:00 PM'), before('5:00 – 6:00 PM')]).toEqual([23, 20, 3])
  expect(late.every(({ text }) => text.includes('Now: Monday, 12 October 2026, 8:00 AM – 9:00 PM'))).toBe(true)
})
