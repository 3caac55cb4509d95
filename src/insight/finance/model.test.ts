import fc from 'fast-check'
import { expect, test } from 'vitest'
import { secret } from '#money/payouts/payouts.sample.ts'
import { runDays } from '#business/accounts/daily.server.ts'
import { dailyTasks } from '#entrance/tasks.server.ts'
import { testServer } from '../../../test/app.ts'
import { travel } from '../../../test/floor.ts'
import type { Terms } from '../../../test/money-model.journal.ts'
import { operations, type Operation } from '../../../test/money-operations.ts'
import { pair, type Pair, type ServedApp } from '../../../test/money-pair.ts'
import { assertDay, assertSame } from '../../../test/money-same.ts'
import { step } from '../../../test/money-steps.ts'
import { isNightly } from '../../../test/rounds.ts'
import { seedOf } from '../../../test/seed.ts'

const countries: Terms[] = [
  { country: 'JP', currency: 'JPY', exponent: 0, tax: { rate: 9975n, reduced: 4125n, isIncluded: false }, hoursEast: 9 },
  { country: 'AE', currency: 'AED', exponent: 2, tax: { rate: 5000n, reduced: null, isIncluded: true }, hoursEast: 4 },
  { country: 'KW', currency: 'KWD', exponent: 3, tax: { rate: 0n, reduced: null, isIncluded: true }, hoursEast: 3 },
  // Kuwait has no tax; Bahrain has a rounded one with as many digits.
  { country: 'BH', currency: 'BHD', exponent: 3, tax: { rate: 8875n, reduced: 2375n, isIncluded: true }, hoursEast: 3 },
  { country: 'US', currency: 'USD', exponent: 2, tax: { rate: 8875n, reduced: 0n, isIncluded: false }, hoursEast: -5 },
]

/** The acts of one history, after which everything is compared. The next one begins with what it left. */
const length = 20

/** How many histories follow each other in the same businesses, each on a day of its own: what is due is created once a day. */
const turns = 20

/** How many days they span together: the turn of the year, three month ends, and three bills of a place. */
const span = 75

/** How often that is done, each time with new businesses: a hundred histories in all, ten times as many at night. */
const times = isNightly ? 10 : 1

/** What must have succeeded in a run, so that it does not consist of refusals. */
const often = ['sell', 'pay', 'refund', 'void', 'reverse']
const seldom = [
  'classify',
  'order',
  'giveBack',
  'payout',
  'payoutStep process',
  'payoutStep paid',
  'payoutStep failed',
  'payoutStep retry',
  'quote',
]
const costs = ['spend', 'respend', 'unspend', 'agree', 'session', 'close', 'reopen', 'payTrainer', 'adjust', 'renew', 'recur']

type Sample = Operation[]

/** Plays the histories of one business in each currency. @param samples for each act, the operation of each business */
async function play(app: ServedApp, samples: readonly Sample[], count: (name: string, more?: number) => void): Promise<void> {
  // Four days before the year ends.
  const start = Date.UTC(2026, 11, 28, 9)
  app.clock.set(start)
  const pairs: Pair[] = []
  for (const terms of countries) pairs.push(await pair(app, terms))
  for (let round = 0; round < turns; round++) {
    for (const { base } of pairs) await travel(app, base.owner, start + Math.round((round * span) / turns) * 86_400_000)
    await runDays(app.app, dailyTasks)
    await Promise.all(
      pairs.map(async (both, at) => {
        const day = await assertDay(both)
        count('renew accepted', day.months)
        count('recur accepted', day.expenses)
        for (const operation of samples.slice(round * length, (round + 1) * length).map((sample) => sample[at] as Operation))
          count(`${operation.kind} ${await step(both, operation)}`)
        count('places that owe', await assertSame(both))
      }),
    )
  }
}

test('M2 C6 random money in five currencies is what an independent model says, to the last unit, over the turn of the year', async () => {
  const each = turns * length
  const samples = fc.sample(fc.tuple(...countries.map(() => operations)), { numRuns: times * each, seed: seedOf('MONEY_SEED') })
  const counts: Record<string, number> = {}
  const began = performance.now()
  const count = (name: string, more = 1) => (counts[name] = (counts[name] ?? 0) + more)
  for (let at = 0; at < times; at++) {
    const app = await testServer({ MARKETPLACE_SECRET: secret })
    await play(app, samples.slice(at * each, (at + 1) * each), count).finally(() => app.close())
  }
  console.log(
    `${times * each * countries.length} operations in ${((performance.now() - began) / 1000).toFixed(1)} s`,
    JSON.stringify(counts),
  )
  for (const kind of often) expect(counts[`${kind} accepted`], kind).toBeGreaterThan(times * turns)
  expect(counts['places that owe'], 'of all rounds').toBeGreaterThan(times * turns)
  for (const kind of [...seldom, ...costs]) expect(counts[`${kind} accepted`], kind).toBeGreaterThan(0)
})
