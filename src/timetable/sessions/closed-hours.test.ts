import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '#kernel/ids.ts'
import { week } from '#lib/fields.ts'
import { testApp, type TestApp } from '../../../test/app.ts'
import { dated, floor, person, refusal, seen, start, travel } from '../../../test/floor.ts'
import { closes } from './closed.server.ts'
import { meetingOn } from './meeting.server.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

/** A Monday. */
const monday = '2026-10-12'
const on = { fromDay: monday, toDay: monday }
const repairs = { ...on, startingTime: '14:00', endingTime: '16:00', label: 'Repairs', tell: false }

/** A floor with batches on Mondays, each with a trainer or hall of its own, from the hours given. */
async function mondays(batches: Record<string, readonly [string, string, 'hall'?]>) {
  app.clock.set(start)
  const base = await floor(app)
  const { calls, hall, service, trainer, batch } = base
  const ids: Record<string, string> = {}
  for (const [name, [startingTime, endingTime, place]] of Object.entries(batches)) {
    const { id } = await calls.trainers.create({
      services: [service.id],
      avatar: base.avatar,
      trainingDays: trainer.trainingDays,
      startingTime: '06:00',
      endingTime: '22:00',
      Fname: name,
      Lname: 'Trainer',
      cost: 100,
    })
    const created = await calls.batches.create(
      batch({ ...dated, name, code: name, trainer: id, startingTime, endingTime, hall: place ? hall.id : null }),
    )
    ids[name] = created.id
  }
  const rows = async (day = monday) => (await calls.sessions.list({ from: day, to: day })).rows
  const states = async (day?: string) => Object.fromEntries((await rows(day)).map(({ batchName, state }) => [batchName, state]))
  const session = async (name: string, day?: string) => (await rows(day)).find(({ batchName }) => batchName === name)!
  return { ...base, ids, states, session }
}

