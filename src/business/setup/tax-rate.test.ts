import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { tenant } from '#db/tenant.ts'
import { sum } from '#money/sales/sale.rules.ts'
import { runDays } from '#business/accounts/daily.server.ts'
import { dailyTasks } from '#entrance/tasks.server.ts'
import { testApp, type TestApp } from '../../../test/app.ts'
import { dated, floor, openFloor, person, refusal, start, travel } from '../../../test/floor.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

const [newYork, quebec] = [8875, 9975]
const free = (unit: number, quantity = 1) => ({ kind: 'free' as const, text: 'A football', quantity, unit })
const settings = { isIncluded: false, number: '', validFrom: '2026-10-05' }

/** A business with its own tax rate. */
async function taxed(rateThousandths: number, isIncluded: boolean) {
  const base = await openFloor(app, 5)
  await base.calls.setup.saveTax({ ...settings, rateThousandths, isIncluded, version: 0 })
  return base
}

test('8.875 % on top of prices: each line rounds once, a discount is split, and credits in parts give back the bill’s tax', async () => {
  const { calls, owner } = await taxed(newYork, false)
  expect(await calls.setup.tax()).toMatchObject({ now: { rate: 888, rateThousandths: 8875 } })
  expect(await calls.sales.settings()).toMatchObject({ taxRate: 888, taxRateThousandths: 8875, taxIsIncluded: false })
  // 8.875 % of 200.00 is 17.75; of 33.33 it is 2.958…, so 2.96 on each of three lines.
  expect(await calls.sales.sell({ items: [free(20_000)], total: 21_775 })).toMatchObject({
    net: 20_000,
    tax: 1775,
    taxRateThousandths: 8875,
  })
  expect(await calls.sales.sell({ items: [free(3333), free(3333), free(3333)], total: 10_887 })).toMatchObject({ net: 9999, tax: 888 })
  // 7.33 % off 150.01 is 11.00: 7.33 off 100.00 and 3.67 off 50.01; their taxes are 8.22 and 4.11.
  const request = { items: [free(10_000), free(5001)], discount: { kind: 'percent' as const, value: 733 }, discountReason: 'A friend' }
  const bill = await calls.sales.sell({ ...request, total: 15_134, payments: [{ method: 'cash', amount: 15_134 }] })
  expect(bill).toMatchObject({ list: 15_001, discount: 1100, net: 13_901, tax: 1233, items: [{ tax: 822 }, { tax: 411 }] })
  expect(await refusal(calls.sales.sell({ ...request, total: 15_135 }))).toBe('sale/price-changed')
  for (const amount of [5000, 33, 7001, 3100]) await calls.sales.refund({ sale: bill.id, amount, method: 'cash', reason: 'Torn' })
  const { refunds, state } = await calls.sales.get({ id: bill.id })
  expect([state, sum(refunds.map(({ tax }) => tax)), sum(refunds.map(({ amount, tax }) => amount - tax))]).toEqual([
    'refunded',
    1233,
    13_901,
  ])
  expect((await calls.finance.tax({ from: '2026-10-01', to: '2026-10-31' })).rows).toEqual([
    { kind: 'sale', rate: 888, rateThousandths: 8875, taxClass: 'standard', net: 43_900, tax: 3896, documents: 3 },
    { kind: 'refund', rate: 888, rateThousandths: 8875, taxClass: 'standard', net: -13_901, tax: -1233, documents: 4 },
  ])
  const log = await tenant(app.app.db, owner.vendorId, (trx) =>
    trx.selectFrom('audit').select(['before', 'after']).where('vendorId', '=', owner.vendorId).where('entity', '=', 'tax').execute(),
  )
  expect(log).toMatchObject([{ before: { rate: 500 }, after: { rate: 887.5 } }])
})

test('9.975 % in prices: sales, renewals and MRR reckon with all three decimals', async () => {
  const base = await taxed(quebec, true)
  const { calls, owner } = base
  const buyer = await person(calls, 'Amal')
  // 1,099.75 has 99.75 of tax in it, where 9.98 % were 99.80.
  const batch = await calls.batches.create(base.batch({ ...dated, price: 109_975, startingTime: '19:00', endingTime: '20:00' }))
  const first = await calls.sales.sell({ customer: buyer.id, items: [{ kind: 'batch', batch: batch.id }], total: 109_975 })
  expect(first).toMatchObject({ net: 100_000, tax: 9975, taxRate: 998, taxRateThousandths: 9975 })
  expect((await calls.reports.subscriptions({ from: '2026-10', to: '2026-10' })).totals).toMatchObject([{ mrr: 100_000 }])
  await calls.plans.change({ plan: 'elite', version: (await calls.plans.current()).version })
  await travel(app, owner, start + 31 * 86_400_000)
  await runDays(app.app, dailyTasks)
  expect((await calls.sales.list({ customer: buyer.id })).rows).toMatchObject([{ net: 100_000, tax: 9975 }, { id: first.id }])
})

