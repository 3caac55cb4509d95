import { afterAll, beforeAll, expect, test } from 'vitest'
import { tenant } from '#db/tenant.ts'
import { testApp, type TestApp } from '../../../test/app.ts'
import { openFloor, person, refusal, seen } from '../../../test/floor.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

test('places that somebody has or is offered are not taken away, also where the last is sold at that moment', async () => {
  const { calls, owner, made } = await openFloor(app, 4)
  const set = async (totalCandidates: number, more: object = {}) =>
    refusal(calls.batches.update({ ...seen(await calls.batches.get({ id: made.id })), totalCandidates, ...more }))
  const people = await Promise.all(['Amal', 'Badr', 'Carla'].map((name) => person(calls, name)))
  for (const { id } of people.slice(0, 2)) await calls.enrolments.enrol({ batch: made.id, customer: id, terms: 'bill' })
  expect(await set(1)).toBe('batches.totalCandidates.taken')
  expect(await set(2)).toBe('accepted')
  expect(await set(3)).toBe('accepted')
  const sold = calls.enrolments.enrol({ batch: made.id, customer: people[2]!.id, terms: 'bill' })
  const both = await Promise.all([refusal(sold), set(2)])
  expect([
    ['accepted', 'batches.totalCandidates.taken'],
    ['batch/full', 'accepted'],
  ]).toContainEqual(both)
  const { enrolled, totalCandidates } = await calls.batches.get({ id: made.id })
  expect(enrolled).toBeLessThanOrEqual(totalCandidates)
  // A batch that was once given too few places can still be saved otherwise.
  await tenant(app.app.db, owner.vendorId, (trx) =>
    trx.updateTable('batches').set({ totalCandidates: 1 }).where('vendorId', '=', owner.vendorId).where('id', '=', made.id).execute(),
  )
  expect(await set(1, { name: 'Juniors B' })).toBe('accepted')
})
