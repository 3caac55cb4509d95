import { afterAll, beforeAll, expect, test } from 'vitest'
import { onPlan } from '#directory/team/team.sample.ts'
import { testApp, type TestApp } from '../../../test/app.ts'
import { openFloor, person, refusal, travel } from '../../../test/floor.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

test('the latest twelve marks of each customer come in the order of their sessions, with the last day attended', async () => {
  const base = await openFloor(app, 5)
  await onPlan(base, 'elite')
  const { calls, owner, made } = base
  const [amal, badr, dina] = [await person(calls, 'Amal'), await person(calls, 'Badr'), await person(calls, 'Dina')]
  const places = [
    await calls.enrolments.enrol({ batch: made.id, customer: amal.id }),
    await calls.enrolments.enrol({ batch: made.id, customer: badr.id }),
  ]
  const days = { from: '2026-10-05', to: '2026-12-31' }
  await travel(app, owner, Date.UTC(2026, 11, 31, 9))
  const sessions = (await calls.sessions.list(days)).rows.toSorted((a, b) => a.startsAt.localeCompare(b.startsAt)).slice(0, 13)
  expect(sessions).toHaveLength(13)
  const marks = ['present', 'late', 'absent', 'excused'] as const
  const markOf = (at: number) => marks[at % 4]!
  // Stored newest first: the order is that of the sessions, not of the marks.
  for (const [at, session] of [...sessions.entries()].toReversed())
    await calls.attendance.mark({
      marks: [{ session: session.id, enrolment: places[0]!.id, mark: markOf(at), markedAt: '2026-12-30T10:00:00Z' }],
    })
  await calls.attendance.mark({
    marks: [{ session: sessions[2]!.id, enrolment: places[1]!.id, mark: 'absent', markedAt: '2026-12-30T10:00:00Z' }],
  })
  const ofBadr = (mark: 'absent' | 'booked', second: number) =>
    calls.attendance.mark({
      marks: [{ session: sessions[2]!.id, enrolment: places[1]!.id, mark, markedAt: `2026-12-30T11:00:0${second}Z` }],
    })
  const recent = async () => {
    const found = await calls.attendance.recent({ customers: [amal.id, badr.id, dina.id, amal.id] })
    return new Map(found.map(({ customer, ...rest }) => [customer, rest]))
  }
  const found = await recent()
  expect(found.size).toBe(2)
  // The thirteenth, at 12, is present; the first is left out.
  expect(found.get(amal.id)).toEqual({
    lastOn: sessions[12]!.day,
    marks: sessions.slice(1).map((_, at) => markOf(at + 1)),
  })
  expect(found.get(badr.id)).toEqual({ lastOn: null, marks: ['absent'] })
  // A mark that was withdrawn doesn't count.
  await ofBadr('booked', 1)
  expect((await recent()).has(badr.id)).toBe(false)
  // Of one batch only its own sessions count; another's is unknown.
  expect(await calls.attendance.recent({ customers: [amal.id], batch: made.id })).toMatchObject([{ customer: amal.id }])
  const quiet = await calls.batches.create(
    base.batch({ code: 'OTHER', trainer: base.second.id, startDate: '2026-12-31', endDate: '2027-01-31' }),
  )
  expect(await calls.attendance.recent({ customers: [amal.id], batch: quiet.id })).toEqual([])
  const other = await openFloor(app, 5)
  expect(await refusal(other.calls.attendance.recent({ customers: [amal.id] }))).toBe('document/not-found')
  expect(await refusal(calls.attendance.recent({ customers: [amal.id], batch: other.made.id }))).toBe('document/not-found')
})
