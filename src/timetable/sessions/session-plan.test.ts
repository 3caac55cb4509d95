import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { week } from '#lib/fields.ts'
import { testApp, type TestApp } from '../../../test/app.ts'
import { floor, refusal, seen } from '../../../test/floor.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

const dated = { startDate: '2026-10-05', endDate: '2026-11-02' }
const range = { from: '2026-01-01', to: '2027-01-31' }

/** Saves a batch as its form does. */
async function changed(calls: Awaited<ReturnType<typeof floor>>['calls'], { id }: { id: string }, more: object) {
  const { version, service, trainer, hall, name, code, price, startingTime, endingTime, totalCandidates, trainingDays, ...rest } =
    await calls.batches.get({ id })
  const { startDate, endDate } = rest
  const fields = { service, trainer, hall, name, code, price, startingTime, endingTime, totalCandidates, trainingDays, startDate, endDate }
  return calls.batches.update({ ...fields, id, version, ...more })
}

describe('a running batch', () => {
  test('new weekdays add coming sessions alone; what was entered late or begins earlier has its past ones', async () => {
    const { calls, batch } = await floor(app)
    const created = await calls.batches.create(batch({ startDate: '2026-09-19', endDate: '2026-10-16' }))
    const days = async () => (await calls.sessions.list(range)).rows.map(({ day, state }) => `${day} ${state}`)
    expect(await days()).toEqual(['2026-09-21', '2026-09-28', '2026-10-05', '2026-10-12'].map((day) => `${day} scheduled`))
    // The Sunday before the first Monday has passed and was not one of its days.
    await changed(calls, created, { trainingDays: week(0, 1) })
    expect((await days())[0]).toBe('2026-09-21 scheduled')
    await changed(calls, created, { trainingDays: week(1, 4) })
    expect(await days()).toEqual(
      ['2026-09-21', '2026-09-28', '2026-10-05', '2026-10-08', '2026-10-12', '2026-10-15'].map((day) => `${day} scheduled`),
    )
    await changed(calls, created, { startDate: '2026-09-14' })
    expect((await days()).slice(0, 3)).toEqual(['2026-09-14', '2026-09-17', '2026-09-21'].map((day) => `${day} scheduled`))
    expect(await days()).toHaveLength(8)
  })

  test('a coming session with marks that leaves the plan is cancelled, and its marks are kept', async () => {
    const { calls, batch } = await floor(app)
    const created = await calls.batches.create(batch({ ...dated }))
    const amal = await calls.customers.create({ firstName: 'Amal', phone: '0501234567' })
    const enrolment = await calls.enrolments.enrol({ batch: created.id, customer: amal.id })
    const [, next] = (await calls.sessions.list(range)).rows
    const markedAt = '2026-10-05T08:00:00Z'
    await calls.attendance.mark({ marks: [{ session: next!.id, enrolment: enrolment.id, mark: 'excused', markedAt }] })
    await changed(calls, created, { trainingDays: week(2) })
    const rows = (await calls.sessions.list(range)).rows
    expect(rows.filter(({ day }) => day === '2026-10-12')).toMatchObject([{ id: next!.id, state: 'cancelled', marked: 1 }])
    const planned = rows.filter(({ state }) => state === 'scheduled').map(({ day }) => new Date(day).getUTCDay())
    expect(new Set(planned)).toEqual(new Set([2]))
    await changed(calls, created, { trainingDays: week(1) })
    const back = (await calls.sessions.list(range)).rows
    expect(back.filter(({ day }) => day === '2026-10-12')).toMatchObject([{ id: next!.id, state: 'scheduled', marked: 1 }])
    expect(back.every(({ state }) => state === 'scheduled')).toBe(true)
  })

  test('a session whose attendance is complete is not cancelled', async () => {
    const { calls, batch } = await floor(app)
    const created = await calls.batches.create(batch({ ...dated, startingTime: '10:00', endingTime: '11:00' }))
    const amal = await calls.customers.create({ firstName: 'Amal', phone: '0501234567' })
    const enrolment = await calls.enrolments.enrol({ batch: created.id, customer: amal.id, startDate: '2026-10-05' })
    const [today, next] = (await calls.sessions.list(range)).rows
    const markedAt = '2026-10-05T08:00:00Z'
    await calls.attendance.mark({ marks: [{ session: today!.id, enrolment: enrolment.id, mark: 'present', markedAt }] })
    const completed = await calls.sessions.get({ id: today!.id })
    expect(completed.state).toBe('completed')
    expect(await refusal(calls.sessions.cancel({ ...seen(completed), reason: 'Rain' }))).toBe('session/held')
    expect(await refusal(calls.sessions.cancel({ ...seen(next!), reason: 'Rain' }))).toBe('accepted')
  })
})
