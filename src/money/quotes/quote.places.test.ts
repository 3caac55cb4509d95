import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '#kernel/ids.ts'
import { testApp, type TestApp } from '../../../test/app.ts'
import { person, refusal, seen } from '../../../test/floor.ts'
import { yearOf, type Year } from '../../../test/year.ts'
import { accepted, quoteDesk, quotedPlaces, deskRows } from './quote.sample.ts'

let app: TestApp
let year: Year
beforeAll(async () => {
  app = await testApp()
  year = yearOf(app)
})
afterAll(() => app.close())

/** A batch with four of eight places taken, and a quote for three. */
async function quoted(more: object = {}) {
  const base = await quotedPlaces(app, year, 4, more)
  const { calls, made } = base
  const people = async () => [await person(calls, 'Badr'), await person(calls, 'Cyra')] as const
  const enrolled = async () => (await calls.batches.get({ id: made.id })).enrolled
  return { ...base, people, enrolled }
}

test('a quote for three takes three of eight places from its sale on, and none before', async () => {
  const { calls, made, quote, enrolled, owner, filled, amal } = await quoted()
  expect([quote.free, quote.unnamed, quote.places, await enrolled()]).toEqual([4, 0, [], 4])
  const sold = await calls.quotes.convert(seen(quote))
  expect(sold).toMatchObject({ state: 'converted', unnamed: 2, free: 1, total: 48_999 })
  expect(sold.places.map(({ customer, firstName, state }) => [customer, firstName, state])).toEqual([
    [amal.id, 'Amal', 'active'],
    [null, '', 'offered'],
    [null, '', 'offered'],
  ])
  expect(await enrolled()).toBe(7)
  // The bill is one line for three, as agreed to the cent; each person has their own place.
  const sale = await calls.sales.get({ id: sold.sale ?? '' })
  expect(sale).toMatchObject({ total: 48_999, tax: 3996, net: 45_003, lines: 1 })
  expect(sale.items).toMatchObject([{ kind: 'batch', text: 'Juniors', quantity: 3, total: 48_999, tax: 3996, net: 45_003 }])
  expect(sale.items).toHaveLength(1)
  expect(new Set(sale.items[0]?.enrolments)).toEqual(new Set(sold.places.map(({ enrolment }) => enrolment)))
  expect((await calls.sales.list({})).rows).toMatchObject([{ lines: 1, text: 'Juniors' }])
  // Only one more place can be sold.
  await filled(1)
  const late = await person(calls, 'Late')
  expect(await refusal(calls.enrolments.enrol({ batch: made.id, customer: late.id }))).toBe('batch/full')
  expect(await refusal(calls.batches.archive(seen(await calls.batches.get({ id: made.id }))))).toBe('batch/in-use')
  await year.expectSound(owner.vendorId)
})

test('every place is billed on at the agreed price, in each person’s own bill', async () => {
  const base = await quoted()
  const { calls, quote, owner, people, made, amal } = base
  const [badr, cyra] = await people()
  const sold = await calls.quotes.convert({ ...seen(quote), customers: [badr.id, cyra.id, amal.id] })
  expect(sold).toMatchObject({ unnamed: 0, places: [{ customer: badr.id }, { customer: cyra.id }, { customer: amal.id }] })
  await calls.batches.changePrice({ ...seen(await calls.batches.get({ id: made.id })), price: 20_000, from: '2026-11-01', isForAll: true })
  await year.on('2026-11-05', base)
  const { rows } = await calls.sales.list({ from: '2026-11-05', size: 50 })
  const theirs = rows.filter(({ customer }) => [badr.id, cyra.id, amal.id].includes(customer ?? ''))
  expect(theirs.map(({ total, state }) => [total, state])).toEqual([16_333, 16_333, 16_333].map((total) => [total, 'open']))
  // Three places at 150.01 without tax, for the three remaining months; the other four continue at the new price of 200.00.
  const { monthly } = await calls.enrolments.sums({ batch: made.id })
  expect(monthly).toBe(3 * 15_001 + 4 * 20_000)
  await year.expectSound(owner.vendorId)
})

