import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testApp, type TestApp } from '../../../test/app.ts'
import { isNightly } from '../../../test/rounds.ts'
import { seedOf } from '../../../test/seed.ts'
import { yearOf, type Year } from '../../../test/year.ts'
import { historyOf, randomAct } from './random-acts.sample.ts'

let app: TestApp
let year: Year
beforeAll(async () => {
  app = await testApp()
  year = yearOf(app)
})
afterAll(() => app.close())

/** The acts of one history: most of those of a longer one would meet no place any more. */
const length = 250
/** Histories of each of the four pairs of rules: 1,000 acts on each engine, 20,000 at night. */
const histories = isNightly ? 20 : 1

const isDecided = /^(?:move|several|cancel|finish|freeze|session|batchDates|block|dates) /

const rules = [
  ['on the 1st, by days', { billingDay: 1, proration: 'days' }],
  ['on the 15th, in full', { billingDay: 15, proration: 'full' }],
  ['on each place’s own day, by days', { billingDay: null, proration: 'days' }],
  ['on each place’s own day, by half months', { billingDay: null, proration: 'halfMonths' }],
] as const

test.each(rules.map(([name, rule], pair) => ({ name, rule, pair })))(
  'random acts, billed $name: posted as shown and reversed whole, no day billed twice, no session unexplained, money that adds up, one email each',
  async ({ rule, pair }) => {
    const counts: Record<string, number> = {}
    const drawn = fc.sample(randomAct, { numRuns: histories * length, seed: seedOf('EFFECTS_SEED') + pair })
    for (let at = 0; at < drawn.length; at += length) {
      const { perform, expectWhole, expectShared } = await historyOf(app, year, rule)
      for (const [number, act] of drawn.slice(at, at + length).entries()) {
        const name = `${act.kind} ${await perform(act)}`
        counts[name] = (counts[name] ?? 0) + 1
        if (number % 25 === 24) await expectWhole()
      }
      await expectShared()
    }
    console.log(`${drawn.length} acts`, JSON.stringify(counts))
    const times = (outcome: string) =>
      Object.entries(counts).reduce((sum, [name, count]) => sum + (isDecided.test(name) && name.endsWith(outcome) ? count : 0), 0)
    expect(times('accepted')).toBeGreaterThan(drawn.length / 40)
    expect(times('reversed')).toBeGreaterThan(drawn.length / 100)
  },
)
