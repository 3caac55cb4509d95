import { afterAll, beforeAll, expect, test } from 'vitest'
import { testApp, type TestApp } from '../../../test/app.ts'
import { club, october, on } from '../../../test/club.ts'
import { person } from '../../../test/floor.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

test('the balance sheet by hand: a bill that is partly delivered, paid in part, with pay that is earned but not posted', async () => {
  const base = await club(app)
  const { calls, days, go } = base
  const { id: customer } = await person(calls, 'Amal')
  await go(on(10, 6))
  const items = [{ kind: 'batch' as const, batch: days.id, startDate: '2026-10-12' }]
  await calls.sales.sell({ customer, items, total: 35_000, payments: [{ method: 'cash', amount: 20_000 }] })
  const start = await calls.finance.balance({ day: '2026-10-06' })
  // 350.00 with 20 % tax, of which 200.00 are paid: nothing is earned yet.
  const shown = { cash: 20_000, customers: 15_000, assets: 35_000, tax: 5833, deferredRevenue: 29_167 }
  expect(start).toMatchObject({ ...shown, customerCredit: 0, trainers: 0, formerYears: 0 })
  expect(start.liabilities).toBe(35_000 + start.earnedPay)
  expect(start.thisYear).toBe(0 - start.earnedPay)
  await go(on(10, 13))
  // A Monday is held: a quarter is earned, and the trainer's 120.00.
  const later = await calls.finance.balance({ day: '2026-10-13' })
  expect(later.deferredRevenue).toBe(29_167 - 7291)
  expect(later.assets).toBe(later.liabilities + later.equity)
  // The day before is still as it was; a day to come has what is known today.
  expect(await calls.finance.balance({ day: '2026-10-06' })).toEqual({ ...start, asOf: later.asOf })
  expect(await calls.finance.balance({ day: '2026-12-31' })).toEqual({ ...later, day: '2026-10-13' })
  await go(on(11, 3))
  const before = await calls.finance.balance({ day: '2026-10-31' })
  await calls.finance.close(october)
  const { earnedPay, trainers, ...closed } = await calls.finance.balance({ day: '2026-10-31' })
  expect({ ...closed, trainers, earnedPay }).toEqual({ ...before, trainers: before.earnedPay, earnedPay: 0 })
  // In the next year the result is one of the years before.
  await go(Date.UTC(2027, 0, 5, 12))
  const { total } = await calls.finance.profit({ from: '2000-01-01', to: '2026-12-31' })
  expect(await calls.finance.balance({ day: '2027-01-01' })).toMatchObject({
    formerYears: total.now.result,
    thisYear: 0,
    deferredRevenue: 0,
  })
})