test('a place that is named later begins that day, is on the roster from then on, and is billed after what was paid', async () => {
  const base = await quoted({ candidates: 2 })
  const { calls, quote, owner, people, made, amal } = base
  const [badr] = await people()
  const sold = await calls.quotes.convert(seen(quote))
  const monthly = async () => (await calls.enrolments.sums({ batch: made.id })).monthly
  expect(await monthly()).toBe(15_001 + 4 * 18_000)
  await year.on('2026-10-13', base)
  const [, second] = (await calls.sessions.list({ from: '2026-10-05', to: '2026-10-19', batch: made.id })).rows
  const expected = async () => (await calls.attendance.roster({ session: second?.id ?? '' })).people.length
  expect([second?.booked, await expected()]).toEqual([5, 5])
  const named = await calls.quotes.name({ ...seen(sold), customers: [badr.id] })
  expect(named).toMatchObject({ unnamed: 0, places: [{ customer: amal.id }, { customer: badr.id, firstName: 'Badr', state: 'active' }] })
  // The place began after that session.
  expect(await expected()).toBe(5)
  const third = (await calls.sessions.list({ from: '2026-10-19', to: '2026-10-19', batch: made.id })).rows[0]
  expect((await calls.attendance.roster({ session: third?.id ?? '' })).people).toHaveLength(6)
  expect((await calls.enrolments.list({ customer: badr.id })).rows).toMatchObject([
    { startDate: '2026-10-13', price: 15_001, billedThrough: '2026-11-04', nextChargeOn: '2026-11-05', state: 'pastDue' },
  ])
  expect(await monthly()).toBe(2 * 15_001 + 4 * 18_000)
  await year.on('2026-11-05', base)
  const { rows } = await calls.sales.list({ customer: badr.id })
  expect(rows).toMatchObject([{ total: 16_333, day: '2026-11-05' }])
  await year.expectSound(owner.vendorId)
})

test('days on which no one had the place are billed to no one, and a batch that was lengthened goes on', async () => {
  const base = await quoted({ candidates: 2 })
  const { calls, quote, people, made, owner } = base
  const [badr] = await people()
  const sold = await calls.quotes.convert(seen(quote))
  await year.on('2026-12-10', base)
  expect(await calls.batches.get({ id: made.id })).toMatchObject({ enrolled: 6 })
  await calls.batches.update({ ...seen(await calls.batches.get({ id: made.id })), endDate: '2027-03-31' })
  await calls.quotes.name({ ...seen(await calls.quotes.get({ id: sold.id })), customers: [badr.id] })
  expect((await calls.enrolments.list({ customer: badr.id })).rows).toMatchObject([
    { startDate: '2026-12-10', endDate: '2027-03-31', nextChargeOn: '2026-12-10' },
  ])
  await year.on('2026-12-11', base)
  expect((await calls.sales.list({ customer: badr.id })).rows).toMatchObject([{ total: 16_333, day: '2026-12-10' }])
  await year.expectSound(owner.vendorId)
})

test('too few places refuse the whole sale and say how many are free; two sales of the last places: one wins', async () => {
  const base = await quoted()
  const { calls, quote, filled, enrolled } = base
  await filled(2)
  await expect(calls.quotes.convert(seen(quote))).rejects.toMatchObject({ code: 'quote/places', data: { free: 2, candidates: 3 } })
  await filled(2)
  expect(await refusal(calls.quotes.convert(seen(quote)))).toBe('batch/full')
  expect([(await deskRows(app, base, 'sales')).length, (await deskRows(app, base, 'enrolments')).length]).toEqual([0, 8])
  const other = await quoted()
  const { amal: first, calls: theirs, made } = other
  const badr = await person(theirs, 'Badr', { email: `badr-${newId()}@example.com` })
  const request = { service: null, batch: made.id, candidates: 3, offeredPrice: 16_333, customer: badr.id }
  const rival = await accepted(app, { ...other, email: badr.email }, request)
  const said = await Promise.all([other.quote, rival].map((one) => refusal(theirs.quotes.convert(seen(one)))))
  expect(said.toSorted()).toEqual(['accepted', 'quote/places'])
  expect([(await deskRows(app, other, 'sales')).length, await other.enrolled(), first.firstName]).toEqual([1, 7, 'Amal'])
  expect(await enrolled()).toBe(8)
})

test('twenty calls at once sell and name once', async () => {
  const base = await quoted()
  const { calls, quote, people, enrolled } = base
  const [badr, cyra] = await people()
  const answers = await Promise.all(Array.from({ length: 20 }, () => calls.quotes.convert({ ...seen(quote), customers: [] })))
  expect(new Set(answers.map(({ sale }) => sale)).size).toBe(1)
  const [sold] = answers
  const request = { id: quote.id, version: sold?.version ?? 0, customers: [badr.id, cyra.id] }
  const named = await Promise.all(Array.from({ length: 20 }, () => calls.quotes.name(request)))
  expect(named.map(({ unnamed }) => unnamed)).toEqual(Array.from({ length: 20 }, () => 1))
  expect([await enrolled(), (await deskRows(app, base, 'enrolments')).length]).toEqual([7, 7])
  // Two desks name the last of its places: one is refused.
  const [dana, eli] = [await person(calls, 'Dana'), await person(calls, 'Eli')]
  const last = seen(await calls.quotes.get({ id: quote.id }))
  const said = await Promise.all([dana, eli].map(({ id }) => refusal(calls.quotes.name({ ...last, customers: [id] }))))
  expect(said.toSorted()).toEqual(['accepted', 'request/stale'])
})

