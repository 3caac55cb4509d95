import { afterAll, beforeAll, expect, test } from 'vitest'
import { week } from '#lib/fields.ts'
import { testApp, type TestApp } from '../../../test/app.ts'
import { floor, hours, seen } from '../../../test/floor.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

test('today shows open batches within their dates on a training day, earliest first, with the counts of all', async () => {
  // The test clock is at Monday 2026-10-05, 13:00 in Dubai.
  const { calls, batch, second } = await floor(app)
  const dated = { startDate: '2026-10-05', endDate: '2026-12-31' }
  await calls.batches.create(batch({ ...dated, name: 'Late', startingTime: '18:00', endingTime: '19:00' }))
  await calls.batches.create(batch({ ...dated, name: 'Early', startingTime: '07:00', endingTime: '08:00' }))
  await calls.batches.create(batch({ ...dated, name: 'Other day', trainingDays: week(2) }))
  await calls.batches.create(batch({ name: 'To come', trainer: second.id, startDate: '2026-10-06', endDate: '2026-12-31' }))
  await calls.batches.create(
    batch({ name: 'Last day', startingTime: '12:00', endingTime: '13:00', startDate: '2026-09-07', endDate: '2026-10-05' }),
  )
  await calls.batches.create(
    batch({ name: 'Over', startingTime: '14:00', endingTime: '15:00', startDate: '2026-09-07', endDate: '2026-10-04' }),
  )
  const archived = await calls.batches.create(batch({ ...dated, name: 'Archived', startingTime: '20:00', endingTime: '21:00' }))
  await calls.batches.archive(seen(archived))
  const today = await calls.home.today()
  expect(today).toMatchObject({ day: '2026-10-05', openBatches: 6, places: 60, services: 1, trainers: 2, halls: 1 })
  expect(today.meetings.map(({ name, startingTime }) => `${startingTime} ${name}`)).toEqual(['07:00 Early', '12:00 Last day', '18:00 Late'])
  expect(today.meetings[0]).toMatchObject({ trainerName: 'Mariam Haddad', surface: 'turf', capacity: 10, booked: 0 })
})

test("today is the business's day, also before its profile says where it is", async () => {
  const { calls, logo } = await floor(app, 'NZ')
  app.clock.set(Date.UTC(2026, 9, 5, 22, 0, 0))
  expect((await calls.home.today()).day).toBe('2026-10-06')
  await calls.setup.saveVendor({
    logo,
    name: 'Kiwi',
    username: 'kiwi',
    address: 'Queen Street',
    postcode: '1010',
    ...hours,
    version: 0,
  })
  expect((await calls.home.today()).day).toBe('2026-10-06')
  app.clock.set(Date.UTC(2026, 9, 5, 9, 0, 0))
})