describe('closed hours', () => {
  test('a session that overlaps by a minute is cancelled, one that only touches them takes place, and all come back', async () => {
    const { calls, states, ids } = await mondays({
      Before: ['12:00', '14:00'],
      Over: ['13:00', '14:01'],
      Within: ['14:30', '15:30'],
      Late: ['15:59', '17:00'],
      After: ['16:00', '17:00'],
    })
    const amal = await person(calls, 'Amal')
    await calls.enrolments.enrol({ batch: ids['Within']!, customer: amal.id })
    expect(await calls.closures.touch({ ...on, startingTime: '14:00', endingTime: '16:00' })).toMatchObject({ count: 3, people: 1 })
    const closure = await calls.closures.create(repairs)
    expect(closure).toMatchObject({ startingTime: '14:00', endingTime: '16:00', hall: null, hallTitle: null, cancelled: 3 })
    expect(await calls.closures.list({})).toEqual([closure])
    const cancelled = { Before: 'scheduled', Over: 'cancelled', Within: 'cancelled', Late: 'cancelled', After: 'scheduled' }
    expect(await states()).toEqual(cancelled)
    // The other Mondays are as they were.
    expect(new Set(Object.values(await states('2026-10-19')))).toEqual(new Set(['scheduled']))
    expect(await calls.closures.remove({ id: closure.id, tell: false })).toEqual({ restored: 3 })
    expect(new Set(Object.values(await states()))).toEqual(new Set(['scheduled']))
  })

  test('a hall is closed for its own sessions alone, for the same hours of several days', async () => {
    const { calls, hall, states } = await mondays({ Inside: ['14:00', '15:00', 'hall'], Elsewhere: ['14:00', '15:00'] })
    const closure = await calls.closures.create({ ...repairs, toDay: '2026-10-20', hall: hall.id })
    expect(closure).toMatchObject({ hall: hall.id, hallTitle: 'North pitch', cancelled: 2 })
    for (const day of [monday, '2026-10-19']) expect(await states(day)).toEqual({ Inside: 'cancelled', Elsewhere: 'scheduled' })
    expect((await states('2026-10-26'))['Inside']).toBe('scheduled')
    // Without hours it is closed for whole days.
    const whole = await calls.closures.create({ fromDay: '2026-10-26', toDay: '2026-10-26', hall: hall.id, label: 'Floor', tell: false })
    expect(whole).toMatchObject({ startingTime: null, endingTime: null, cancelled: 1 })
    expect(await states('2026-10-26')).toEqual({ Inside: 'cancelled', Elsewhere: 'scheduled' })
  })

  test('new sessions, moves and restored ones are refused as by a conflict; plans leave the day out and get it back', async () => {
    const { calls, hall, batch, session, ids, second } = await mondays({
      Noon: ['12:00', '13:00'],
      Inside: ['10:00', '11:00', 'hall'],
      Over: ['14:30', '15:30'],
    })
    const closed = await calls.closures.create(repairs)
    const hallClosed = await calls.closures.create({ ...repairs, startingTime: '08:00', endingTime: '09:00', hall: hall.id, label: 'Hire' })
    const noon = await session('Noon')
    const move = { ...seen(noon), startingTime: '15:59', endingTime: '16:30', tell: false }
    expect(
      (await calls.sessions.touch({ id: noon.id, version: noon.version, startingTime: '15:59', endingTime: '16:30' })).conflicts,
    ).toEqual([{ day: monday, startingTime: '14:00', endingTime: '16:00', batchName: 'Repairs', part: 'closure' }])
    expect(await refusal(calls.sessions.change(move))).toBe('sessions.closed')
    expect(await refusal(calls.sessions.change({ ...move, startingTime: '16:00' }))).toBe('accepted')
    const inside = await session('Inside')
    const early = { ...seen(inside), startingTime: '07:30', endingTime: '08:01', tell: false }
    expect(await refusal(calls.sessions.change(early))).toBe('batches.hall.busy')
    expect(await refusal(calls.sessions.change({ ...early, hall: null }))).toBe('accepted')
    const over = await session('Over')
    expect([over.state, await refusal(calls.sessions.restore({ ...seen(over), tell: false }))]).toEqual(['cancelled', 'session/closed'])

    // One more session of a batch that meets on Mondays only, on a Tuesday that is closed for some hours.
    const tuesday = await calls.closures.create({ ...repairs, fromDay: '2026-10-13', toDay: '2026-10-13' })
    const extra = { batch: ids['Noon']!, day: '2026-10-13', trainer: noon.trainer, hall: null, startingTime: '13:00', endingTime: '14:01' }
    expect((await calls.sessions.addPreview(extra)).conflicts).toMatchObject([{ batchName: 'Repairs', part: 'closure' }])
    expect(await refusal(calls.sessions.add({ ...extra, tell: false }))).toBe('sessions.closed')
    expect(await refusal(calls.sessions.add({ ...extra, endingTime: '14:00', tell: false }))).toBe('accepted')

    const planned = { startDate: monday, endDate: '2026-10-19', startingTime: '15:00', endingTime: '17:00' }
    expect(await calls.sessions.plan({ ...planned, days: [1], trainer: second.id })).toMatchObject({
      count: 1,
      skipped: [{ day: monday, label: 'Repairs' }],
    })
    const late = await calls.batches.create(batch({ ...planned, trainer: second.id }))
    const days = async () => (await calls.sessions.list({ from: monday, to: '2026-10-19', batch: late.id })).rows.map(({ day }) => day)
    expect(await days()).toEqual(['2026-10-19'])
    for (const { id } of [closed, hallClosed, tuesday]) await calls.closures.remove({ id, tell: false })
    expect(await days()).toEqual([monday, '2026-10-19'])
  })

  test('what is cancelled twice comes back with the closure that is removed last, by its own hours', async () => {
    const { calls, states } = await mondays({ Early: ['14:00', '15:00'], Late: ['16:00', '17:00'] })
    const day = await calls.closures.create({ ...on, label: 'Storm', tell: false })
    const hours = await calls.closures.create({ ...repairs, endingTime: '15:30' })
    expect([day.cancelled, hours.cancelled]).toEqual([2, 0])
    expect(await calls.closures.remove({ id: day.id, tell: false })).toEqual({ restored: 1 })
    expect(await states()).toEqual({ Early: 'cancelled', Late: 'scheduled' })
    expect(await calls.closures.remove({ id: hours.id, tell: false })).toEqual({ restored: 1 })
    expect(await states()).toEqual({ Early: 'scheduled', Late: 'scheduled' })
  })

  test('a session that has begun takes place, and may be changed although it is closed by now', async () => {
    const { calls, owner, session, second } = await mondays({ Running: ['13:00', '15:00'], Next: ['15:00', '16:00'] })
    await travel(app, owner, Date.UTC(2026, 9, 12, 10, 0, 0))
    expect((await calls.closures.create(repairs)).cancelled).toBe(1)
    const running = await session('Running')
    expect(running.state).toBe('scheduled')
    expect(await refusal(calls.sessions.change({ ...seen(running), trainer: second.id, tell: false }))).toBe('accepted')
  })

  test('hours come in pairs and in order, and a hall must be one of the business’s own that is in use', async () => {
    const { calls, hall } = await mondays({})
    const { hall: foreign } = await floor(app)
    const create = (more: object) => refusal(calls.closures.create({ ...repairs, ...more }))
    expect(await create({ endingTime: null })).toBe('sessions.endingTime.required')
    expect(await create({ startingTime: undefined })).toBe('sessions.startingTime.required')
    expect(await create({ startingTime: '16:00' })).toBe('sessions.endingTime.greater')
    expect(await create({ startingTime: '25:00' })).toBe('sessions.startingTime.format')
    expect(await create({ hall: newId() })).toBe('batches.hall.unavailable')
    expect(await create({ hall: foreign.id })).toBe('batches.hall.unavailable')
    expect(await refusal(calls.closures.touch({ ...on, hall: foreign.id }))).toBe('document/not-found')
    expect(await refusal(calls.closures.effects({ ...on, hall: foreign.id }))).toBe('document/not-found')
    await calls.halls.archive(seen(hall))
    expect(await create({ hall: hall.id })).toBe('batches.hall.unavailable')
    expect(await calls.closures.list({ all: true })).toEqual([])
  })

  test('of closed hours and a move into them at once, one waits for the other: the session is never left in them', async () => {
    for (let round = 0; round < 5; round++) {
      const { calls, session } = await mondays({ Noon: ['12:00', '13:00'] })
      const noon = await session('Noon')
      const [, moved] = await Promise.all([
        calls.closures.create(repairs),
        refusal(calls.sessions.change({ ...seen(noon), startingTime: '14:00', endingTime: '15:00', tell: false })),
      ])
      const { startingTime, state } = await session('Noon')
      expect([moved, startingTime, state]).toEqual(
        moved === 'accepted' ? ['accepted', '14:00', 'cancelled'] : ['sessions.closed', '12:00', 'scheduled'],
      )
    }
  })
})

