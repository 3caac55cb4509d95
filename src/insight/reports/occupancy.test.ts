import { afterAll, beforeAll, expect, test } from 'vitest'
import { tenant } from '#db/tenant.ts'
import { testApp, type TestApp } from '../../../test/app.ts'
import { dated, floor, openFloor, person, refusal, seen } from '../../../test/floor.ts'
import { week } from '#lib/fields.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

const october = { from: '2026-10-01', to: '2026-10-31' }

test('occupancy is by weekday and hour, and empty places cost what their batch asks for a session', async () => {
  const base = await openFloor(app, 10)
  const { calls, made, second } = base
  const { id: first } = await person(calls, 'Amal')
  const { id: late } = await person(calls, 'Basma')
  await calls.enrolments.enrol({ batch: made.id, customer: first, startDate: '2026-10-05' })
  await calls.enrolments.enrol({ batch: made.id, customer: late, startDate: '2026-10-19' })
  // The batch meets on 13 Mondays in 3 months of 350.00: 1,050.00 ÷ 13 = 80.77. Expected in October: 1, 1, 2, 2 of 10.
  const mondays = { weekday: 1, hour: 17, sessions: 4, places: 40, taken: 6, empty: 34, missed: 34 * 8077 }
  const { cells, total, ...head } = await calls.reports.occupancy(october)
  expect(cells).toEqual([mondays])
  expect(total).toEqual({ sessions: 4, places: 40, taken: 6, empty: 34, missed: 274_618 })
  expect(head).toMatchObject({ currency: 'AED', exponent: 2, ...october, firstWeekday: 1 })
  // A cancelled session has no places, and the others share the price: 1,050.00 ÷ 12 = 87.50.
  const { rows } = await calls.sessions.list({ from: '2026-10-26', to: '2026-10-26' })
  const [last] = rows
  if (!last) throw new Error('There is no session')
  await calls.sessions.cancel({ id: last.id, version: last.version, scope: 'this', reason: 'Rain', tell: false })
  // Tuesdays at 10, 8 places, 5.00 a session; and once for a term of 120.00 with 12 Wednesdays: 10.00 a session.
  const other = { ...dated, trainer: second.id, totalCandidates: 8 }
  await calls.batches.create(
    base.batch({ ...other, price: 500, priceUnit: 'session', trainingDays: week(2), startingTime: '10:00', endingTime: '11:30' }),
  )
  await calls.batches.create(
    base.batch({
      ...other,
      price: 12_000,
      priceUnit: 'term',
      endDate: '2026-12-23',
      trainingDays: week(3),
      startingTime: '10:30',
      endingTime: '11:30',
    }),
  )
  expect((await calls.reports.occupancy(october)).cells).toEqual([
    { weekday: 1, hour: 17, sessions: 3, places: 30, taken: 4, empty: 26, missed: 26 * 8750 },
    { weekday: 2, hour: 10, sessions: 4, places: 32, taken: 0, empty: 32, missed: 32 * 500 },
    { weekday: 3, hour: 10, sessions: 4, places: 32, taken: 0, empty: 32, missed: 32 * 1000 },
  ])
})

test('a changed price counts from its first day', async () => {
  const { calls, made } = await openFloor(app, 10)
  await calls.batches.changePrice({ ...seen(await calls.batches.get({ id: made.id })), price: 39_000, from: '2026-11-01', isForAll: true })
  // 350.00 × 3 ÷ 13 in October, 390.00 × 3 ÷ 13 in November.
  const { total } = await calls.reports.occupancy({ from: '2026-10-01', to: '2026-11-30' })
  expect(total).toEqual({ sessions: 9, places: 90, taken: 0, empty: 90, missed: 40 * 8077 + 50 * 9000 })
})

test('a session with more people than places makes up for no other one', async () => {
  const { calls, made, owner } = await openFloor(app, 2)
  for (const name of ['Amal', 'Basma'])
    await calls.enrolments.enrol({ batch: made.id, customer: (await person(calls, name)).id, startDate: '2026-10-05' })
  await tenant(app.app.db, owner.vendorId, async (trx) => {
    const sessions = trx.updateTable('batchSessions').where('vendorId', '=', owner.vendorId)
    await sessions.where('day', '=', '2026-10-05').set({ capacity: 1 }).execute()
    await sessions.where('day', '=', '2026-10-12').set({ capacity: 3 }).execute()
  })
  expect((await calls.reports.occupancy(october)).total).toEqual({ sessions: 4, places: 8, taken: 8, empty: 1, missed: 8077 })
})

test('a business sees its own sessions only, and without any the heat map is empty', async () => {
  await openFloor(app, 10)
  const other = await floor(app, 'KW')
  expect(await other.calls.reports.occupancy(october)).toMatchObject({
    currency: 'KWD',
    exponent: 3,
    cells: [],
    total: { sessions: 0, places: 0, taken: 0, empty: 0, missed: 0 },
  })
  expect(await refusal(other.calls.reports.occupancy({ from: '2026-10-31', to: '2026-10-01' }))).toBe('lib.fields.invalid')
  expect(await refusal(other.calls.reports.occupancy({ from: '2025-01-01', to: '2026-10-31' }))).toBe('lib.fields.invalid')
})