test('whom it names: own customers, each once, none who is blocked or there already, and no more than places', async () => {
  const base = await quoted()
  const { calls, quote, people, made, amal, service } = base
  const [badr, cyra] = await people()
  const foreign = (await quoteDesk(app)).amal.id
  const convert = (...customers: string[]) => refusal(calls.quotes.convert({ ...seen(quote), customers }))
  expect([await convert(foreign), await convert(newId()), await convert(badr.id, badr.id)]).toEqual([
    'enrolments.customer.required',
    'enrolments.customer.required',
    'quotes.customers.twice',
  ])
  expect(await convert(amal.id, badr.id, cyra.id, newId())).toBe('quotes.customers.many')
  const waiting = await calls.enrolments.enrol({ batch: made.id, customer: badr.id })
  expect(await convert(badr.id)).toBe('enrolments.customer.enrolled')
  await calls.enrolments.cancel({ ...seen(waiting), when: 'now' })
  const blocked = await calls.customers.block(seen(cyra))
  expect(await convert(cyra.id)).toBe('customer/blocked')
  expect((await deskRows(app, base, 'sales')).length).toBe(0)
  const sold = await calls.quotes.convert({ ...seen(quote), customers: [badr.id] })
  const name = (...customers: string[]) => refusal(calls.quotes.name({ ...seen(sold), customers }))
  expect([await name(foreign), await name(newId()), await name(), await name(blocked.id), await name(badr.id, amal.id)]).toEqual([
    'enrolments.customer.required',
    'enrolments.customer.required',
    'quotes.customers.required',
    'customer/blocked',
    'enrolments.customer.enrolled',
  ])
  expect(await name(amal.id, newId(), newId())).toBe('quotes.customers.many')
  expect((await calls.quotes.get({ id: quote.id })).unnamed).toBe(2)
  const lesson = await accepted(app, base, { candidates: 2, service: service.id, offeredPrice: 5000 })
  expect(await refusal(calls.quotes.convert({ ...seen(lesson), customers: [amal.id] }))).toBe('quotes.customers.many')
  const billed = await calls.quotes.convert(seen(lesson))
  expect([billed.places, billed.unnamed, billed.free]).toEqual([[], 0, null])
  expect(await refusal(calls.quotes.name({ ...seen(billed), customers: [amal.id] }))).toBe('quote/state')
})

test('a void frees every place, named or not; a refund frees them where it is asked to', async () => {
  for (const which of ['void', 'refund'] as const) {
    const base = await quoted()
    const { calls, quote, people, enrolled, owner } = base
    const [badr] = await people()
    const sold = await calls.quotes.convert({ ...seen(quote), customers: [badr.id] })
    const sale = sold.sale ?? ''
    const request = { sale, amount: 16_333, method: 'cash', reason: 'One stays away' } as const
    if (which === 'refund') {
      const { seats } = await calls.sales.refundEffect({ sale, amount: 16_333, releasesSeat: true })
      expect(new Set(seats.map(({ enrolment }) => enrolment))).toEqual(new Set(sold.places.map(({ enrolment }) => enrolment)))
      await calls.sales.refund(request)
      expect(await enrolled()).toBe(7)
      await calls.sales.refund({ ...request, releasesSeat: true })
    } else await calls.sales.void({ id: sale, reason: 'Sold in error' })
    expect([await enrolled(), (await calls.quotes.get({ id: quote.id })).unnamed], which).toEqual([4, 0])
    expect(await refusal(calls.quotes.name({ ...seen(await calls.quotes.get({ id: quote.id })), customers: [base.amal.id] }))).toBe(
      'quotes.customers.many',
    )
    await year.expectSound(owner.vendorId)
  }
})

test('places that no one is named for are given up by hand, and with their batch', async () => {
  const base = await quoted()
  const { calls, quote, enrolled, made } = base
  const sold = await calls.quotes.convert(seen(quote))
  const freed = await calls.quotes.release(seen(sold))
  expect([freed.unnamed, freed.places.length, await enrolled()]).toEqual([0, 1, 5])
  expect(await calls.quotes.release(seen(sold))).toEqual(freed)
  expect(freed.steps.map(({ action }) => action)).toContain('release')
  const other = await quoted()
  const converted = await other.calls.quotes.convert(seen(other.quote))
  await other.calls.batches.cancel({ ...seen(await other.calls.batches.get({ id: other.made.id })), reason: 'The hall closes' })
  expect(await other.calls.quotes.get({ id: converted.id })).toMatchObject({ unnamed: 0 })
  const badr = await person(other.calls, 'Badr')
  expect(await refusal(other.calls.quotes.name({ ...seen(converted), customers: [badr.id] }))).toBe('batch/not-open')
  expect((await calls.batches.get({ id: made.id })).enrolled).toBe(5)
})

