import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { tenant } from '#db/tenant.ts'
import { week } from '#lib/fields.ts'
import { testApp, type TestApp } from '../../../test/app.ts'
import { decided, floor, hours, refusal, seen } from '../../../test/floor.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

const dated = { startDate: '2026-10-05', endDate: '2026-11-02' }
const range = { from: '2026-01-01', to: '2027-01-31' }

describe('sessions of a batch', () => {
  test('C2 100 sessions of one trainer moved at once onto overlapping times: no overlap is left, touching edges are allowed', async () => {
    const { calls, batch, owner } = await floor(app)
    const created = []
    for (let index = 0; index < 25; index++) {
      const day = week(index % 7)
      const at = 6 + Math.floor(index / 7) * 2
      const time = (hour: number) => `${String(hour).padStart(2, '0')}:00`
      created.push(await calls.batches.create(batch({ ...dated, trainingDays: day, startingTime: time(at), endingTime: time(at + 1) })))
    }
    const { rows } = await calls.sessions.list(range)
    expect(rows.length).toBeGreaterThanOrEqual(100)
    // All go to one day, in half-hour steps of an hour each, so that neighbours overlap and every second pair only touches.
    const answers = await Promise.all(
      rows.slice(0, 100).map((row, index) => {
        const minutes = 360 + (index % 24) * 30
        const time = (at: number) => `${String(Math.floor(at / 60)).padStart(2, '0')}:${String(at % 60).padStart(2, '0')}`
        const { trainer, hall, capacity } = row
        return decided(() =>
          calls.sessions.change({
            ...seen(row),
            day: '2026-12-20',
            startingTime: time(minutes),
            endingTime: time(minutes + 60),
            trainer,
            hall,
            capacity,
          }),
        )
      }),
    )
    expect(new Set(answers)).toEqual(new Set(['accepted', 'batches.trainer.busy']))
    const accepted = (await calls.sessions.list({ from: '2026-12-20', to: '2026-12-20' })).rows
    expect(accepted).toHaveLength(answers.filter((answer) => answer === 'accepted').length)
    for (const [index, row] of accepted.entries()) if (index > 0) expect(row.startsAt >= (accepted[index - 1]?.endsAt ?? '')).toBe(true)
    expect(accepted.some((row, index) => row.startsAt === accepted[index - 1]?.endsAt)).toBe(true)
    const { rows: overlaps } = await tenant(app.app.db, owner.vendorId, async (trx) => ({
      rows: await trx.selectFrom('batchSessions').select('id').where('state', '=', 'scheduled').execute(),
    }))
    expect(overlaps.length).toBe(rows.length)
  })

  test('a year on three training days over both daylight-saving nights: every session at the typed time, closures skipped', async () => {
    const { calls, batch, logo } = await floor(app, 'DE')
    await calls.setup.saveVendor({
      logo,
      name: 'Halle',
      username: 'halle',
      address: 'Ring 1',
      postcode: '10115',
      ...hours,
      version: 0,
    })
    await calls.closures.create({ fromDay: '2026-12-24', toDay: '2027-01-01', label: 'Winter break' })
    await calls.closures.create({ fromDay: '2027-05-17', toDay: '2027-05-17', label: 'Whit Monday' })
    // Mondays, Thursdays and Sundays at 02:30, which 28 March 2027 skips and 25 October 2026 has twice.
    const created = await calls.batches.create(
      batch({ trainingDays: week(0, 1, 4), startingTime: '02:30', endingTime: '03:30', startDate: '2026-10-05', endDate: '2027-10-04' }),
    )
    const { rows } = await calls.sessions.list({ from: '2026-10-01', to: '2027-10-31', batch: created.id })
    // By hand: 53 Mondays, 52 Thursdays, 52 Sundays; the break takes Thu 24, Sun 27, Mon 28, Thu 31 December; Whit Monday one more.
    expect(rows).toHaveLength(53 + 52 + 52 - 4 - 1)
    expect(rows.some(({ day }) => (day >= '2026-12-24' && day <= '2027-01-01') || day === '2027-05-17')).toBe(false)
    const local = new Intl.DateTimeFormat('sv', { timeZone: 'Europe/Berlin', dateStyle: 'short', timeStyle: 'short' })
    const odd = rows.filter(
      (row) => local.format(new Date(row.startsAt)) !== `${row.day} 02:30` || local.format(new Date(row.endsAt)) !== `${row.day} 03:30`,
    )
    // In the skipped hour the session starts an hour later by the clock, at 03:30, and keeps its length.
    expect(odd.map(({ day, startsAt, endsAt }) => ({ day, startsAt, endsAt }))).toEqual([
      { day: '2027-03-28', startsAt: '2027-03-28T01:30:00.000Z', endsAt: '2027-03-28T02:30:00.000Z' },
    ])
    // The repeated hour: the first of the two.
    expect(rows.find(({ day }) => day === '2026-10-25')).toMatchObject({ startsAt: '2026-10-25T00:30:00.000Z' })
    expect(rows.find(({ day }) => day === '2026-10-22')).toMatchObject({ startsAt: '2026-10-22T00:30:00.000Z' })
    expect(rows.find(({ day }) => day === '2026-10-26')).toMatchObject({ startsAt: '2026-10-26T01:30:00.000Z' })
  })

  test('every conflict is listed by date and nothing is half-saved', async () => {
    const { calls, batch, hall, second } = await floor(app)
    await calls.batches.create(batch({ ...dated, hall: hall.id }))
    const clash = batch({ ...dated, trainingDays: week(1, 3), startingTime: '17:30', endingTime: '18:30', hall: hall.id })
    const failed = (await calls.batches.create(clash).catch((error: unknown) => error)) as { data: { conflicts: { day: string }[] } }
    expect(failed.data.conflicts.map(({ day }) => day)).toEqual(['2026-10-05', '2026-10-12', '2026-10-19', '2026-10-26', '2026-11-02'])
    const plan = { startDate: dated.startDate, endDate: dated.endDate, startingTime: '17:30', endingTime: '18:30', days: [1, 3] }
    expect(await calls.sessions.plan({ ...plan, trainer: second.id, hall: hall.id })).toMatchObject({
      count: 9,
      skipped: [],
      conflicts: Array.from({ length: 5 }, () => ({ part: 'hall', batchName: 'Juniors', startingTime: '17:00' })),
    })
    expect((await calls.batches.list({})).total).toBe(1)
    expect((await calls.sessions.list(range)).rows).toHaveLength(5)
  })

  test('a changed batch takes its coming sessions along; past ones, moved ones and cancelled ones stay', async () => {
    const { calls, batch, second } = await floor(app)
    const created = await calls.batches.create(
      batch({ startDate: '2026-09-28', endDate: '2026-11-02', startingTime: '11:00', endingTime: '12:00' }),
    )
    const before = (await calls.sessions.list(range)).rows
    expect(before.map(({ day }) => day)).toEqual(['2026-09-28', '2026-10-05', '2026-10-12', '2026-10-19', '2026-10-26', '2026-11-02'])
    const [, , third, fourth] = before
    const { trainer, hall, capacity } = third!
    await calls.sessions.change({ ...seen(third!), day: '2026-10-13', startingTime: '11:00', endingTime: '12:00', trainer, hall, capacity })
    await calls.sessions.cancel({ ...seen(fourth!), reason: 'Rain' })
    const { serviceType: _type, currency: _c, trainerName: _n, hallTitle: _t, id, version, ...rest } = created
    const { createdAt: _a, updatedAt: _u, state: _s, reason: _r, enrolled: _e, waitlisted: _w, ...fields } = rest
    const { nextPrice: _np, nextPriceFrom: _nf, nextPriceForAll: _na, ...typed } = fields
    await calls.batches.update({
      ...typed,
      id,
      version,
      startingTime: '12:00',
      endingTime: '13:00',
      trainer: second.id,
      endDate: '2026-10-31',
    })
    const after = (await calls.sessions.list(range)).rows
    expect(after.map(({ day, startingTime, state }) => `${day} ${startingTime} ${state}`)).toEqual([
      '2026-09-28 11:00 scheduled',
      // 11:00 in Dubai is past by the test clock, 13:00.
      '2026-10-05 11:00 scheduled',
      '2026-10-13 11:00 scheduled',
      '2026-10-19 11:00 cancelled',
      '2026-10-26 12:00 scheduled',
    ])
    expect(after.at(-1)).toMatchObject({ trainer: second.id, isOwn: false })
  })
})