test('currencies of no and of three digits round the third decimal in their own units', async () => {
  for (const [country, sold] of [
    ['JP', { unit: 10_000, tax: 998, total: 10_998 }],
    ['KW', { unit: 48_499, tax: 4838, total: 53_337 }],
  ] as const) {
    app.clock.set(start)
    const { calls } = await floor(app, country)
    await calls.setup.saveTax({ ...settings, rateThousandths: quebec, version: 0 })
    expect(await calls.sales.sell({ items: [free(sold.unit)], total: sold.total }), country).toMatchObject({
      net: sold.unit,
      tax: sold.tax,
    })
  }
})

test('a rate is told in one unit or in both, and two that differ are refused at the field', async () => {
  const { calls } = await openFloor(app, 5)
  const save = (version: number, rates: object) => calls.setup.saveTax({ ...settings, ...rates, version })
  expect(await save(0, { rate: 750 })).toMatchObject({ now: { rate: 750, rateThousandths: 7500 } })
  expect(await save(1, { rate: 888, rateThousandths: 8875 })).toMatchObject({ now: { rate: 888, rateThousandths: 8875 } })
  expect(await refusal(save(2, {}))).toBe('setup.tax.rate.required')
  expect(await refusal(save(2, { rate: 750, rateThousandths: 8875 }))).toBe('setup.tax.rate.differ')
  for (const rateThousandths of [8875.5, 100_001, -1])
    expect(await refusal(save(2, { rateThousandths })), String(rateThousandths)).toBe('setup.tax.rate.number')
})

test('bills are found by the exact rate and by the rounded one, and each keeps its own', async () => {
  const { calls } = await taxed(newYork, false)
  const exact = await calls.sales.sell({ items: [free(20_000)], total: 21_775 })
  await calls.setup.saveTax({ ...settings, rate: 888, version: 1 })
  const rounded = await calls.sales.sell({ items: [free(20_000)], total: 21_776 })
  const found = async (filter: object) => (await calls.finance.invoices(filter)).rows.map(({ id }) => id)
  expect(await found({ rateThousandths: '8875' })).toEqual([exact.id])
  expect(await found({ rateThousandths: '8880' })).toEqual([rounded.id])
  expect(await found({ rate: '888' })).toEqual([rounded.id, exact.id])
  expect((await calls.finance.tax({ from: '2026-10-01', to: '2026-10-31' })).rows).toMatchObject([
    { rate: 888, rateThousandths: 8880, tax: 1776 },
    { rate: 888, rateThousandths: 8875, tax: 1775 },
  ])
})

test('what the version before writes is read by its hundredths: a bill, a new day’s rate, and another one on a day with three decimals', async () => {
  const { calls, owner } = await taxed(newYork, false)
  const bill = await calls.sales.sell({ items: [free(20_000)], total: 21_775 })
  const older = (statement: ReturnType<typeof sql>) => tenant(app.app.db, owner.vendorId, (trx) => statement.execute(trx))
  await older(sql`update "sales" set "taxRateThousandths" = null where "vendorId" = ${owner.vendorId} and "id" = ${bill.id}`)
  expect(await calls.sales.get({ id: bill.id })).toMatchObject({ taxRate: 888, taxRateThousandths: 8880 })
  const now = async () => (await calls.setup.tax()).now
  const set = (rate: number, number: string) =>
    older(sql`update "taxSettings" set "rate" = ${rate}, "number" = ${number} where "vendorId" = ${owner.vendorId}`)
  // An older version saves the rate that it shows, 8.88 %: the exact rate stays.
  await set(888, 'TRN 1')
  expect(await now()).toMatchObject({ rateThousandths: 8875, number: 'TRN 1' })
  await set(700, 'TRN 1')
  expect(await now()).toMatchObject({ rate: 700, rateThousandths: 7000 })
  await older(
    sql`insert into "taxSettings" ("vendorId", "validFrom", "rate", "isIncluded", "number", "createdAt", "updatedAt", "version")
      values (${owner.vendorId}, '2026-10-06', 500, false, '', now(), now(), 9)`,
  )
  expect((await calls.setup.tax()).later).toMatchObject([{ rate: 500, rateThousandths: 5000 }])
})
