import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { operate } from '#money/payouts/operator.server.ts'
import { testApp, type TestApp } from '../../test/app.ts'
import { watchClock } from './clock.ts'

const [minute, hour, day] = [60_000, 3_600_000, 86_400_000]
const isServer = inject('serverUrl') !== ''
let app: TestApp
/** Milliseconds by the monotonic clock; the wall clock advances with it. */
let run = 0
const pass = (ms: number) => {
  run += ms
  app.clock.advance(ms)
}
/** Starts a process. */
const start = () => watchClock(app.app, () => run)
const lastRan = (ago: number) =>
  app.app.db.kysely
    .updateTable('clock')
    .set({ seenAt: new Date(app.clock.now() - ago).toISOString() })
    .execute()
const doubts = () =>
  app.logLines
    .map((line) => JSON.parse(line) as Record<string, unknown>)
    .filter(({ message, alarm }) => String(message).startsWith('Alarm: ') && alarm === 'clock-jumped')
    .map(({ reason }) => reason)

beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  app.clock.set(Date.now())
  app.logLines.length = 0
  await app.app.db.kysely.deleteFrom('clock').execute()
  expect(await start()()).toBe(true)
})

test('a clock that goes right is believed from the first start on', async () => {
  const isRight = start()
  for (let round = 0; round < 5; round++) {
    pass(minute)
    expect(await isRight()).toBe(true)
  }
  await lastRan(2 * day)
  expect(await start()()).toBe(true)
  expect(doubts()).toEqual([])
})

test('L3 after weeks of downtime what is due waits an hour, is told of once, and is then caught up with', async () => {
  await lastRan(30 * day)
  // The database's clock is correct too.
  const isRight = watchClock(
    app.app,
    () => run,
    () => Promise.resolve(app.clock.now()),
  )
  for (let round = 0; round < 6; round++) {
    expect(await isRight()).toBe(false)
    pass(10 * minute)
  }
  expect(await isRight()).toBe(true)
  expect(doubts()).toEqual(['ahead'])
  expect(await operate(app.app, ['alarms'])).toEqual([expect.stringMatching(/Z  clock-jumped  –  ahead$/)])
})

test('a clock 40 days ahead is doubted; once it is set right nothing waits and nothing was done', async () => {
  app.clock.advance(40 * day)
  const isRight = start()
  expect(await isRight()).toBe(false)
  expect(await isRight()).toBe(false)
  expect(doubts()).toEqual([isServer ? 'database' : 'ahead'])
  app.clock.set(Date.now())
  expect(await isRight()).toBe(true)
})

test('a clock two days back is doubted, and believed after an hour unless the database says otherwise', async () => {
  const isRight = start()
  app.clock.advance(-2 * day)
  expect(await isRight()).toBe(false)
  pass(hour)
  expect(await isRight()).toBe(!isServer)
  expect(doubts()).toEqual([isServer ? 'database' : 'back'])
})

test('the hour begins again when a doubted clock jumps again', async () => {
  app.clock.advance(5 * day)
  const isRight = start()
  expect(await isRight()).toBe(false)
  pass(59 * minute)
  app.clock.advance(20 * day)
  expect(await isRight()).toBe(false)
  pass(59 * minute)
  expect(await isRight()).toBe(false)
})
