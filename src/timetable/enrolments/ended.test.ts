import { afterAll, beforeAll, expect, test } from 'vitest'
import { testApp, type TestApp } from '../../../test/app.ts'
import { openFloor, person, refusal, seen, start, travel } from '../../../test/floor.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

test('a place may end today, not before it begins and not yesterday; only the version that stands is changed', async () => {
  const { calls, owner, made } = await openFloor(app, 5)
  const [amal, badr] = [await person(calls, 'Amal'), await person(calls, 'Badr')]
  await travel(app, owner, start + 8 * 86_400_000)
  const ending = (endDate: string) => ({ batch: made.id, customer: amal.id, startDate: '2026-10-05', endDate })
  expect(await refusal(calls.enrolments.enrol(ending('2026-10-04')))).toBe('enrolments.endDate.after')
  expect(await refusal(calls.enrolments.enrol(ending('2026-10-12')))).toBe('enrolments.endDate.past')
  const fromToday = { batch: made.id, customer: amal.id, endDate: '2026-10-12' }
  expect(await refusal(calls.enrolments.enrol(fromToday))).toBe('enrolments.endDate.after')
  const last = await calls.enrolments.enrol(ending('2026-10-13'))
  expect(last).toMatchObject({ state: 'active', endDate: '2026-10-13' })
  const row = await calls.enrolments.enrol({ batch: made.id, customer: badr.id })
  const frozen = await calls.enrolments.freeze({ ...seen(row), from: '2026-10-20', to: '2026-10-21' })
  for (const version of [row.version, frozen.version + 1])
    expect(await refusal(calls.enrolments.finish({ id: row.id, version })), String(version)).toBe('request/stale')
  expect(await calls.enrolments.finish(seen(frozen))).toMatchObject({ state: 'completed' })
})
