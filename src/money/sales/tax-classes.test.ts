import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { tenant } from '#db/tenant.ts'
import { newId } from '#kernel/ids.ts'
import { digestOf } from '#kernel/retry.ts'
import { reconcile } from '#insight/finance/reconcile.server.ts'
import { accepted, quoteDesk } from '#money/quotes/quote.sample.ts'
import { asOwner } from '../../../test/owner-role.ts'
import { testApp, type TestApp } from '../../../test/app.ts'
import { openFloor, person, refusal, seen, start, travel } from '../../../test/floor.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

const day = 86_400_000
const free = (unit: number, taxClass: 'standard' | 'reduced' | 'zero' | 'exempt', quantity = 1) => ({
  kind: 'free' as const,
  text: `A ${taxClass} one`,
  quantity,
  unit,
  taxClass,
})

/** A business with rates of 20 % and 5 % in its prices, and one batch at 350.00. */
async function taxed(isIncluded = true) {
  app.clock.set(start)
  const base = await openFloor(app, 5)
  const { calls } = base
  await calls.setup.saveTax({
    rateThousandths: 20_000,
    reducedThousandths: 5000,
    isIncluded,
    number: '100123456700003',
    validFrom: '2026-10-05',
    version: 0,
  })
  const classify = async (taxClass: 'standard' | 'reduced' | 'zero' | 'exempt') =>
    calls.services.update({ ...seen(await calls.services.get({ id: base.service.id })), taxClass })
  const rows = async (from = '2026-10-01', to = '2026-12-31') =>
    (await calls.finance.tax({ from, to })).rows.map(({ kind, taxClass, rateThousandths, net, tax }) => [
      kind,
      taxClass,
      rateThousandths,
      net,
      tax,
    ])
  const discrepancies = () => tenant(app.app.db, base.owner.vendorId, (trx) => reconcile(trx, base.owner.vendorId))
  return { ...base, classify, rows, discrepancies }
}

test('each line is taxed by its class, in prices and on top of them; the bill, its credit notes and the report show it by class', async () => {
  const { calls, rows, discrepancies } = await taxed()
  const items = [free(12_000, 'standard'), free(10_500, 'reduced'), free(5000, 'zero'), free(3000, 'exempt')]
  const sold = await calls.sales.sell({ items, total: 30_500 })
  // 20.00 of 120.00 and 5.00 of 105.00.
  expect(sold).toMatchObject({ net: 28_000, tax: 2500, total: 30_500, taxRateThousandths: 20_000 })
  expect(sold.items.map(({ taxClass, taxRateThousandths, net, tax }) => [taxClass, taxRateThousandths, net, tax])).toEqual([
    ['standard', 20_000, 10_000, 2000],
    ['reduced', 5000, 10_000, 500],
    ['zero', 0, 5000, 0],
    ['exempt', 0, 3000, 0],
  ])
  const half = await calls.sales.refund({ sale: sold.id, amount: 15_250, method: 'cash', reason: 'Half of it' })
  expect(half.refunds[0]?.taxes.map(({ taxClass, net, tax }) => [taxClass, net, tax])).toEqual([
    ['standard', 5000, 1000],
    ['reduced', 5000, 250],
    ['zero', 2500, 0],
    ['exempt', 1500, 0],
  ])
  const voided = await calls.sales.sell({ items: [free(2100, 'reduced')], total: 2100 })
  await calls.sales.void({ id: voided.id, reason: 'By mistake' })
  expect(await rows()).toEqual([
    ['sale', 'standard', 20_000, 10_000, 2000],
    ['refund', 'standard', 20_000, -5000, -1000],
    ['sale', 'reduced', 5000, 12_000, 600],
    ['void', 'reduced', 5000, -2000, -100],
    ['refund', 'reduced', 5000, -5000, -250],
    ['sale', 'zero', 0, 5000, 0],
    ['refund', 'zero', 0, -2500, 0],
    ['sale', 'exempt', 0, 3000, 0],
    ['refund', 'exempt', 0, -1500, 0],
  ])
  const found = async (taxClass: 'reduced' | 'exempt', rate: string) =>
    (await calls.finance.invoices({ taxClass, rateThousandths: rate })).rows.map(({ kind }) => kind).toSorted()
  expect([await found('reduced', '5000'), await found('exempt', '0'), await found('exempt', '5000')]).toEqual([
    ['creditNote', 'invoice', 'invoice'],
    ['creditNote', 'invoice'],
    [],
  ])
  expect(await discrepancies()).toEqual([])

  const added = await taxed(false)
  const bill = await added.calls.sales.sell({ items, total: 12_000 + 2400 + 10_500 + 525 + 8000 })
  expect(bill.items.map(({ tax, total }) => [tax, total])).toEqual([
    [2400, 14_400],
    [525, 11_025],
    [0, 5000],
    [0, 3000],
  ])
})

