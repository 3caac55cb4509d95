import { afterAll, beforeAll, expect, test } from 'vitest'
import { week } from '#lib/fields.ts'
import { testApp, type TestApp } from '../../../test/app.ts'
import { floor, refusal, seen, travel } from '../../../test/floor.ts'

let app: TestApp
let today: number
beforeAll(async () => {
  app = await testApp()
  today = app.clock.now()
})
afterAll(() => app.close())

const dated = { startDate: '2026-10-05', endDate: '2026-11-02' }

test('a closure that is removed after it began gives back what is to come; what has passed can be restored by itself', async () => {
  const { calls, owner, batch } = await floor(app)
  await calls.batches.create(batch({ ...dated }))
  const closure = await calls.closures.create({ fromDay: '2026-10-12', toDay: '2026-10-25', label: 'Storm' })
  expect(closure.cancelled).toBe(2)
  await travel(app, owner, Date.UTC(2026, 9, 14, 8))
  expect(await calls.closures.remove({ id: closure.id })).toEqual({ restored: 1 })
  const [past, next] = (await calls.sessions.list({ from: '2026-10-12', to: '2026-10-25' })).rows
  expect([past, next]).toMatchObject([{ state: 'cancelled', reason: 'Storm' }, { state: 'scheduled' }])
  expect(await calls.sessions.restore(seen(past!))).toMatchObject({ state: 'scheduled', reason: null })
  app.clock.set(today)
})

test('a session that closed hours cancelled is restored where its batch meets now, unless that is closed too', async () => {
  const { calls, batch } = await floor(app)
  const created = await calls.batches.create(batch({ ...dated, startingTime: '09:30', endingTime: '10:30' }))
  const hours = { fromDay: '2026-10-12', toDay: '2026-10-12', startingTime: '09:00', endingTime: '11:00' }
  await calls.closures.create({ ...hours, label: 'Repairs' })
  const session = async () => (await calls.sessions.list({ from: '2026-10-12', to: '2026-10-12' })).rows[0]!
  const restore = async () => refusal(calls.sessions.restore({ ...seen(await session()), tell: false }))
  expect(await restore()).toBe('session/closed')
  const moved = await calls.batches.update({ ...seen(created), startingTime: '10:00', endingTime: '11:30' })
  expect(await restore()).toBe('session/closed')
  await calls.batches.update({ ...seen(moved), startingTime: '11:00', endingTime: '12:00', trainingDays: week(2) })
  expect(await restore()).toBe('session/closed')
  const last = await calls.batches.get({ id: created.id })
  await calls.batches.update({ ...seen(last), trainingDays: week(1) })
  expect(await session()).toMatchObject({ state: 'cancelled', reason: 'Repairs', startingTime: '09:30' })
  expect(await restore()).toBe('accepted')
  expect(await session()).toMatchObject({ state: 'scheduled', reason: null, startingTime: '11:00', endingTime: '12:00' })
})

test('a session that was cancelled by hand follows its batch, until it has passed', async () => {
  const { calls, owner, batch } = await floor(app)
  const created = await calls.batches.create(batch({ ...dated, startingTime: '09:00', endingTime: '10:00' }))
  const session = async () => (await calls.sessions.list({ from: '2026-10-12', to: '2026-10-12' })).rows[0]!
  const cancel = async () => calls.sessions.cancel({ ...seen(await session()), reason: 'Rain', tell: false })
  const restore = async () => calls.sessions.restore({ ...seen(await session()), tell: false })
  const meet = async (startingTime: string, endingTime: string) =>
    calls.batches.update({ ...seen(await calls.batches.get({ id: created.id })), startingTime, endingTime })
  await cancel()
  await meet('12:00', '13:00')
  expect(await restore()).toMatchObject({ state: 'scheduled', startingTime: '12:00', endingTime: '13:00' })
  await cancel()
  await meet('14:00', '15:00')
  await travel(app, owner, Date.UTC(2026, 9, 14, 8))
  expect(await restore()).toMatchObject({ state: 'scheduled', startingTime: '12:00', endingTime: '13:00' })
  app.clock.set(today)
})

test('a session that was moved by itself is restored where it was', async () => {
  const { calls, batch } = await floor(app)
  const created = await calls.batches.create(batch({ ...dated, startingTime: '09:00', endingTime: '10:00' }))
  const [first] = (await calls.sessions.list({ from: '2026-10-12', to: '2026-10-12' })).rows
  const moved = await calls.sessions.change({ ...seen(first!), startingTime: '17:00', endingTime: '18:00', tell: false })
  const cancelled = await calls.sessions.cancel({ ...seen(moved), reason: 'Rain', tell: false })
  await calls.batches.update({ ...seen(await calls.batches.get({ id: created.id })), startingTime: '12:00', endingTime: '13:00' })
  expect(await calls.sessions.restore({ ...seen(cancelled), tell: false })).toMatchObject({ state: 'scheduled', startingTime: '17:00' })
})
