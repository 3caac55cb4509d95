import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { tenant } from '#db/tenant.ts'
import { arena } from '#insight/challenges/challenge.sample.ts'
import { addDays } from '#lib/days.ts'
import { week } from '#lib/fields.ts'
import { newId } from '#kernel/ids.ts'
import { testApp, type TestApp } from '../../../test/app.ts'
import { dated, openFloor, person, refusal, seen } from '../../../test/floor.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

/** The Mondays of the next two weeks: 12 and 19 October 2026. */
const away = { fromDay: '2026-10-12', toDay: '2026-10-19', reason: 'holiday' as const, note: 'Far away' }

const sessionsOf = async (base: Awaited<ReturnType<typeof openFloor>>, batch = base.made.id) =>
  (await base.calls.sessions.list({ from: away.fromDay, to: away.toDay, batch })).rows

describe('time off', () => {
  test('shows what it hits with who is free then, and gives a session away, cancels one and tells its customers', async () => {
    const base = await openFloor(app, 10)
    const { calls, trainer, second, made } = base
    const customer = await person(calls, 'Amal', { email: `amal-${newId()}@example.com` })
    await calls.enrolments.enrol({ batch: made.id, customer: customer.id })
    const touched = await calls.timeOff.touch({ trainer: trainer.id, fromDay: away.fromDay, toDay: away.toDay })
    expect(touched).toMatchObject({ count: 2, people: 1 })
    expect(touched.hits.map(({ session, substitutes }) => [session.day, substitutes.map(({ id }) => id)])).toEqual([
      ['2026-10-12', [second.id]],
      ['2026-10-19', [second.id]],
    ])
    const [one, two] = touched.hits.map(({ session }) => session.id)
    const changes = [
      { session: one ?? '', substitute: second.id },
      { session: two ?? '', substitute: null },
    ]
    const id = newId()
    const input = { id, trainer: trainer.id, ...away, changes, cancelReason: 'Holiday of the trainer' }
    const row = await calls.timeOff.create(input)
    expect(row).toMatchObject({ trainerName: 'Mariam Haddad', state: 'coming', open: 0, ...away })
    expect((await sessionsOf(base)).map(({ trainer, state, reason, isOwn }) => ({ trainer, state, reason, isOwn }))).toEqual([
      { trainer: second.id, state: 'scheduled', reason: null, isOwn: true },
      { trainer: trainer.id, state: 'cancelled', reason: 'Holiday of the trainer', isOwn: false },
    ])
    const mails = (await app.mails()).filter(({ to }) => to === customer.email)
    expect(mails).toHaveLength(1)
    expect(mails[0]?.text).toContain('Holiday of the trainer')
    // A retry returns the first call's result; a different request with the same id is refused.
    expect(await calls.timeOff.create(input)).toEqual(row)
    expect(await refusal(calls.timeOff.create({ ...input, note: 'Another' }))).toBe('request/reused')
  })

  test('shows who could take a session: free ones first, who took the batch before on top, the busy ones with the reason', async () => {
    const base = await openFloor(app, 10)
    const { calls, trainer, second, made } = base
    const { services, avatar, startingTime, endingTime, trainingDays } = second
    const other = (Fname: string, more: object = {}) =>
      calls.trainers.create({ services, avatar, Fname, Lname: 'Zayed', cost: 50, startingTime, endingTime, trainingDays, ...more })
    const [regular, resting, holding] = [await other('Adam'), await other('Badr'), await other('Celine')]
    const late = await other('Dana', { startingTime: '22:00', endingTime: '23:00' })
    const [first, next] = (await sessionsOf(base)).toSorted((a, b) => a.day.localeCompare(b.day))
    if (!first || !next) throw new Error('There are no sessions')
    await calls.sessions.change({ ...seen(first), trainer: regular.id })
    await calls.timeOff.create({ trainer: resting.id, fromDay: next.day, toDay: next.day, reason: 'sick', note: '' })
    await calls.batches.create(
      base.batch({ ...dated, name: 'At the same time', code: 'SAME', trainer: holding.id, hall: null, totalCandidates: 5 }),
    )
    const { rows, notified } = await calls.timeOff.substitutes({ session: next.id })
    expect(rows.map(({ id, taken, isOutside, busy }) => [id, taken, isOutside, busy?.kind ?? 'free'])).toEqual([
      [regular.id, 1, false, 'free'],
      [second.id, 0, second.startingTime > next.startingTime, 'free'],
      [late.id, 0, true, 'free'],
      [resting.id, 0, false, 'away'],
      [holding.id, 0, false, 'session'],
    ])
    expect(rows.at(-1)?.busy).toEqual({
      kind: 'session',
      batchName: 'At the same time',
      startingTime: next.startingTime,
      endingTime: next.endingTime,
    })
    expect(rows.at(-2)?.busy).toEqual({ kind: 'away', until: next.day })
    // No trainer of this business signs in, so that none of them is notified.
    expect(notified).toEqual([])
    expect(rows.some(({ id }) => id === trainer.id)).toBe(false)
    // Of two at once, the second is refused: the session has another version by then.
    const given = await Promise.allSettled([regular.id, second.id].map((one) => calls.sessions.change({ ...seen(next), trainer: one })))
    expect(given.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(await refusal(calls.sessions.change({ ...seen(next), trainer: second.id }))).toBe('request/stale')
    // A trainer who became busy meanwhile is refused by name.
    const now = await calls.sessions.get({ id: next.id })
    expect(await refusal(calls.sessions.change({ ...seen(now), trainer: holding.id }))).toBe('batches.trainer.busy')
    expect(await refusal(calls.timeOff.substitutes({ session: newId() }))).toBe('document/not-found')
    expect(made.id).toBe(next.batch)
  })

  test('what is left open needs a trainer until it is solved', async () => {
    const base = await openFloor(app, 10)
    const { calls, trainer, second } = base
    const row = await calls.timeOff.create({ trainer: trainer.id, ...away })
    expect(row.open).toBe(2)
    const needs = await calls.timeOff.needs()
    expect([needs.count, needs.rows.map(({ day }) => day)]).toEqual([2, ['2026-10-12', '2026-10-19']])
    const [one] = needs.rows
    const changes = [{ session: one?.id ?? '', substitute: second.id }]
    const next = await calls.timeOff.update({ ...seen(row), ...away, changes })
    expect([next.open, next.version]).toEqual([1, 2])
    expect((await calls.timeOff.needs()).rows.map(({ day }) => day)).toEqual(['2026-10-19'])
    expect(await refusal(calls.timeOff.update({ ...seen(row), ...away }))).toBe('request/stale')
    await calls.timeOff.remove(seen(next))
    expect((await calls.timeOff.needs()).count).toBe(0)
    // A substitute keeps the assigned session.
    expect((await sessionsOf(base)).map((session) => session.trainer)).toEqual([second.id, trainer.id])
  })

  test('offers those who teach the service, are free and are not away: first within their own hours, then the least busy', async () => {
    const base = await openFloor(app, 10)
    const { calls, image, avatar, service, trainer, second } = base
    const late = { startingTime: '18:00', endingTime: '22:00', trainingDays: week(0, 1, 2, 3, 4, 5, 6) }
    const all = { ...late, startingTime: '06:00' }
    const of = (Fname: string, hours: object, services = [service.id]) =>
      calls.trainers.create({ services, avatar, Fname, Lname: 'Nasser', cost: 50, ...all, ...hours })
    const outside = await of('Outside', late)
    const fresh = await of('Fresh', {})
    const archived = await of('Gone', {})
    const busy = await of('Busy', {})
    const other = await calls.services.create({ service: 'swimming', cover: image, descriptionEn: 'Swimming for girls and boys' })
    await of('Swims', {}, [other.id])
    await calls.trainers.archive(seen(archived))
    await calls.batches.create(base.batch({ ...dated, trainer: busy.id, name: 'At once' }))
    // One session on a Tuesday makes the second trainer busier than the fresh one.
    await calls.batches.create(base.batch({ ...dated, trainer: second.id, name: 'Tuesdays', trainingDays: week(2) }))
    await calls.timeOff.create({ trainer: fresh.id, ...away, fromDay: '2026-10-19' })
    const { hits } = await calls.timeOff.touch({ trainer: trainer.id, fromDay: away.fromDay, toDay: away.toDay })
    expect(hits.map(({ substitutes }) => substitutes.map(({ id, isOutside }) => [id, isOutside]))).toEqual([
      [
        [fresh.id, false],
        [second.id, false],
        [outside.id, true],
      ],
      [
        [second.id, false],
        [outside.id, true],
      ],
    ])
  })

  test('nothing is half saved: who is not free, a session that is not hit, and days twice refuse the whole', async () => {
    const base = await openFloor(app, 10)
    const { calls, trainer, second } = base
    const [one, two] = await sessionsOf(base)
    await calls.batches.create(base.batch({ ...dated, trainer: second.id, name: 'At once' }))
    const create = (changes: { session: string; substitute: string | null }[], more: object = {}) =>
      refusal(calls.timeOff.create({ trainer: trainer.id, ...away, changes, ...more }))
    const first = { session: one?.id ?? '', substitute: null }
    const cancelReason = 'Away'
    expect(await create([first, { session: two?.id ?? '', substitute: second.id }], { cancelReason })).toBe('timeoff.changes.busy')
    expect(await create([first, first], { cancelReason })).toBe('timeoff.changes.gone')
    expect(await create([{ session: newId(), substitute: second.id }])).toBe('timeoff.changes.gone')
    expect(await create([first])).toBe('sessions.reason.required')
    expect(await create([], { toDay: addDays(away.fromDay, -1) })).toBe('timeoff.toDay.after')
    expect(await create([], { trainer: newId() })).toBe('timeoff.trainer.required')
    expect((await calls.timeOff.list({})).total).toBe(0)
    expect((await sessionsOf(base)).map(({ state, version }) => [state, version])).toEqual([
      ['scheduled', 1],
      ['scheduled', 1],
    ])
    await calls.timeOff.create({ trainer: trainer.id, ...away })
    expect(await create([], { fromDay: away.toDay, toDay: away.toDay })).toBe('timeoff.fromDay.overlaps')
    expect(await create([], { fromDay: addDays(away.toDay, 1), toDay: addDays(away.toDay, 3) })).toBe('accepted')
  })

  test('days off are a warning where sessions are planned or given away, by date', async () => {
    const base = await openFloor(app, 10)
    const { calls, trainer, second } = base
    await calls.timeOff.create({ trainer: second.id, ...away })
    const plan = { startDate: '2026-10-05', endDate: '2026-10-26', startingTime: '10:00', endingTime: '11:00', days: [1] }
    expect((await calls.sessions.plan({ ...plan, trainer: second.id })).away).toEqual(['2026-10-12', '2026-10-19'])
    expect((await calls.sessions.plan({ ...plan, trainer: trainer.id })).away).toEqual([])
    const [one] = await sessionsOf(base)
    if (!one) throw new Error('There is no session')
    const { id, version, day, startingTime, endingTime, hall, capacity } = one
    const change = { id, version, day, startingTime, endingTime, hall, capacity, trainer: second.id, scope: 'this' as const }
    expect(await calls.sessions.touch(change)).toMatchObject({ conflicts: [], away: ['2026-10-12'] })
    await calls.sessions.change(change)
    expect((await calls.timeOff.needs()).rows.map((row) => row.id)).toEqual([id])
  })

  test('the list is narrowed by trainer, reason and state; a trainer sees their own alone and changes nothing', async () => {
    const base = await openFloor(app, 10)
    const { calls, trainer, second, owner } = base
    const mine = await calls.timeOff.create({ trainer: trainer.id, fromDay: '2026-10-01', toDay: '2026-10-02', reason: 'sick', note: '' })
    const running = await calls.timeOff.create({ trainer: second.id, ...away, fromDay: '2026-10-05' })
    const ids = async (input: Parameters<typeof calls.timeOff.list>[0]) => (await calls.timeOff.list(input)).rows.map(({ id }) => id)
    expect(await ids({})).toEqual([running.id, mine.id])
    expect(await ids({ trainer: trainer.id })).toEqual([mine.id])
    expect(await ids({ state: 'running' })).toEqual([running.id])
    expect(await ids({ state: 'past' })).toEqual([mine.id])
    expect(await ids({ reason: 'sick' })).toEqual([mine.id])
    expect(await ids({ search: 'karam' })).toEqual([running.id])
    await tenant(app.app.db, owner.vendorId, (trx) =>
      trx.updateTable('members').set({ role: 'trainer', trainerId: trainer.id }).where('vendorId', '=', owner.vendorId).execute(),
    )
    expect(await ids({})).toEqual([mine.id])
    expect((await calls.timeOff.needs()).count).toBe(0)
    expect(await refusal(calls.timeOff.remove(seen(mine)))).toBe('permission/denied')
  })

  test('who holds sessions as a substitute stays until each has another trainer, and so does a hall of one session', async () => {
    const base = await openFloor(app, 10)
    const { calls, trainer, second, hall } = base
    const [one, two] = await sessionsOf(base)
    const changes = [{ session: one?.id ?? '', substitute: second.id }]
    const row = await calls.timeOff.create({ trainer: trainer.id, ...away, changes })
    const { startingTime, endingTime, capacity, day } = two!
    const moved = { ...seen(two!), day, startingTime, endingTime, capacity, trainer: trainer.id, hall: hall.id }
    const there = await calls.sessions.change(moved)
    expect(await refusal(calls.trainers.archive(seen(second)))).toBe('trainer/in-use')
    expect(await refusal(calls.halls.archive(seen(hall)))).toBe('hall/in-use')
    const given = await calls.sessions.get({ id: one?.id ?? '' })
    await calls.sessions.cancel({ ...seen(given), reason: 'Rain', tell: false })
    await calls.sessions.change({ ...moved, ...seen(there), hall: null })
    expect((await calls.trainers.archive(seen(second))).state).toBe('archived')
    expect((await calls.halls.archive(seen(hall))).state).toBe('archived')
    expect((await calls.timeOff.list({})).rows.map(({ id }) => id)).toEqual([row.id])
  })

  test('a session that is cancelled drops the points of who was marked before it', async () => {
    const { calls, trainer, published, mark, sessionOn, board } = await arena(app, 2)
    const { id } = await published()
    await mark('2026-10-12', 0, 'present')
    expect(await board(id)).toEqual(['Amal K. 10 (1)', 'Badr K. 0 (2)'])
    const changes = [{ session: (await sessionOn('2026-10-12')).id, substitute: null }]
    await calls.timeOff.create({ trainer: trainer.id, ...away, changes, cancelReason: 'Ill' })
    expect(await board(id)).toEqual(['Amal K. 0 (1)', 'Badr K. 0 (1)'])
    expect((await calls.challenges.facts({ challenge: id })).total).toBe(0)
  })

  test('many at once for one trainer: one is written', async () => {
    const base = await openFloor(app, 10)
    const work = Array.from({ length: 6 }, () => refusal(base.calls.timeOff.create({ trainer: base.trainer.id, ...away })))
    expect((await Promise.all(work)).toSorted()).toEqual(['accepted', ...Array.from({ length: 5 }, () => 'timeoff.fromDay.overlaps')])
  })
})