test('a place is taxed by the class of its service on the day of the bill; bills of earlier days keep theirs', async () => {
  const { calls, owner, made, service, classify, rows, discrepancies } = await taxed()
  const amal = await person(calls, 'Amal')
  await calls.enrolments.enrol({ batch: made.id, customer: amal.id, terms: 'bill' })
  await classify('exempt')
  expect(await calls.sales.settings()).toMatchObject({ taxClasses: [{ service: service.id, taxClass: 'exempt' }] })
  await travel(app, owner, start + 27 * day)
  const badr = await person(calls, 'Badr')
  const next = await calls.sales.sell({ customer: badr.id, items: [{ kind: 'batch', batch: made.id }], total: 35_000 })
  expect(next.items).toMatchObject([{ taxClass: 'exempt', taxRateThousandths: 0, net: 35_000, tax: 0 }])
  // A second change on one day replaces the first.
  await classify('reduced')
  await classify('zero')
  const celine = await person(calls, 'Celine')
  const last = await calls.sales.sell({ customer: celine.id, items: [{ kind: 'batch', batch: made.id }], total: 35_000 })
  expect(last.items).toMatchObject([{ taxClass: 'zero' }])
  expect(await rows('2026-10-01', '2026-10-31')).toEqual([['sale', 'standard', 20_000, 29_167, 5833]])
  expect(await rows('2026-11-01', '2026-11-30')).toEqual([
    ['sale', 'zero', 0, 35_000, 0],
    ['sale', 'exempt', 0, 35_000, 0],
  ])
  // The log names both classes.
  const { rows: log } = await calls.reports.audit({ size: 100 })
  expect(log.find(({ entity, fields }) => entity === 'service' && fields[0]?.before === 'standard')?.fields).toEqual([
    { name: 'taxClass', before: 'standard', after: 'exempt' },
  ])
  expect(await discrepancies()).toEqual([])
})

test('a quote states its price with the tax of its service, and its bill has that class', async () => {
  const base = await quoteDesk(app)
  const { calls, made, service } = base
  const rates = { rateThousandths: 20_000, reducedThousandths: 5000, isIncluded: false, number: '' }
  await calls.setup.saveTax({ ...rates, validFrom: '2026-10-05', version: 0 })
  await calls.services.update({ ...seen(await calls.services.get({ id: service.id })), taxClass: 'reduced' })
  // 350.00 and 5 % on top: the full price, no discount.
  const quote = await accepted(app, base, { service: null, batch: made.id, candidates: 1, offeredPrice: 36_750 })
  const { sale } = await calls.quotes.convert(seen(quote))
  expect(await calls.sales.get({ id: sale ?? '' })).toMatchObject({
    total: 36_750,
    discount: 0,
    items: [{ taxClass: 'reduced', taxRateThousandths: 5000, net: 35_000, tax: 1750 }],
  })
})

test('a line of the previous version is standard, at the rate of its bill', async () => {
  const { calls, owner, rows, discrepancies } = await taxed()
  const sold = await calls.sales.sell({ items: [free(12_000, 'standard')], total: 12_000 })
  await asOwner(app.app.db, async (db) => {
    for (const table of ['saleLines', 'ledger'])
      await sql`update ${sql.table(table)} set "taxClass" = null, "taxRateThousandths" = null where "vendorId" = ${owner.vendorId}`.execute(
        db,
      )
  })
  expect((await calls.sales.get({ id: sold.id })).items).toMatchObject([{ taxClass: 'standard', taxRateThousandths: 20_000 }])
  expect(await rows()).toEqual([['sale', 'standard', 20_000, 10_000, 2000]])
  expect(await discrepancies()).toEqual([])
})

