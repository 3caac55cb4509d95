import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { historyOf, randomAct } from '#money/effects/random-acts.sample.ts'
import { addDays, addMonths, lastDayOf } from '#lib/days.ts'
import { testApp, type TestApp } from '../../../test/app.ts'
import { isNightly } from '../../../test/rounds.ts'
import { seedOf } from '../../../test/seed.ts'
import { yearOf, type Year } from '../../../test/year.ts'
import { earnedByDay, earnedIn } from './earned.sample.ts'

let app: TestApp
let year: Year
beforeAll(async () => {
  app = await testApp()
  year = yearOf(app)
})
afterAll(() => app.close())

const histories = isNightly ? 40 : 2
/** The acts between two closings, and the closings of one history. */
const [acts, stages] = [20, 5]

type History = Awaited<ReturnType<typeof historyOf>>

/** What each batch earned in each closed month, as it was known when the month was closed. */
function modelOf({ owner: { vendorId }, calls, today, batches }: History) {
  const months: { month: string; earned: Map<string, number> }[] = []
  const frozen = (batch: string) => months.reduce((sum, { earned }) => sum + (earned.get(batch) ?? 0), 0)
  const nets = async (days: { from: string; to: string }) => {
    const { groups, total } = await calls.finance.profit({ ...days, by: 'batch' })
    expect(groups.reduce((sum, { now }) => sum + now.net, 0)).toBe(total.now.net)
    return batches.map(({ id }) => groups.find((group) => group.id === id)?.now.net ?? 0)
  }
  const open = () => (months.length === 0 ? '2027-01-01' : addDays(lastDayOf(months.at(-1)?.month ?? ''), 1))
  return {
    /** Closes every month that is over. */
    async close(): Promise<void> {
      const earned = await earnedByDay(app, vendorId, today())
      const last = addMonths(`${today().slice(0, 7)}-01`, -1).slice(0, 7)
      if (last < open().slice(0, 7)) return
      const shown = await nets({ from: open(), to: lastDayOf(last) })
      const before = new Map(batches.map(({ id }) => [id, frozen(id)]))
      for (let month = open().slice(0, 7); month <= last; month = open().slice(0, 7)) {
        const through = { from: '2027-01-01', to: lastDayOf(month) }
        const own = batches.map(({ id }) => [id, earnedIn(earned, through, id) - frozen(id)] as const)
        months.push({ month, earned: new Map(own) })
      }
      await calls.finance.close({ month: last })
      expect(shown, 'as before').toEqual(batches.map(({ id }) => frozen(id) - (before.get(id) ?? 0)))
    },
    /** Asserts that closed months say what they said when they were closed, and the open days have all the rest. */
    async expectSame(): Promise<void> {
      for (const { month, earned } of months)
        expect(await nets({ from: `${month}-01`, to: lastDayOf(month) }), month).toEqual(batches.map(({ id }) => earned.get(id) ?? 0))
      const earned = await earnedByDay(app, vendorId, today())
      const all = { from: '2027-01-01', to: today() }
      const rest = batches.map(({ id }) => earnedIn(earned, all, id) - frozen(id))
      expect(await nets({ from: open(), to: today() }), 'open days').toEqual(rest)
      expect(await nets(all), 'all days').toEqual(batches.map(({ id }) => earnedIn(earned, all, id)))
      // Part of a closed month and the rest of it are the whole.
      for (const { month } of months.slice(-1)) {
        const parts = [
          { from: `${month}-01`, to: `${month}-11` },
          { from: `${month}-12`, to: today() },
        ]
        const [first = [], second = []] = await Promise.all(parts.map(nets))
        const whole = await nets({ from: `${month}-01`, to: today() })
        expect(first.map((net, at) => net + (second[at] ?? 0))).toEqual(whole)
      }
    },
  }
}

test('over random acts closing a month changes no figure, closed months keep theirs, and open ones have the rest', async () => {
  const drawn = fc.sample(randomAct, { numRuns: histories * stages * acts, seed: seedOf('REVENUE_SEED') })
  let closed = 0
  for (let at = 0; at < histories; at++) {
    const history = await historyOf(app, year, { billingDay: at % 2 === 0 ? 1 : null, proration: 'days' })
    const model = modelOf(history)
    for (let stage = 0; stage < stages; stage++) {
      const from = (at * stages + stage) * acts
      for (const act of drawn.slice(from, from + acts)) await history.perform(act)
      await model.expectSame()
      if (stage % 3 !== 2) await model.close()
      await model.expectSame()
      await history.forward(19)
    }
    const { calls, today } = history
    // Reopened and closed again with what changed since.
    const [month] = [addMonths(`${today().slice(0, 7)}-01`, -2).slice(0, 7)]
    await model.close()
    const { closedThrough } = await calls.finance.statement({ from: today(), to: today() })
    closed += closedThrough === null ? 0 : 1
    await calls.finance.reopen({ month, reason: 'As drawn' })
    const again = await earnedByDay(app, history.owner.vendorId, today())
    await calls.finance.close({ month: closedThrough?.slice(0, 7) ?? month })
    const { total } = await calls.finance.profit({ from: '2027-01-01', to: closedThrough ?? '' })
    expect(total.now.net).toBe(earnedIn(again, { from: '2027-01-01', to: closedThrough ?? '' }))
    await history.expectWhole()
  }
  expect(closed).toBe(histories)
})
