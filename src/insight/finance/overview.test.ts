import { afterAll, beforeAll, expect, test } from 'vitest'
import { dayMs } from '#lib/days.ts'
import { markPaid, processPayout } from '#money/payouts/payout.actions.server.ts'
import { netSale, secret, shop } from '#money/payouts/payouts.sample.ts'
import { testServer } from '../../../test/app.ts'
import { person, start, travel } from '../../../test/floor.ts'
import type { ServedApp } from '../../../test/money-pair.ts'

let app: ServedApp
beforeAll(async () => {
  app = await testServer({ MARKETPLACE_SECRET: secret })
})
afterAll(() => app.close())

test('the overview says what the reports of the same days say, what is owed by age, and where a payout is', async () => {
  const { calls, owner, made, sell, pay, act } = await shop(app)
  const { id: customer } = await person(calls, 'Amal')
  const items = [{ kind: 'batch' as const, batch: made.id, startDate: '2026-10-08' }]
  await calls.sales.sell({ customer, items, total: 35_000, payments: [{ method: 'cash', amount: 15_000 }] })
  const before = await calls.finance.overview({})
  expect(before).toMatchObject({ marketplace: 0, inTransit: 0, lastPayoutAt: null, cash: 15_000 })
  await sell()
  expect(await calls.finance.overview({})).toMatchObject({ marketplace: netSale, inTransit: 0 })
  const paidOut = await pay('2026-10-08')
  if (!('id' in paidOut)) throw new Error('Nothing was paid out')
  expect(await calls.finance.overview({})).toMatchObject({ marketplace: 0, inTransit: netSale, lastPayoutAt: null, cash: 15_000 })
  await act((ctx) => processPayout(ctx, paidOut))
  await act((ctx) => markPaid(ctx, { id: paidOut.id, reference: 'B-1' }))
  // Forty days later the bill is more than thirty days past due.
  await travel(app, owner, start + 43 * dayMs)
  const shown = await calls.finance.overview({})
  expect(shown).toMatchObject({ marketplace: 0, inTransit: 0, lastPayoutAt: '2026-10-08T09:00:00.000Z', cash: 15_000 + netSale })
  expect(shown.notDue).toEqual({ count: 0, amount: 0 })
  expect(shown.debts.filter(({ count }) => count > 0)).toEqual([{ from: 31, count: 1, amount: 20_000 }])
  const { total } = await calls.finance.profit(shown.days)
  expect(shown.profit.now).toEqual(total.now)
  const october = await calls.finance.profit({ from: '2026-10-01', to: '2026-10-31' })
  expect(shown.months.at(-2)).toEqual({
    month: '2026-10',
    moneyIn: 15_000 + 35_000,
    moneyOut: 3333,
    profit: october.total.now.result,
    payroll: october.total.now.payroll,
    earned: october.total.now.earned,
  })
  const balance = await calls.finance.balance({ day: '2026-11-17' })
  expect([shown.cash, shown.marketplace, shown.inTransit]).toEqual([balance.cash, balance.marketplace, balance.onItsWay])
  expect(shown.tax).toMatchObject({ from: '2026-10-01', to: '2026-12-31', amount: balance.tax })
})
