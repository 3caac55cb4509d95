import { afterAll, beforeAll, expect, test } from 'vitest'
import { dayMs, lastDayOf } from '#lib/days.ts'
import { newId } from '#kernel/ids.ts'
import { secret, shop } from '#money/payouts/payouts.sample.ts'
import { testServer } from '../../../test/app.ts'
import { person, start, travel } from '../../../test/floor.ts'
import type { ServedApp } from '../../../test/money-pair.ts'

let app: ServedApp
beforeAll(async () => {
  app = await testServer({ MARKETPLACE_SECRET: secret })
})
afterAll(() => app.close())

test('the months of a batch say what its profit says for each of them, before and after a month is closed', async () => {
  const { calls, owner, made, sell } = await shop(app)
  const { id: customer } = await person(calls, 'Amal')
  const items = [{ kind: 'batch' as const, batch: made.id, startDate: '2026-10-08' }]
  const sale = { customer, items, discount: { kind: 'percent' as const, value: 1000 }, discountReason: 'Second child' }
  await calls.sales.sell({ ...sale, total: 31_500, payments: [{ method: 'cash', amount: 31_500 }] })
  await sell()
  const spent = { category: 'equipment' as const, supplier: 'Balls', amount: 2100, tax: 100, method: 'cash' as const, batch: made.id }
  await calls.expenses.create({ ...spent, day: '2026-10-06' })
  await travel(app, owner, start + 43 * dayMs)
  const compare = async () => {
    const { months } = await calls.finance.batchMonths({ batch: made.id })
    expect(months.map(({ month }) => month)).toEqual(['2026-10', '2026-11'])
    for (const { month, figures } of months) {
      const days = { from: `${month}-01`, to: lastDayOf(month) }
      expect(figures, month).toEqual((await calls.finance.profit({ ...days, batch: made.id })).total.now)
      const { groups } = await calls.finance.profit({ ...days, by: 'batch' })
      expect(figures, month).toEqual(groups.find(({ id }) => id === made.id)?.now)
    }
    return months[0]?.figures
  }
  const open = await compare()
  expect(open).toMatchObject({ discounts: 3333, commission: 3333, payroll: 0, expenses: 2000 })
  expect([open?.net, open?.earned].map((amount) => (amount ?? 0) > 0)).toEqual([true, true])
  await calls.plans.change({ plan: 'elite', version: (await calls.plans.current()).version })
  await calls.finance.close({ month: '2026-10' })
  expect(await compare()).toEqual({ ...open, payroll: open?.earned, earned: 0 })
})

test('a batch of another business is not found, as one that does not exist', async () => {
  const [{ calls, sell, made }, other] = [await shop(app), await shop(app)]
  await sell()
  expect((await calls.finance.batchMonths({ batch: made.id })).months.at(-1)?.figures.sold).toBeGreaterThan(0)
  for (const batch of [made.id, newId()])
    await expect(other.calls.finance.batchMonths({ batch })).rejects.toMatchObject({ code: 'document/not-found' })
})
