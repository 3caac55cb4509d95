import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '#kernel/ids.ts'
import { week } from '#lib/fields.ts'
import { testApp, type TestApp } from '../../../test/app.ts'
import { dated, openFloor, person, refusal, seen } from '../../../test/floor.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

/** A Wednesday between two of the batch's Mondays. */
const day = '2026-10-14'

async function extra(app: TestApp) {
  const base = await openFloor(app, 10)
  const { trainer, made } = base
  return { ...base, input: { batch: made.id, day, startingTime: '17:00', endingTime: '18:00', trainer: trainer.id, hall: null } }
}

test('one more session of a batch says whom it concerns, is mailed once, and stays when the plan changes', async () => {
  const { calls, made, input } = await extra(app)
  const email = `extra-${newId()}@example.com`
  const customer = await person(calls, 'Amal', { email })
  await calls.enrolments.enrol({ batch: made.id, customer: customer.id })
  expect(await calls.sessions.addPreview(input)).toEqual({ people: 1, reachable: 1, conflicts: [], away: [] })
  const id = newId()
  const row = await calls.sessions.add({ ...input, id })
  expect(row).toMatchObject({
    id,
    day,
    startingTime: '17:00',
    endingTime: '18:00',
    isOwn: true,
    state: 'scheduled',
    booked: 1,
    capacity: 10,
  })
  // A retry gives the same; another session with the same id is refused.
  expect(await calls.sessions.add({ ...input, id })).toEqual(row)
  expect(await refusal(calls.sessions.add({ ...input, id, startingTime: '16:30' }))).toBe('request/reused')
  const mails = (await app.mails()).filter(({ to }) => to === email)
  expect(mails.map(({ subject }) => subject.startsWith('One more session at'))).toEqual([true])
  expect(mails[0]?.text).toContain('There is one more session.')
  const batch = await calls.batches.get({ id: made.id })
  await calls.batches.update({ ...seen(batch), trainingDays: week(2) })
  expect((await calls.sessions.get({ id })).state).toBe('scheduled')
})

test('a change of all other sessions leaves an added one, which changes alone', async () => {
  const { calls, made, input } = await extra(app)
  const added = await calls.sessions.add({ ...input, tell: false })
  const { rows } = await calls.sessions.list({ from: '2026-10-06', to: '2026-12-31', batch: made.id })
  const planned = rows.find(({ id }) => id !== added.id)!
  for (const scope of ['following', 'all'] as const) {
    const now = await calls.sessions.get({ id: planned.id })
    await calls.sessions.change({
      ...seen(now),
      startingTime: scope === 'all' ? '11:00' : '12:00',
      endingTime: '13:00',
      scope,
      tell: false,
    })
    expect(await calls.sessions.get({ id: added.id }), scope).toEqual(added)
  }
})

test('where people are not to be notified, no mail is sent', async () => {
  const { calls, made, input } = await extra(app)
  const email = `silent-${newId()}@example.com`
  const customer = await person(calls, 'Amal', { email })
  await calls.enrolments.enrol({ batch: made.id, customer: customer.id })
  await calls.sessions.add({ ...input, tell: false })
  expect((await calls.sessions.list({ from: day, to: day })).rows).toHaveLength(1)
  expect((await app.mails()).filter(({ to }) => to === email)).toEqual([])
})

test('it is refused where the batch, its dates, a closure, the time, the trainer or the hall do not allow it', async () => {
  const { calls, made, input, second, batch } = await extra(app)
  const refused = (more: object) => refusal(calls.sessions.add({ ...input, ...more }))
  expect(await refused({ batch: newId() })).toBe('sessions.add.open')
  expect(await refused({ day: '2031-01-01' })).toBe('sessions.add.dates')
  expect(await refused({ endingTime: '17:00' })).toBe('sessions.endingTime.greater')
  expect(await refused({ trainer: newId() })).toBe('batches.trainer.teaches')
  expect(await refused({ hall: newId() })).toBe('batches.hall.unavailable')
  const { rows } = await calls.sessions.list({ from: '2026-10-01', to: '2026-12-31', batch: made.id })
  expect(await refused({ day: rows[1]?.day, startingTime: '05:00', endingTime: '06:00' })).toBe('sessions.add.once')
  // A day to which a session was moved has its session already; the day it left is planned for it.
  const [, , moved] = rows
  await calls.sessions.change({ ...seen(moved!), day: '2026-10-22', tell: false })
  for (const day of ['2026-10-22', moved!.day])
    expect(await refused({ day, startingTime: '05:00', endingTime: '06:00' })).toBe('sessions.add.once')
  await calls.batches.create(
    batch({ ...dated, name: 'Busy', code: 'BUSY', trainer: second.id, trainingDays: week(3), hall: null, totalCandidates: 5 }),
  )
  const busy = (await calls.sessions.list({ from: day, to: day })).rows.find(({ batchName }) => batchName === 'Busy')
  const clash = { trainer: second.id, startingTime: busy?.startingTime ?? '', endingTime: busy?.endingTime ?? '' }
  expect((await calls.sessions.addPreview({ ...input, ...clash })).conflicts).toMatchObject([{ batchName: 'Busy', part: 'trainer' }])
  expect(await refused(clash)).toBe('batches.trainer.busy')
  await calls.closures.create({ fromDay: '2026-10-15', toDay: '2026-10-15', label: 'Holiday', tell: false })
  expect(await refused({ day: '2026-10-15' })).toBe('sessions.add.closed')
  const other = await calls.batches.create(batch({ ...dated, name: 'Fridays', code: 'FRI', trainingDays: week(5), hall: null }))
  const of = { batch: other.id, startingTime: '08:00', endingTime: '09:00' }
  // It is 13:00 on that day.
  expect(await refused({ ...of, day: '2026-10-05' })).toBe('sessions.add.past')
  // Of two at once on one day, one is added and the other is refused.
  const both = await Promise.all(['08:00', '08:30'].map((startingTime) => refused({ ...of, day: '2026-10-21', startingTime })))
  expect(both.toSorted()).toEqual(['accepted', 'sessions.add.once'])
})