test('Home, the batch and the quote say how many people are missing', async () => {
  const { calls, quote, people, made } = await quoted()
  const [badr, cyra] = await people()
  const need = async () => (await calls.home.today()).needs.unnamed
  const listed = async (batch = made.id) =>
    (await calls.quotes.list({ state: 'toName', batch })).rows.map(({ id, unnamed }) => [id, unnamed])
  expect([(await need()).count, await listed()]).toEqual([0, []])
  const sold = await calls.quotes.convert(seen(quote))
  expect(await need()).toMatchObject({
    count: 1,
    rows: [{ target: quote.id, name: 'Amal Karam', text: 'Juniors', people: 2, money: 32_666 }],
  })
  expect([await listed(), await refusal(listed(newId()))]).toEqual([[[quote.id, 2]], 'document/not-found'])
  await calls.home.snooze({ kind: 'unnamed', about: quote.id, until: '2026-10-20' })
  expect(await need()).toMatchObject({ count: 0, snoozed: [{ id: quote.id }] })
  await calls.quotes.name({ ...seen(sold), customers: [badr.id, cyra.id] })
  expect([await listed(), (await need()).snoozed]).toEqual([[], []])
})

test('a quote for one bills the next days of who has the place, and takes one for who has none', async () => {
  const base = await quoted({ candidates: 1 })
  const { calls, quote, amal, made, enrolled } = base
  const group = await accepted(app, base, { service: null, batch: made.id, candidates: 2, offeredPrice: 16_333 })
  await calls.enrolments.enrol({ batch: made.id, customer: amal.id, terms: 'bill' })
  const sold = await calls.quotes.convert(seen(quote))
  expect(await calls.sales.get({ id: sold.sale ?? '' })).toMatchObject({
    total: 16_333,
    items: [{ kind: 'renewal', quantity: 1, fromDay: '2026-11-05', toDay: '2026-12-04' }],
  })
  expect([sold.places, await enrolled()]).toEqual([[], 5])
  // A person who is already in the batch does not get a second place.
  expect(await calls.quotes.convert(seen(group))).toMatchObject({ unnamed: 2 })
  expect(await enrolled()).toBe(7)
})

test('two of a quote who turn out to be one keep one place; one who left can be erased', async () => {
  const base = await quoted()
  const { calls, quote, people, enrolled, owner, amal } = base
  const [badr, cyra] = await people()
  const sold = await calls.quotes.convert({ ...seen(quote), customers: [badr.id, cyra.id] })
  await calls.customers.merge({ ...seen(badr), drop: cyra.id })
  const { places } = await calls.quotes.get({ id: quote.id })
  expect(places.map(({ customer, state }) => `${state} ${customer}`).toSorted()).toEqual([
    `active ${badr.id}`,
    `cancelled ${badr.id}`,
    'offered null',
  ])
  expect(await enrolled()).toBe(6)
  // The buyer is also merged into the person, and the unnamed place stays with the quote.
  await calls.customers.merge({ ...seen(await calls.customers.get({ id: badr.id })), drop: amal.id })
  expect(await calls.quotes.get({ id: quote.id })).toMatchObject({ customer: badr.id, unnamed: 1 })
  const erase = async () => {
    const { id, version } = await calls.customers.get({ id: badr.id })
    return refusal(calls.customers.erase({ id, version, reason: 'Asked by letter', name: 'Badr Karam' }))
  }
  expect(await erase()).toBe('customer/in-use')
  const [place] = (await calls.enrolments.list({ customer: badr.id, state: 'held' })).rows
  await calls.enrolments.cancel({ ...seen(place ?? { id: '', version: 0 }), when: 'now' })
  expect(await erase()).toBe('customer/owes')
  const { due } = await calls.sales.get({ id: sold.sale ?? '' })
  await calls.sales.refund({ sale: sold.sale ?? '', amount: due, method: 'cash', releasesSeat: true, reason: 'Sold in error' })
  expect(await erase()).toBe('accepted')
  const after = await calls.quotes.get({ id: quote.id })
  expect([after.unnamed, after.places.map(({ firstName }) => firstName), await enrolled()]).toEqual([0, ['–', '–'], 4])
  await year.expectSound(owner.vendorId)
})
