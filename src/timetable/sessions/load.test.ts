import { afterAll, beforeAll, expect, test } from 'vitest'
import { testApp, type TestApp } from '../../../test/app.ts'
import { dated, openFloor, person, travel } from '../../../test/floor.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

test('a trainer’s month is reckoned from the sessions that were not cancelled and the people who are expected', async () => {
  const base = await openFloor(app, 10)
  const { calls, trainer, second, made } = base
  // Mondays of October 2026: 5, 12, 19, 26, an hour each.
  const { id: first } = await person(calls, 'Amal')
  const { id: late } = await person(calls, 'Basma')
  await calls.enrolments.enrol({ batch: made.id, customer: first, startDate: '2026-10-05' })
  await calls.enrolments.enrol({ batch: made.id, customer: late, startDate: '2026-10-19' })
  const { rows } = await calls.sessions.list({ from: '2026-10-26', to: '2026-10-26' })
  const last = rows[0]
  if (!last) throw new Error('There is no session')
  await calls.sessions.cancel({ id: last.id, version: last.version, scope: 'this', reason: 'Rain', tell: false })
  await calls.batches.create(base.batch({ ...dated, trainer: second.id, startingTime: '10:00', endingTime: '11:30', totalCandidates: 8 }))
  // After the sessions of 12 October.
  await travel(app, base.owner, Date.UTC(2026, 9, 12, 20))
  const load = await calls.trainers.load({ month: '2026-10' })
  const of = (id: string) => load.rows.find((row) => row.trainer === id)
  // Expected: one on the 5th and the 12th, two on the 19th.
  expect(of(trainer.id)).toEqual({
    trainer: trainer.id,
    held: 2,
    planned: 1,
    heldMinutes: 120,
    plannedMinutes: 60,
    booked: 4,
    places: 30,
  })
  expect(of(second.id)).toMatchObject({ heldMinutes: 90 * (of(second.id)?.held ?? 0), booked: 0 })
  expect(await calls.trainers.load({ month: '2026-10', trainer: trainer.id })).toEqual({ ...load, rows: [of(trainer.id)] })
  expect((await calls.trainers.load({ month: '2025-01' })).rows).toEqual([])
})
