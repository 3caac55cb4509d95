import { runAs } from '#kernel/context.ts'
import { creditLine } from '#money/sales/sale.note.server.ts'
import { lockBooks } from '#business/ledger/books.server.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testApp, type TestApp } from '../../../test/app.ts'
import { club, november, october, on } from '../../../test/club.ts'
import { person, seen } from '../../../test/floor.ts'
import { assertPayTotals } from './payroll.sample.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

test('a share is of the net revenue of the session, which a credit and a cancelled session change', async () => {
  const base = await club(app)
  const { calls, mariam, days, cancel, go } = base
  const { id: customer } = await person(calls, 'Amal')
  await go(on(10, 6))
  await calls.payroll.setRule({ trainer: mariam, unit: 'share', share: 2000, from: '2026-10-06' })
  const place = { kind: 'batch' as const, batch: days.id, startDate: '2026-10-12' }
  const sale = await calls.sales.sell({ customer, items: [place], total: 35_000, payments: [] })
  const { fromDay, toDay } = sale.items[0] ?? {}
  // The Mondays are the 12th, the 26th, 2 and 9 November; the 19th is cancelled. Without tax of 20 % they paid 291.67.
  expect([fromDay, toDay]).toEqual(['2026-10-12', '2026-11-11'])
  await go(on(10, 13))
  const monday = async (month = october) =>
    (await calls.payroll.lines({ ...month, trainer: mariam })).lines.find(({ day }) => day === '2026-10-12')
  expect(await monday()).toMatchObject({ unit: 'share', rate: null, share: 2000, base: 7291, amount: 1458 })
  await calls.payroll.setRule({ trainer: mariam, unit: 'share', share: 2000, minimum: 2000, from: '2026-10-06' })
  expect(await monday()).toMatchObject({ base: 7291, minimum: 2000, amount: 2000 })
  await calls.payroll.setRule({ trainer: mariam, unit: 'share', share: 2000, from: '2026-10-06' })
  await go(on(11, 3))
  await calls.finance.close(october)
  expect(await monday()).toMatchObject({ amount: 1458 })
  await calls.sales.refund({ sale: sale.id, amount: 5000, method: 'credit', reason: 'One week away' })
  // 250.00 over four sessions are 62.50 each, of which 12.50.
  expect(await monday(november)).toMatchObject({ why: 'changed', base: 6250, amount: 1250 - 1458 })
  await cancel(days, '2026-11-09')
  // Over three sessions 83.33 each, of which 16.67.
  expect(await monday(november)).toMatchObject({ base: 8333, amount: 1667 - 1458 })
  await calls.sales.refund({ sale: sale.id, amount: 30_000, method: 'credit', reason: 'All of it' })
  expect(await monday(november)).toMatchObject({ base: 0, amount: -1458 })
  await assertPayTotals(base, november)
  await go(on(12, 1))
  await calls.finance.close(november)
  await base.clean()
})

test('who leaves early pays for the sessions before it alone', async () => {
  const base = await club(app)
  const { calls, mariam, days, go } = base
  const { id: customer } = await person(calls, 'Amal')
  await go(on(10, 6))
  await calls.payroll.setRule({ trainer: mariam, unit: 'share', share: 10_000, from: '2026-10-06' })
  const place = { kind: 'batch' as const, batch: days.id, startDate: '2026-10-12' }
  const { items } = await calls.sales.sell({ customer, items: [place], total: 35_000, payments: [] })
  const bases = async () =>
    (await Promise.all([october, november].map((month) => calls.payroll.lines({ ...month, trainer: mariam })))).flatMap(({ lines }) =>
      lines
        .filter(({ batchName, base: revenue }) => batchName === 'Mondays' && revenue !== null)
        .map(({ day, base: revenue }) => [day, revenue]),
    )
  await go(on(10, 27))
  // 291.67 without tax over four Mondays, of which Yousef had the 26th.
  expect(await bases()).toEqual([['2026-10-12', 7291]])
  await calls.enrolments.update({ ...seen(await calls.enrolments.get({ id: items[0]?.enrolment ?? '' })), endDate: '2026-10-28' })
  await go(on(11, 10))
  // Seventeen of 31 days are 191.94, of which 159.95 without tax, over the 12th and the 26th.
  expect(await bases()).toEqual([
    ['2026-10-12', 7997],
    ['2026-11-02', 0],
    ['2026-11-09', 0],
  ])
  await assertPayTotals(base, october)
  await base.clean()
})

test('a credit of one line and one of the whole bill leave a line what the credit notes leave it', async () => {
  const base = await club(app)
  const { calls, owner, mariam, days, go } = base
  const { id: customer } = await person(calls, 'Amal')
  await go(on(10, 6))
  await calls.payroll.setRule({ trainer: mariam, unit: 'share', share: 10_000, from: '2026-10-06' })
  const place = { kind: 'batch' as const, batch: days.id, startDate: '2026-10-12' }
  const kit = { kind: 'free' as const, text: 'A kit', quantity: 1, unit: 35_000 }
  const sale = await calls.sales.sell({ customer, items: [place, kit], total: 70_000, payments: [] })
  await go(on(10, 13))
  const monday = async () => (await calls.payroll.lines({ ...october, trainer: mariam })).lines.find(({ day }) => day === '2026-10-12')
  // 350.00 with tax of 20 % are 291.67 without, over four Mondays.
  expect((await monday())?.base).toBe(7291)
  await runAs(app.app, 'system', owner.vendorId, async (ctx) => {
    await lockBooks(ctx.trx, ctx.vendorId)
    await creditLine(ctx, { sale: sale.id, line: 0 }, { amount: 14_000, reason: 'Two weeks away', method: 'credit' })
  })
  // Of 350.00 are left 210.00, without tax 175.00.
  expect((await monday())?.base).toBe(4375)
  await calls.sales.refund({ sale: sale.id, amount: 28_000, method: 'credit', reason: 'Half of what is left' })
  // 210.00 of the 560.00 take 105.00 of the 280.00: 105.00 are left, without tax 87.50.
  expect((await monday())?.base).toBe(2187)
  await calls.sales.refund({ sale: sale.id, amount: 28_000, method: 'credit', reason: 'The rest' })
  expect(await monday()).toMatchObject({ base: 0, amount: 0 })
  await base.clean()
})