describe('a closure that is changed', () => {
  test('cancels what it closes now, plans again what it no longer closes, and leaves the rest and its mails alone', async () => {
    const { calls, hall, states, session, ids } = await mondays({
      Early: ['12:00', '13:00'],
      Both: ['14:30', '15:30'],
      Late: ['15:30', '16:30', 'hall'],
    })
    const emails: Record<string, string> = {}
    for (const [name, batch] of Object.entries(ids)) {
      emails[name] = `${name}-${newId()}@example.com`
      const customer = await person(calls, name, { email: emails[name] })
      await calls.enrolments.enrol({ batch, customer: customer.id })
    }
    const mails = async (name: string) =>
      (await app.mails()).filter(({ to }) => to === emails[name]).map(({ subject }) => subject.split(' at ')[0])
    const created = await calls.closures.create({ ...repairs, tell: true })
    expect(await states()).toEqual({ Early: 'scheduled', Both: 'cancelled', Late: 'cancelled' })
    expect(await mails('Late')).toEqual(['Cancelled'])
    const changed = await calls.closures.update({ ...seen(created), startingTime: '12:30', endingTime: '15:00', label: 'Works' })
    expect(changed).toMatchObject({ startingTime: '12:30', endingTime: '15:00', label: 'Works', cancelled: 2, version: 2 })
    expect(await states()).toEqual({ Early: 'cancelled', Both: 'cancelled', Late: 'scheduled' })
    expect((await session('Both')).reason).toBe('Works')
    expect([await mails('Early'), await mails('Both'), await mails('Late')]).toEqual([
      ['Cancelled'],
      ['Cancelled'],
      ['Cancelled', 'Back on'],
    ])
    expect(await refusal(calls.closures.update({ ...seen(created), label: 'Other' }))).toBe('request/stale')
    expect(await refusal(calls.closures.update({ ...seen(changed), endingTime: '12:00' }))).toBe('sessions.endingTime.greater')
    // The hall alone, all day.
    const whole = await calls.closures.update({ ...seen(changed), startingTime: null, endingTime: null, hall: hall.id, tell: false })
    expect(whole).toMatchObject({ startingTime: null, hallTitle: 'North pitch', cancelled: 1 })
    expect(await states()).toEqual({ Early: 'scheduled', Both: 'scheduled', Late: 'cancelled' })
    const { rows } = await calls.history.list({ of: created.id })
    expect(rows.map(({ action }) => action).toSorted()).toEqual(['create', 'update', 'update'])
  })

  test('leaves what has passed as it was: it did not take place', async () => {
    const { calls, owner, states } = await mondays({ Noon: ['14:30', '15:30'] })
    const created = await calls.closures.create({ ...repairs, toDay: '2026-10-26' })
    await travel(app, owner, Date.UTC(2026, 9, 15, 9))
    const { count, restored } = await calls.closures.touch({
      ...on,
      toDay: '2026-10-26',
      startingTime: '08:00',
      endingTime: '09:00',
      id: created.id,
    })
    expect([count, restored]).toEqual([0, 2])
    const changed = await calls.closures.update({
      ...seen(created),
      startingTime: '08:00',
      endingTime: '09:00',
      label: 'Works',
      tell: false,
    })
    expect(changed.cancelled).toBe(1)
    const noon = (state: string) => ({ Noon: state })
    expect([await states(), await states('2026-10-19'), await states('2026-10-26')]).toEqual(
      ['cancelled', 'scheduled', 'scheduled'].map(noon),
    )
  })

  test('cancels first, so that what it now closes gives its trainer to what it no longer closes', async () => {
    const base = await mondays({ Inside: ['14:30', '15:30', 'hall'] })
    const { calls, hall, ids, batch, session } = base
    const created = await calls.closures.create({ ...repairs, hall: hall.id })
    const { trainer } = await calls.batches.get({ id: ids['Inside']! })
    const other = await calls.halls.create({ title: 'South pitch', size: 1200, totalCandidates: 24 })
    const elsewhere = await calls.batches.create(
      batch({ ...dated, name: 'Elsewhere', code: 'ELS', trainer, startingTime: '18:00', endingTime: '19:00', hall: other.id }),
    )
    await calls.sessions.change({ ...seen(await session('Elsewhere')), startingTime: '14:30', endingTime: '15:30', tell: false })
    expect(elsewhere.state).toBe('open')
    await calls.closures.update({ ...seen(created), hall: other.id, tell: false })
    expect(await base.states()).toEqual({ Inside: 'scheduled', Elsewhere: 'cancelled' })
  })

  test('can be removed although what it kept out of a plan is taken meanwhile: that day stays without a session', async () => {
    const base = await mondays({})
    const { calls, hall, trainer, batch } = base
    const closure = await calls.closures.create({ ...repairs, hall: hall.id })
    const hours = { startingTime: '14:30', endingTime: '15:30' }
    await calls.batches.create(batch({ ...dated, ...hours, name: 'Left out', code: 'OUT', trainer: trainer.id, hall: hall.id }))
    const added = { ...dated, startDate: monday, trainingDays: week(2), startingTime: '18:00', endingTime: '19:00' }
    const { id } = await calls.batches.create(batch({ ...added, name: 'Taken', code: 'TAK', trainer: trainer.id, hall: null }))
    await calls.sessions.add({ batch: id, day: monday, ...hours, trainer: trainer.id, hall: null, tell: false })
    expect(await base.states()).toEqual({ Taken: 'scheduled' })
    expect(await calls.closures.remove({ id: closure.id, tell: false })).toEqual({ restored: 0 })
    expect(await base.states()).toEqual({ Taken: 'scheduled' })
    expect(await base.states('2026-10-19')).toMatchObject({ 'Left out': 'scheduled' })
  })

  test('is refused with a hall or an id of another business', async () => {
    const { calls } = await mondays({})
    const created = await calls.closures.create(repairs)
    const foreign = await floor(app)
    expect(await refusal(calls.closures.update({ ...seen(created), hall: foreign.hall.id }))).toBe('batches.hall.unavailable')
    expect(await refusal(foreign.calls.closures.update({ ...seen(created), label: 'Mine' }))).toBe('document/not-found')
    expect(await refusal(foreign.calls.closures.effects({ ...on, id: created.id }))).toBe('document/not-found')
    expect(await calls.closures.list({ all: true })).toEqual([created])
  })
})

