import { afterAll, beforeAll, expect, test } from 'vitest'
import { testApp, type TestApp } from '../../../test/app.ts'
import { person, refusal, seen } from '../../../test/floor.ts'
import { yearOf, type Year } from '../../../test/year.ts'
import { accepted, quoteDesk } from './quote.sample.ts'

let app: TestApp
let year: Year
beforeAll(async () => {
  app = await testApp()
  year = yearOf(app)
})
afterAll(() => app.close())

test('a term that was paid for ends with its own days, also where the batch goes on; places that carry on are named until then', async () => {
  for (const places of ['leave', 'carry'] as const) {
    const base = await quoteDesk(app)
    await year.plan(base)
    const { calls, made, owner, amal } = base
    const [badr, cyra] = [await person(calls, 'Badr'), await person(calls, 'Cyra')]
    const batch = async () => seen(await calls.batches.get({ id: made.id }))
    await calls.batches.update({ ...(await batch()), priceUnit: 'term' })
    const request = { service: null, batch: made.id, candidates: 3, offeredPrice: 35_000 }
    const sold = await calls.quotes.convert(seen(await accepted(app, base, request)))
    await calls.batches.update({ ...(await batch()), endDate: '2027-06-30', places })
    const name = async (customer: string) => calls.quotes.name({ ...seen(await calls.quotes.get({ id: sold.id })), customers: [customer] })
    await name(badr.id)
    const endOf = async (customer: string) => (await calls.enrolments.list({ customer, batch: made.id })).rows.map(({ endDate }) => endDate)
    const end = { leave: '2026-12-31', carry: '2027-06-30' }[places]
    expect([await endOf(amal.id), await endOf(badr.id)], places).toEqual([[end], [end]])
    await year.on('2027-01-01', base)
    expect(await refusal(name(cyra.id)), places).toBe({ leave: 'batch/not-open', carry: 'accepted' }[places])
    await year.expectSound(owner.vendorId)
  }
})

test('who left or finished may be named for another place of the quote, and is in it again', async () => {
  const base = await quoteDesk(app)
  const { calls, made } = base
  const badr = await person(calls, 'Badr')
  const quote = await accepted(app, base, { service: null, batch: made.id, candidates: 3, offeredPrice: 35_000 })
  const enrolled = async () => (await calls.batches.get({ id: made.id })).enrolled
  const sold = await calls.quotes.convert({ ...seen(quote), customers: [badr.id] })
  const place = async () => (await calls.enrolments.list({ customer: badr.id, state: 'held' })).rows[0]!
  await calls.enrolments.cancel({ ...seen(await place()), when: 'now' })
  const named = await calls.quotes.name({ ...seen(sold), customers: [badr.id] })
  expect([named.unnamed, (await place()).state, await enrolled()]).toEqual([1, 'active', 2])
  await calls.enrolments.finish(seen(await place()))
  expect((await calls.quotes.name({ ...seen(named), customers: [badr.id] })).unnamed).toBe(0)
})

test('a place of a quote is billed on at no more than was agreed, also where no price comes to that with its tax', async () => {
  const base = await quoteDesk(app)
  await year.plan(base)
  const { calls, made, amal, owner } = base
  await calls.setup.saveTax({ rateThousandths: 8875, isIncluded: false, number: '', validFrom: '2026-10-05', version: 0 })
  // 150.02 plus tax is 163.33, 150.03 plus tax is 163.35.
  const agreed = 16_334
  await calls.quotes.convert(seen(await accepted(app, base, { service: null, batch: made.id, candidates: 2, offeredPrice: agreed })))
  await year.on('2026-11-05', base)
  const bills = (await calls.sales.list({ customer: amal.id, direction: 'asc' })).rows.map(({ total }) => total)
  expect(bills).toEqual([2 * agreed, agreed - 1])
  await year.expectSound(owner.vendorId)
})

test('an agreed price is for whole months from the sale on; then the rest of a month, and from the billing day on the whole price', async () => {
  const base = await quoteDesk(app)
  await year.plan(base)
  const { calls, made, amal } = base
  await calls.enrolments.saveBilling({ billingDay: 1, proration: 'days', version: 0 })
  await calls.quotes.convert(seen(await accepted(app, base, { service: null, batch: made.id, candidates: 3, offeredPrice: 16_333 })))
  await year.on('2026-11-05', base)
  await year.on('2026-12-01', base)
  const { rows } = await calls.sales.list({ customer: amal.id, sort: 'day', direction: 'asc' })
  // The bill is for three places; the next ones are for Amal's own: 26 of 30 days first.
  expect(rows.map(({ day, total }) => [day, total])).toEqual([
    ['2026-10-05', 48_999],
    ['2026-11-05', 14_155],
    ['2026-12-01', 16_333],
  ])
})
