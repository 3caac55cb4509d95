import { afterAll, beforeAll, expect, test } from 'vitest'
import { testApp, type TestApp } from '../../../test/app.ts'
import { person, refusal, seen } from '../../../test/floor.ts'
import { vendorDigest } from '../../../test/vendor-rows.ts'
import { yearOf, type Year } from '../../../test/year.ts'
import { accepted, quoteDesk, quotedPlaces } from './quote.sample.ts'

let app: TestApp
let year: Year
beforeAll(async () => {
  app = await testApp()
  year = yearOf(app)
})
afterAll(() => app.close())

/** An empty batch, and a quote for three of its places. */
async function quoted(more: object = {}) {
  const base = await quotedPlaces(app, year, 0, more)
  const { calls } = base
  /** Gives the customer of the quote credit. */
  async function credited(amount: number): Promise<void> {
    const free = { kind: 'free' as const, text: 'A football', quantity: 1, unit: 50_000 }
    const { total } = await calls.sales
      .sell({ customer: base.amal.id, items: [free], total: 0 })
      .catch(({ data }: { data: { current: { total: number } } }) => data.current)
    const cash = { method: 'cash' as const, amount: total, reference: '' }
    const sold = await calls.sales.sell({ customer: base.amal.id, items: [free], payments: [cash], total })
    await calls.sales.refund({ sale: sold.id, amount, method: 'credit', reason: 'Came back' })
  }
  return { ...base, credited }
}

test('what a sale would post is shown and changes nothing; the sale and the next bills are as shown', async () => {
  const base = await quoted()
  const { calls, quote, owner } = base
  const before = await vendorDigest(app.app.db, owner.vendorId)
  const shown = await calls.quotes.effects({ id: quote.id })
  expect(await vendorDigest(app.app.db, owner.vendorId)).toEqual(before)
  expect(shown).toMatchObject({ total: 48_999, tax: 3996, credit: 0, fromDay: '2026-10-05', toDay: '2026-11-04', currency: 'AED' })
  expect(shown.nextBill).toEqual({ fromDay: '2026-11-05', toDay: '2026-12-04', total: 16_333 })
  const sold = await calls.quotes.convert({ ...seen(quote), decision: { digest: shown.digest } })
  const sale = await calls.sales.get({ id: sold.sale ?? '' })
  const [{ fromDay, toDay } = { fromDay: '', toDay: '' }] = sale.items
  expect([sale.total, sale.tax, sale.due, fromDay, toDay]).toEqual([48_999, 3996, 48_999, shown.fromDay, shown.toDay])
  await year.on('2026-11-05', base)
  const { rows } = await calls.sales.list({ from: '2026-11-05' })
  expect(rows.map(({ day, total }) => [day, total])).toEqual([[shown.nextBill?.fromDay, shown.nextBill?.total]])
  await year.expectSound(owner.vendorId)
})

test('a customer’s credit pays the bill of a quote, and who saw it without the credit is shown the new one', async () => {
  const base = await quoted()
  const { calls, quote, credited, owner, amal } = base
  const { digest } = await calls.quotes.effects({ id: quote.id })
  await credited(9000)
  const convert = (known: string) => calls.quotes.convert({ ...seen(quote), decision: { digest: known } })
  const answer = await convert(digest).then(
    () => null,
    (error: { code: string; data: { effects: { credit: number; digest: string } } }) => [error.code, error.data.effects],
  )
  const shown = await calls.quotes.effects({ id: quote.id })
  expect(answer).toEqual(['effects/changed', shown])
  expect(shown.credit).toBe(9000)
  expect(await calls.quotes.get({ id: quote.id })).toMatchObject({ state: 'accepted', sale: null, places: [] })
  const sold = await convert(shown.digest)
  expect(await calls.sales.get({ id: sold.sale ?? '' })).toMatchObject({ total: 48_999, paid: 9000, due: 39_999, state: 'partiallyPaid' })
  expect((await calls.sales.credit({ customer: amal.id })).balance).toBe(0)
  // A retry with either preview returns the first result.
  expect((await convert(digest)).sale).toBe(sold.sale)
  await year.expectSound(owner.vendorId)
})

test('fifty at once sell one bill, whatever preview they saw', async () => {
  const { calls, quote } = await quoted()
  const { digest } = await calls.quotes.effects({ id: quote.id })
  const digests = Array.from({ length: 50 }, (_, at) => (at % 5 === 0 ? digest : '0'.repeat(64)))
  const said = await Promise.all(
    digests.map((known) =>
      calls.quotes.convert({ ...seen(quote), decision: { digest: known } }).then(
        ({ sale }) => sale,
        ({ code }: { code: string }) => code,
      ),
    ),
  )
  const { sale } = await calls.quotes.get({ id: quote.id })
  expect(new Set(said.filter((one) => one !== 'effects/changed'))).toEqual(new Set([sale]))
  expect((await calls.sales.list({})).total).toBe(1)
})

test('whom the places are for decides what follows: nobody yet, a person, one who has a place already, a service', async () => {
  const base = await quoted()
  const { calls, quote, made, service, amal } = base
  expect((await calls.quotes.effects({ id: quote.id, customers: [] })).nextBill).toBeNull()
  const badr = await person(calls, 'Badr')
  expect((await calls.quotes.effects({ id: quote.id, customers: [badr.id] })).nextBill?.total).toBe(16_333)
  const lesson = await accepted(app, base, { service: service.id, candidates: 2, offeredPrice: 5000 })
  expect(await calls.quotes.effects({ id: lesson.id })).toMatchObject({ total: 10_000, fromDay: null, toDay: null, nextBill: null })
  const next = await accepted(app, base, { service: null, batch: made.id, offeredPrice: 15_000 })
  await calls.enrolments.enrol({ batch: made.id, customer: amal.id, terms: 'bill' })
  // The place keeps its own price of 180.00, of which the last days cost 27 of 31, and the tax.
  expect(await calls.quotes.effects({ id: next.id })).toMatchObject({
    total: 15_000,
    fromDay: '2026-11-05',
    nextBill: { fromDay: '2026-12-05', toDay: '2026-12-31', total: 15_677 + 1392 },
  })
})

test('what refuses the sale refuses its preview', async () => {
  const base = await quoted()
  const { calls, quote, made } = base
  const other = await quoteDesk(app)
  expect(await refusal(other.calls.quotes.effects({ id: quote.id }))).toBe('document/not-found')
  expect(await refusal(calls.quotes.effects({ id: quote.id, customers: [other.amal.id] }))).toBe('enrolments.customer.required')
  await calls.batches.update({ ...seen(await calls.batches.get({ id: made.id })), totalCandidates: 2 })
  expect(await refusal(calls.quotes.effects({ id: quote.id }))).toBe('quote/places')
  await calls.quotes.withdraw(seen(quote))
  expect(await refusal(calls.quotes.effects({ id: quote.id }))).toBe('quote/state')
})

test('a quote for a thousand people is shown and sold', async () => {
  const base = await quoteDesk(app, 1000)
  const { calls, made } = base
  await calls.batches.update({ ...seen(await calls.batches.get({ id: made.id })), price: 2000 })
  const quote = await accepted(app, base, { service: null, batch: made.id, candidates: 1000, offeredPrice: 1000 })
  const shown = await calls.quotes.effects({ id: quote.id })
  expect(shown.total).toBe(1_000_000)
  const sold = await calls.quotes.convert({ ...seen(quote), decision: { digest: shown.digest } })
  expect([sold.unnamed, sold.places.length]).toEqual([999, 1000])
  await year.expectSound(base.owner.vendorId)
})
