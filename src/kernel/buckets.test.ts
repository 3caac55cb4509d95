import { afterAll, beforeAll, expect, test } from 'vitest'
import { testServer, type TestApp } from '../../test/app.ts'
import { httpOwner } from '../../test/browser-session.ts'
import { openBuckets, openCallRates, rates } from './buckets.ts'

let app: TestApp & { url: string }
let time = 0
// Counted by this file's own clock, so that the machine's speed does not matter.
const callRates = openCallRates(() => time)
/** Counts a call as the latest one was counted. */
let countAgain = () => {}
beforeAll(async () => {
  app = await testServer()
  app.app.callRates = {
    ...callRates,
    count(...caller) {
      countAgain = () => callRates.count(...caller)
      countAgain()
    },
  }
})
afterAll(() => app.close())

test('a bucket gives its burst at once and then its rate; it fills up no further than its burst, and each key has its own', () => {
  let now = 0
  const buckets = openBuckets({ burst: 3, perSecond: 0.5 }, () => now)
  const takes = (count: number, key = 'one') => Array.from({ length: count }, () => buckets.consume(key))
  expect(takes(4)).toEqual([0, 0, 0, 2])
  expect(takes(1, 'other')).toEqual([0])
  now += 1000
  expect(takes(1)).toEqual([1])
  now += 1000
  expect(takes(2)).toEqual([0, 2])
  now += 3_600_000
  expect(takes(4)).toEqual([0, 0, 0, 2])
})

test('who calls without end is told when to come back, and may then; another session and another business are served', async () => {
  const [busy, other] = [await httpOwner(app.url), await httpOwner(app.url)]
  const { body } = await busy.rpc('accounts.session')
  const colleague = { vendorId: String(body['vendorId']) }
  const ask = async (who: typeof busy) => {
    const { status, headers } = await who.rpc('accounts.session')
    return [status, headers.get('retry-after')]
  }
  expect(await ask(busy)).toEqual([200, null])
  // Most of the burst is counted without being sent: each call is counted by itself, whether or not it is answered.
  for (let sent = 0; sent < rates.session.burst - 50; sent += 1) countAgain()
  const answers: unknown[] = await Promise.all(Array.from({ length: 100 }, () => ask(busy)))
  const refused = answers.filter((answer) => JSON.stringify(answer) !== '[200,null]')
  expect(refused.length).toBeGreaterThan(0)
  expect(new Set(refused.map((answer) => JSON.stringify(answer)))).toEqual(new Set(['[429,"1"]']))
  expect(await ask(other)).toEqual([200, null])
  expect(() => app.app.callRates?.count('a colleague’s session', colleague.vendorId)).not.toThrow()
  time += 1000
  expect(await ask(busy)).toEqual([200, null])
})

test('all sessions of a business together have a bound too', () => {
  let now = 0
  const { count } = openCallRates(() => now)
  let served = 0
  const call = (session: number) => {
    try {
      count(`session ${session}`, 'business')
      served += 1
      return 0
    } catch (error) {
      return (error as { data: { retryAfter: number } }).data.retryAfter
    }
  }
  for (let session = 0; session < 5; session += 1) for (let sent = 0; sent < rates.session.burst; sent += 1) call(session)
  expect(served).toBe(rates.business.burst)
  expect(call(9)).toBe(1)
  expect(() => count('session 9', 'another business')).not.toThrow()
  now += 1000
  expect(call(9)).toBe(0)
})

test('costly calls of one business come a few at once and then one a second, however fast they are asked for', async () => {
  let now = 0
  const waited: number[] = []
  const { turn } = openCallRates(
    () => now,
    async (ms) => {
      waited.push(ms)
      now += ms
    },
  )
  for (let asked = 0; asked < rates.reports.burst; asked += 1) await turn('business')
  expect(waited).toEqual([])
  for (let asked = 0; asked < 3; asked += 1) await turn('business')
  expect(waited).toEqual([1000, 1000, 1000])
  await turn('another business')
  expect(waited).toHaveLength(3)
})

test('a process that ends lets no one wait for a turn', async () => {
  let waits = 0
  const callRates = openCallRates(
    () => 0,
    async () => {
      waits += 1
      callRates.hurry()
    },
  )
  for (let asked = 0; asked < rates.reports.burst + 20; asked += 1) await callRates.turn('business')
  expect(waits).toBe(1)
})