test('a bill that the previous version voids leaves the books quiet', async () => {
  const { calls, owner, discrepancies } = await taxed()
  const sold = await calls.sales.sell({ items: [free(12_000, 'standard'), free(10_500, 'reduced')], total: 22_500 })
  await calls.sales.void({ id: sold.id, reason: 'By mistake' })
  const forget = (more = sql``) =>
    asOwner(app.app.db, (db) =>
      sql`update "ledger" set "taxClass" = null, "taxRateThousandths" = null
        where "vendorId" = ${owner.vendorId} and "source" = 'void' ${more}`.execute(db),
    )
  await forget(sql`and "taxClass" = 'reduced'`)
  // Of the same bill they come in any order.
  expect((await discrepancies()).map(({ kind }) => kind).toSorted()).toEqual([
    'taxClass.net',
    'taxClass.net',
    'taxClass.tax',
    'taxClass.tax',
  ])
  await forget()
  expect(await discrepancies()).toEqual([])
})

test('a sale that the previous version made, which knew no classes, is known again; another one is not', async () => {
  const { calls, owner } = await taxed()
  const id = newId()
  const item = { kind: 'free' as const, text: 'A football', quantity: 1, unit: 12_000 }
  const rest = { discount: null, discountReason: '', payments: [], note: '', total: 12_000 }
  const created = await calls.sales.sell({ id, items: [item], total: 12_000 })
  const digest = digestOf({ customer: null, items: [item], ...rest })
  await asOwner(app.app.db, (db) =>
    db.updateTable('sales').set({ inputDigest: digest }).where('vendorId', '=', owner.vendorId).where('id', '=', id).execute(),
  )
  expect((await calls.sales.sell({ id, items: [{ ...item, taxClass: 'standard' }], total: 12_000 })).number).toBe(created.number)
  expect(await refusal(calls.sales.sell({ id, items: [{ ...item, taxClass: 'exempt' }], total: 12_000 }))).toBe('request/reused')
})

test('the log of money says what of a sale is not taxed as usual, and the class of a new service', async () => {
  const { calls, service } = await taxed()
  await calls.sales.sell({ items: [free(12_000, 'standard'), free(3000, 'exempt')], total: 15_000 })
  await calls.sales.sell({ items: [free(12_000, 'standard')], total: 12_000 })
  const { cover } = service
  await calls.services.create({ service: 'tennis', cover, descriptionEn: 'Tennis for everybody who likes it', taxClass: 'reduced' })
  const { rows } = await calls.reports.audit({ size: 100 })
  const logged = (entity: string, name: string) =>
    rows.filter((row) => row.entity === entity).map(({ fields }) => fields.filter((field) => field.name.startsWith(name)))
  // The newest first.
  expect(logged('sale', 'taxes')).toEqual([[], [{ name: 'taxes.exempt', before: null, after: '3000' }]])
  expect(logged('service', 'taxClass')).toEqual([[{ name: 'taxClass', before: null, after: 'reduced' }]])
})

test('a class that does not exist is refused at its field, and a rate beyond its limits', async () => {
  const { calls, service } = await taxed()
  const wrong = { ...seen(await calls.services.get({ id: service.id })), taxClass: 'none' as 'zero' }
  expect(await refusal(calls.services.update(wrong))).toBe('lib.fields.invalid')
  const tax = { rateThousandths: 5000, isIncluded: true, number: '', validFrom: '2026-10-05', version: 1 }
  expect(await refusal(calls.setup.saveTax({ ...tax, reducedThousandths: 100_001 }))).toBe('setup.tax.rate.number')
  // Omitted, the reduced rate stays; null removes it.
  expect((await calls.setup.saveTax(tax)).now.reducedThousandths).toBe(5000)
  expect((await calls.setup.saveTax({ ...tax, reducedThousandths: null, version: 2 })).now.reducedThousandths).toBeNull()
})