describe('changes', () => {
  test('this, following and all touch what they say first, and only the changed fields', async () => {
    const { calls, batch, second } = await floor(app)
    const created = await calls.batches.create(batch({ ...dated, startDate: '2026-10-06' }))
    const [first, other, third] = (await calls.sessions.list(range)).rows
    const own = ({ day, startingTime, endingTime, trainer, hall, capacity }: NonNullable<typeof first>) => ({
      day,
      startingTime,
      endingTime,
      trainer,
      hall,
      capacity,
    })
    await calls.sessions.change({ ...seen(first!), ...own(first!), capacity: 4 })
    const following = { ...seen(other!), ...own(other!), trainer: second.id, scope: 'following' as const }
    expect(await calls.sessions.touch(following)).toEqual({ sessions: 3, people: 0, reachable: 0, conflicts: [], away: [] })
    await calls.sessions.change(following)
    let rows = (await calls.sessions.list(range)).rows
    expect(rows.map(({ trainer, capacity }) => [trainer === second.id, capacity])).toEqual([
      [false, 4],
      [true, 10],
      [true, 10],
      [true, 10],
    ])
    expect(await refusal(calls.sessions.change({ ...following, version: 2, day: '2026-10-20' }))).toBe('sessions.day.one')
    expect(await refusal(calls.sessions.change(following))).toBe('request/stale')
    const all = { ...seen(rows[2]!), ...own(rows[2]!), startingTime: '09:00', endingTime: '10:00', scope: 'all' as const }
    await calls.sessions.change(all)
    rows = (await calls.sessions.list(range)).rows
    expect(rows.map(({ startingTime, capacity }) => [startingTime, capacity])).toEqual([
      ['09:00', 4],
      ['09:00', 10],
      ['09:00', 10],
      ['09:00', 10],
    ])
    expect(await calls.batches.get({ id: created.id })).toMatchObject({ startingTime: '09:00', endingTime: '10:00' })
    const history = await calls.history.list({ of: created.id })
    expect(history.rows.map(({ action, entity }) => `${entity} ${action}`).toSorted()).toEqual([
      'batch create',
      'session update',
      'session update',
      'session update',
    ])
    expect(third?.batch).toBe(created.id)
  })

  test('a cancelled session is restored unless the day is closed or the trainer is taken', async () => {
    const { calls, batch } = await floor(app)
    await calls.batches.create(batch({ ...dated, startDate: '2026-10-06' }))
    const [first] = (await calls.sessions.list(range)).rows
    const cancelled = await calls.sessions.cancel({ ...seen(first!), reason: 'Rain' })
    expect(cancelled).toMatchObject({ state: 'cancelled', reason: 'Rain' })
    const taker = await calls.batches.create(batch({ name: 'Taker', startDate: first!.day, endDate: first!.day }))
    expect(await refusal(calls.sessions.restore(seen(cancelled)))).toBe('batches.trainer.busy')
    await calls.batches.archive(seen(taker))
    await calls.closures.create({ fromDay: first!.day, toDay: first!.day, label: 'Closed' })
    expect(await refusal(calls.sessions.restore(seen(cancelled)))).toBe('session/closed')
  })

  test('a closure shows what it hits, cancels it in one step, and gives it back', async () => {
    const { calls, batch } = await floor(app)
    await calls.batches.create(batch({ ...dated, startDate: '2026-10-06' }))
    const days = { fromDay: '2026-10-12', toDay: '2026-10-25' }
    expect(await calls.closures.touch(days)).toMatchObject({ count: 2, people: 0 })
    const closure = await calls.closures.create({ ...days, label: 'Half-term' })
    expect(closure.cancelled).toBe(2)
    const late = await calls.batches.create(
      batch({ name: 'Late', ...dated, startDate: '2026-10-06', startingTime: '19:00', endingTime: '20:00' }),
    )
    expect((await calls.sessions.list({ ...range, batch: late.id })).rows).toHaveLength(2)
    expect(await calls.closures.list({})).toHaveLength(1)
    expect(await calls.closures.remove({ id: closure.id })).toEqual({ restored: 2 })
    const rows = (await calls.sessions.list(range)).rows
    expect(rows.filter(({ state }) => state === 'scheduled')).toHaveLength(8)
    expect(await calls.closures.list({ all: true })).toEqual([])
    expect(await refusal(calls.closures.create({ fromDay: '2026-10-12', toDay: '2026-10-11', label: 'x' }))).toBe(
      'sessions.closure.toDay.after',
    )
  })

  test('two closures of one day: the sessions come back with the last one; what has begun is not hit', async () => {
    const { calls, batch } = await floor(app)
    // 13:00 in Dubai: the session of this morning is over.
    await calls.batches.create(batch({ ...dated, startingTime: '10:00', endingTime: '11:00' }))
    const states = async () => (await calls.sessions.list(range)).rows.map(({ state }) => state[0]).join('')
    expect((await calls.closures.touch({ fromDay: '2026-10-05', toDay: '2026-10-12' })).count).toBe(1)
    const week = await calls.closures.create({ fromDay: '2026-10-05', toDay: '2026-10-12', label: 'Repairs' })
    const month = await calls.closures.create({ fromDay: '2026-10-05', toDay: '2026-10-31', label: 'Storm' })
    expect(await states()).toBe('scccs')
    expect(await calls.closures.remove({ id: week.id })).toEqual({ restored: 0 })
    expect(await states()).toBe('scccs')
    expect((await calls.sessions.list({ from: '2026-10-12', to: '2026-10-12' })).rows[0]?.reason).toBe('Storm')
    expect(await calls.closures.remove({ id: month.id })).toEqual({ restored: 3 })
    expect(await states()).toBe('sssss')
  })

  test('a batch that is cancelled or completed clears its coming sessions and ends for good', async () => {
    const { calls, batch } = await floor(app)
    const first = await calls.batches.create(batch({ ...dated, startDate: '2026-09-28' }))
    const cancelled = await calls.batches.cancel({ ...seen(first), reason: 'Too few' })
    expect(cancelled).toMatchObject({ state: 'cancelled', reason: 'Too few' })
    expect(await refusal(calls.batches.restore(seen(cancelled)))).toBe('batch/not-open')
    expect((await calls.sessions.list(range)).rows.map(({ state }) => state)).toEqual([
      'scheduled',
      ...Array.from({ length: 5 }, () => 'cancelled'),
    ])
    const next = await calls.batches.create(batch({ ...dated }))
    await calls.batches.complete(seen(next))
    expect((await calls.sessions.list({ ...range, batch: next.id })).rows).toEqual([])
    expect(await refusal(calls.batches.cancel({ ...seen(next), version: next.version + 1, reason: 'x' }))).toBe('batch/not-open')
    expect(await refusal(calls.batches.restore({ ...seen(next), version: next.version + 1 }))).toBe('batch/not-open')
    const draft = await calls.batches.create(batch({ ...dated, state: 'draft', code: 'DRAFT' }))
    expect((await calls.sessions.list({ ...range, batch: draft.id })).rows).toEqual([])
  })
})