test('closed hours are those of the clock where the business is, also on the days on which it is changed', async () => {
  app.clock.set(Date.UTC(2026, 9, 5, 9, 0, 0))
  const { calls, batch } = await floor(app, 'GB')
  const dates = { startDate: '2026-10-25', endDate: '2027-03-28', trainingDays: week(0) }
  await calls.batches.create(batch({ ...dates, startingTime: '09:00', endingTime: '10:00' }))
  // On 28 March there is no 01:15: what is planned for it, and what is closed then, is an hour later.
  const skipped = { ...meetingOn('2027-03-28', { startingTime: '01:15', endingTime: '01:45' }, 'Europe/London'), hall: null }
  const closed = (startingTime: string, endingTime: string) =>
    closes({ fromDay: '2027-03-28', toDay: '2027-03-28', startingTime, endingTime, hall: null }, skipped, 'Europe/London')
  expect([closed('02:00', '03:00'), closed('01:00', '02:00'), closed('03:00', '04:00')]).toEqual([true, true, false])
  // Clocks go back on 25 October and forward on 28 March, at 01:00 UTC.
  for (const day of ['2026-10-25', '2027-03-28']) {
    const touched = async (startingTime: string, endingTime: string) =>
      (await calls.closures.touch({ fromDay: day, toDay: day, startingTime, endingTime })).count
    expect([await touched('08:00', '09:00'), await touched('08:00', '09:01'), await touched('10:00', '11:00')], day).toEqual([0, 1, 0])
  }
})
