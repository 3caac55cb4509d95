import { afterAll, beforeAll, expect, test } from 'vitest'
import { onPlan } from '#directory/team/team.sample.ts'
import { week } from '#lib/fields.ts'
import { testApp, type TestApp } from '../../../test/app.ts'
import { dated, openFloor, person, refusal, seen, travel } from '../../../test/floor.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

test('the sessions of twelve weeks come by batch with their marks: no cancelled one, none of a freeze, none to come', async () => {
  const base = await openFloor(app, 5)
  await onPlan(base, 'elite')
  const { calls, owner, made, batch, second } = base
  const other = await calls.batches.create(
    batch({ ...dated, name: 'Zumba', code: 'ZUM', trainer: second.id, trainingDays: week(4), hall: null, totalCandidates: 5 }),
  )
  const [amal, badr] = [await person(calls, 'Amal'), await person(calls, 'Badr')]
  const place = await calls.enrolments.enrol({ batch: made.id, customer: amal.id })
  await calls.enrolments.enrol({ batch: other.id, customer: amal.id })
  await calls.enrolments.enrol({ batch: made.id, customer: badr.id })
  const planned = (await calls.sessions.list({ from: '2026-10-05', to: '2026-12-31', batch: made.id })).rows.toSorted((a, b) =>
    a.day.localeCompare(b.day),
  )
  const [first, cancelled, frozen] = planned
  await calls.sessions.cancel({ ...seen(cancelled!), reason: 'Rain', tell: false })
  const { version } = await calls.enrolments.get({ id: place.id })
  await calls.enrolments.freeze({ id: place.id, version, from: frozen!.day, to: frozen!.day })
  await travel(app, owner, Date.UTC(2026, 10, 9, 13))
  await calls.attendance.mark({
    marks: [{ session: first!.id, enrolment: place.id, mark: 'late', markedAt: '2026-10-06T10:00:00Z' }],
  })
  const shown = await calls.attendance.weeks({ customer: amal.id })
  expect([shown.from, shown.to]).toEqual(['2026-08-18', '2026-11-09'])
  expect(shown.batches.map(({ batch, batchName, surface }) => [batch, batchName, surface])).toEqual([
    [made.id, made.name, expect.any(String)],
    [other.id, 'Zumba', expect.any(String)],
  ])
  const past = planned.filter(({ id, day }) => day <= '2026-11-09' && id !== cancelled!.id && id !== frozen!.id)
  expect(shown.batches[0]?.sessions).toEqual(
    past.map(({ id, day, startingTime }) => ({ session: id, day, startingTime, mark: id === first!.id ? 'late' : 'booked' })),
  )
  // Someone else's marks are not theirs.
  expect((await calls.attendance.weeks({ customer: badr.id })).batches[0]?.sessions.every(({ mark }) => mark === 'booked')).toBe(true)
  const foreign = await openFloor(app, 5)
  expect(await refusal(foreign.calls.attendance.weeks({ customer: amal.id }))).toBe('document/not-found')
})
