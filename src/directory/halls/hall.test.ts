import { afterAll, beforeAll, expect, test } from 'vitest'
import { testApp, type TestApp } from '../../../test/app.ts'
import { dated, openFloor, refusal, seen } from '../../../test/floor.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

test('a hall holds each batch that meets in it: it becomes as small as the largest of them and no smaller', async () => {
  const { calls, batch, hall } = await openFloor(app, 5)
  const created = await calls.batches.create(
    batch({ ...dated, hall: hall.id, totalCandidates: 12, startingTime: '07:00', endingTime: '08:00' }),
  )
  const resize = async (totalCandidates: number) =>
    refusal(calls.halls.update({ ...seen(await calls.halls.get({ id: hall.id })), totalCandidates }))
  expect(await resize(11)).toBe('halls.totalCandidates.batch')
  expect(await resize(12)).toBe('accepted')
  const stored = async () => seen(await calls.batches.get({ id: created.id }))
  expect(await refusal(calls.batches.update({ ...(await stored()), totalCandidates: 13 }))).toBe('batches.totalCandidates.hall')
  await calls.batches.archive(await stored())
  expect(await resize(1)).toBe('accepted')
})

test('a hall is not archived while a batch or a session to come is in it', async () => {
  const { calls, batch, hall } = await openFloor(app, 5)
  const archive = async () => refusal(calls.halls.archive(seen(await calls.halls.get({ id: hall.id }))))
  const created = await calls.batches.create(batch({ ...dated, hall: hall.id, startingTime: '07:00', endingTime: '08:00' }))
  expect(await archive()).toBe('hall/in-use')
  await calls.batches.update({ ...seen(created), hall: null })
  const [session] = (await calls.sessions.list({ from: '2026-10-12', to: '2026-10-12' })).rows.filter((row) => row.batch === created.id)
  await calls.sessions.change({ ...seen(session!), hall: hall.id })
  expect(await archive()).toBe('hall/in-use')
})

test('halls are found by title, by whom they are for and by state', async () => {
  const { calls } = await openFloor(app, 5)
  await calls.halls.create({ title: 'Pool for women', size: 400, totalCandidates: 8, audience: 'women', state: 'maintenance' })
  const titles = async (input: object) => (await calls.halls.list(input)).rows.map(({ title }) => title)
  expect(await titles({ search: ' POOL ' })).toEqual(['Pool for women'])
  expect(await titles({ audience: 'women' })).toEqual(['Pool for women'])
  expect(await titles({ state: 'active' })).toEqual(['North pitch'])
  expect(await titles({ sort: 'totalCandidates', direction: 'asc' })).toEqual(['Pool for women', 'North pitch'])
  expect(await titles({ search: 'p_ol' })).toEqual([])
})
