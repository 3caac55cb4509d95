import { afterAll, beforeAll, expect, test } from 'vitest'
import { platform, tenant } from '#db/tenant.ts'
import type { Role } from '#lib/roles.ts'
import { checkBooks } from '#business/ledger/chain-links.server.ts'
import { reconcile } from '#insight/finance/reconcile.server.ts'
import { newId } from '#kernel/ids.ts'
import { testApp, type TestApp } from '../../../test/app.ts'
import { person, refusal, seen, start } from '../../../test/floor.ts'
import { quotesToAnswer } from './quote.row.server.ts'
import { quoteDesk, mailed, deskRows, sent } from './quote.sample.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

test('draft, sent, answered, sold: numbered without a gap, at the agreed price to the minor unit, with one row of the log each', async () => {
  const base = await quoteDesk(app)
  const { calls, amal, request } = base
  const draft = await calls.quotes.create({ ...request, candidates: 3 })
  expect(draft).toMatchObject({
    number: 'Q2026-00001',
    day: '2026-10-05',
    validUntil: '2026-10-12',
    state: 'draft',
    total: 300_003,
    version: 1,
  })
  expect(draft).toMatchObject({ firstName: 'Amal', batch: null, serviceType: 'football', currency: 'AED', exponent: 2, agreedPrice: null })
  app.clock.advance(1000)
  const changed = await calls.quotes.update({ ...request, ...seen(draft), candidates: 3, offeredPrice: 100_003, validUntil: '2026-10-20' })
  expect(changed).toMatchObject({ offeredPrice: 100_003, validUntil: '2026-10-20', version: 2 })
  expect(await refusal(calls.quotes.update({ ...request, ...seen(draft) }))).toBe('request/stale')
  app.clock.advance(1000)
  const { state, sentAt } = await calls.quotes.send(seen(changed))
  expect([state, sentAt]).toEqual(['sent', new Date(start + 2000).toISOString()])
  expect(await refusal(calls.quotes.update({ ...request, id: draft.id, version: 3 }))).toBe('quote/state')
  const { mail, token } = await mailed(app, base.email)
  expect(mail?.subject).toBe('Quote Q2026-00001 from Touchline')
  expect(mail?.text).toContain(`https://touchline.example/quote?lang=en#${token}`)
  expect(mail?.html).toContain(`<a href="https://touchline.example/quote?lang=en#${token}"`)
  expect(mail?.text.replaceAll('\u00a0', ' ')).toContain('AED 1,000.03\u2069 per person for 3 people, \u2066AED 3,000.09')
  const customer = app.browser()
  expect(await customer.calls.quotes.offer({ token })).toEqual({
    number: 'Q2026-00001',
    vendor: { name: 'Touchline', logo: '', country: 'AE' },
    batchName: null,
    serviceEn: 'Football',
    serviceAr: expect.stringMatching(/\p{Script=Arabic}/u),
    candidates: 3,
    quote: 'Ten afternoons of football',
    offeredPrice: 100_003,
    counterPrice: null,
    counterNote: '',
    agreedPrice: null,
    currency: 'AED',
    exponent: 2,
    validUntil: '2026-10-20',
    state: 'sent',
  })
  app.clock.advance(1000)
  expect(await customer.calls.quotes.answer({ token, answer: 'accept' })).toMatchObject({ state: 'accepted', agreedPrice: 100_003 })
  app.clock.advance(1000)
  const accepted = await calls.quotes.get({ id: draft.id })
  const sold = await calls.quotes.convert(seen(accepted))
  expect(sold).toMatchObject({ state: 'converted', saleNumber: 'S2026-00001', agreedPrice: 100_003, total: 300_009 })
  // The price includes 5 %: 300,009 ÷ 1.05 = 285,722.857.
  const sale = await calls.sales.get({ id: sold.sale ?? '' })
  expect(sale).toMatchObject({ total: 300_009, net: 285_723, tax: 14_286, due: 300_009, state: 'open', customer: amal.id })
  expect(sale.items).toMatchObject([{ kind: 'free', text: 'Football', quantity: 3, unit: 100_003, total: 300_009, enrolment: null }])
  const [line] = await deskRows(app, base, 'saleLines')
  expect(line).toMatchObject({ service: base.service.id })
  expect(sold.steps.map(({ action, isCustomer, price }) => [action, isCustomer, price])).toEqual([
    ['create', false, 100_001],
    ['update', false, 100_003],
    ['send', false, 100_003],
    ['accept', true, 100_003],
    ['convert', false, 100_003],
  ])
  const second = await calls.quotes.create(request)
  expect(second.number).toBe('Q2026-00002')
  const [books, differences] = await tenant(app.app.db, base.owner.vendorId, async (trx) => [
    await checkBooks(trx, base.owner.vendorId),
    await reconcile(trx, base.owner.vendorId),
  ])
  expect([books.events, books.entries.brokenAt, differences]).toEqual([{ length: 1, brokenAt: null }, null, []])
  await tenant(app.app.db, base.owner.vendorId, (trx) =>
    trx
      .updateTable('quotes')
      .set({ number: 'Q2026-00007' })
      .where('vendorId', '=', base.owner.vendorId)
      .where('id', '=', second.id)
      .execute(),
  )
  expect(await tenant(app.app.db, base.owner.vendorId, (trx) => reconcile(trx, base.owner.vendorId))).toMatchObject([
    { kind: 'numbers', id: 'Q:2026' },
  ])
})

test('a counter-offer that is accepted is the price of the bill, and its customer has the first place', async () => {
  const base = await quoteDesk(app)
  const { calls, made, amal } = base
  const { quote, token } = await sent(app, base, { service: null, batch: made.id, candidates: 4 })
  const customer = app.browser()
  const answer = (more: object) => refusal(customer.calls.quotes.answer({ token, answer: 'counter', ...more }))
  expect(await answer({})).toBe('offer.price.required')
  expect(await answer({ price: 0 })).toBe('offer.price.positive')
  expect(await answer({ price: 900_000_000_000 })).toBe('offer.price.most')
  expect(await answer({ price: 30_007, note: 'x'.repeat(201) })).toBe('offer.note.long')
  expect(await answer({ price: 30_007, note: 'All four come from one school' })).toBe('accepted')
  // Only one answer is accepted, and no different one after it.
  expect(await answer({ price: 30_007 })).toBe('quote/state')
  expect(await refusal(customer.calls.quotes.answer({ token, answer: 'accept' }))).toBe('quote/state')
  expect(await customer.calls.quotes.offer({ token })).toMatchObject({ state: 'countered', counterPrice: 30_007, agreedPrice: null })
  const countered = await calls.quotes.get({ id: quote.id })
  expect(countered).toMatchObject({ state: 'countered', counterPrice: 30_007, counterNote: 'All four come from one school' })
  expect(await refusal(calls.quotes.convert(seen(countered)))).toBe('quote/state')
  const waiting = async (today = '2026-10-05') => {
    const { vendorId } = base.owner
    return (await tenant(app.app.db, vendorId, (trx) => quotesToAnswer(vendorId, today).execute(trx))).rows
  }
  const needs = { id: quote.id, number: quote.number, customer: amal.id, since: new Date(start).toISOString(), money: 120_028 }
  expect(await waiting()).toEqual([needs])
  expect(await waiting('2026-10-13')).toEqual([])
  expect(await refusal(calls.quotes.acceptCounter(seen(quote)))).toBe('request/stale')
  const agreed = await calls.quotes.acceptCounter(seen(countered))
  expect(agreed).toMatchObject({ state: 'accepted', agreedPrice: 30_007, offeredPrice: 100_001, total: 120_028 })
  expect((await mailed(app, base.email)).mail?.subject).toBe(`Your offer for quote ${quote.number} was accepted`)
  // A quote accepted in time does not expire.
  expect(await waiting('2026-12-01')).toEqual([needs])
  const sold = await calls.quotes.convert(seen(agreed))
  const sale = await calls.sales.get({ id: sold.sale ?? '' })
  expect(sale).toMatchObject({
    total: 120_028,
    items: [{ kind: 'batch', text: 'Juniors', quantity: 4, unit: 35_000, total: 120_028 }],
    discountReason: quote.number,
  })
  // The place keeps the agreed price for the months after the quoted one; the other three wait for their people.
  expect((await calls.enrolments.list({ batch: made.id })).rows).toMatchObject([
    { customer: amal.id, state: 'active', price: 30_007, nextChargeOn: '2026-11-05' },
  ])
  expect(sold.unnamed).toBe(3)
  expect((await deskRows(app, base, 'audit')).filter(({ sequence }) => sequence !== null)).toMatchObject([
    { action: 'convert', entity: 'sale', target: sold.sale, subject: quote.id, after: { quote: quote.id, total: 120_028 } },
  ])
  expect(await waiting()).toEqual([])
})

test('what was agreed is the bill’s total, also where the business’s own prices are without tax', async () => {
  const base = await quoteDesk(app)
  const { calls } = base
  await calls.setup.saveTax({ rate: 1500, isIncluded: false, number: '', validFrom: '2026-10-05', version: 0 })
  const { quote, token } = await sent(app, base, { offeredPrice: 10_000, candidates: 4 })
  await app.browser().calls.quotes.answer({ token, answer: 'accept' })
  const sold = await calls.quotes.convert(seen(await calls.quotes.get({ id: quote.id })))
  expect(await calls.sales.get({ id: sold.sale ?? '' })).toMatchObject({
    total: 40_000,
    net: 34_783,
    tax: 5217,
    taxIsIncluded: true,
    items: [{ unit: 10_000, quantity: 4, total: 40_000 }],
  })
  expect(sold.total).toBe(40_000)
})

test('a tax of three decimals is exact in what is agreed: 31.0625 on a month of 350.00', async () => {
  const base = await quoteDesk(app)
  const { calls, made } = base
  await calls.setup.saveTax({ rateThousandths: 8875, isIncluded: false, number: '', validFrom: '2026-10-05', version: 0 })
  const { quote, token } = await sent(app, base, { service: null, batch: made.id, offeredPrice: 38_106, candidates: 1 })
  await app.browser().calls.quotes.answer({ token, answer: 'accept' })
  const sold = await calls.quotes.convert(seen(await calls.quotes.get({ id: quote.id })))
  expect(await calls.sales.get({ id: sold.sale ?? '' })).toMatchObject({ total: 38_106, net: 35_000, tax: 3106, discount: 0 })
})

test('twenty conversions at once sell once, and all are answered alike', async () => {
  const base = await quoteDesk(app)
  const { calls, made } = base
  const { quote, token } = await sent(app, base, { service: null, batch: made.id })
  await app.browser().calls.quotes.answer({ token, answer: 'accept' })
  const accepted = seen(await calls.quotes.get({ id: quote.id }))
  const answered = await Promise.all(Array.from({ length: 20 }, () => calls.quotes.convert(accepted)))
  expect(new Set(answered.map(({ sale }) => sale)).size).toBe(1)
  expect([
    (await deskRows(app, base, 'sales')).length,
    (await deskRows(app, base, 'saleLines')).length,
    (await deskRows(app, base, 'enrolments')).length,
  ]).toEqual([1, 1, 1])
  // 100,001 including 5 %: the revenue and the tax, each posted once.
  expect((await deskRows(app, base, 'ledger')).map(({ amount }) => amount).toSorted((a, b) => a - b)).toEqual([4762, 95_239])
  expect((await deskRows(app, base, 'audit')).filter(({ action }) => action === 'convert')).toHaveLength(1)
})

test('the form’s rules to the letter, whom and what it names, and a retry', async () => {
  const base = await quoteDesk(app)
  const { calls, request, made } = base
  const refused = (more: object) => refusal(calls.quotes.create({ ...request, ...more } as never))
  const sentence = async (more: object) =>
    calls.quotes.create({ ...request, ...more } as never).then(
      () => '',
      (error: { data: { issues: { message: string }[] } }) => error.data.issues[0]?.message,
    )
  expect(await sentence({ quote: 'x'.repeat(201) })).toBe('Maximum 200 characters allowed')
  expect(await refused({ quote: 'x'.repeat(200) })).toBe('accepted')
  expect([await refused({ quote: ' ' }), await refused({ offeredPrice: '' }), await refused({ offeredPrice: 'a lot' })]).toEqual([
    'quotes.quote.required',
    'quotes.offeredPrice.required',
    'quotes.offeredPrice.number',
  ])
  expect(await refused({ offeredPrice: -1 })).toBe('lib.fields.negative')
  expect(await refused({ offeredPrice: 1_000_000_000, candidates: 1000 })).toBe('accepted')
  expect(await refused({ offeredPrice: 1_000_000_001, candidates: 1000 })).toBe('quotes.offeredPrice.most')
  expect(await refused({ candidates: 0 })).toBe('quotes.candidates.number')
  expect([await refused({ service: null }), await refused({ batch: made.id })]).toEqual(['quotes.what.required', 'quotes.what.one'])
  const other = await quoteDesk(app)
  expect(await refused({ customer: other.amal.id })).toBe('enrolments.customer.required')
  expect([await refused({ service: other.service.id }), await refused({ service: null, batch: other.made.id })]).toEqual([
    'quotes.what.required',
    'quotes.what.required',
  ])
  const id = newId()
  const made20 = await Promise.all(Array.from({ length: 20 }, () => calls.quotes.create({ ...request, id })))
  expect(new Set(made20.map(({ number }) => number))).toEqual(new Set(['Q2026-00003']))
  expect(await refusal(calls.quotes.create({ ...request, id, offeredPrice: 1 }))).toBe('request/reused')
  const found = await calls.quotes.list({ search: 'karam', size: 2, sort: 'offeredPrice' })
  expect(found).toMatchObject({ total: 3, sums: { offered: 100_001 * 2 + 1_000_000_000_000, agreed: 0 } })
  expect(found.rows.map(({ offeredPrice }) => offeredPrice)).toEqual([1_000_000_000, 100_001])
  expect((await calls.quotes.list({ search: 'Q2026-00003' })).rows.map((row) => row.id)).toEqual([id])
  expect((await other.calls.quotes.list({ search: 'Q2026' })).total).toBe(0)
  expect(await refusal(other.calls.quotes.convert({ id, version: 1 }))).toBe('document/not-found')
  const nameless = await calls.quotes.create({ ...request, customer: (await person(calls, 'Badr')).id })
  expect(await refusal(calls.quotes.send(seen(nameless)))).toBe('sales.receipt.noAddress')
})

test('what refuses a sale refuses the conversion whole: a full batch, a closed month', async () => {
  const base = await quoteDesk(app, 1)
  const { calls, made } = base
  const { quote, token } = await sent(app, base, { service: null, batch: made.id })
  await app.browser().calls.quotes.answer({ token, answer: 'accept' })
  const accepted = seen(await calls.quotes.get({ id: quote.id }))
  const badr = await person(calls, 'Badr')
  const place = await calls.enrolments.enrol({ batch: made.id, customer: badr.id })
  expect(await refusal(calls.quotes.convert(accepted))).toBe('batch/full')
  await calls.enrolments.cancel({ ...seen(place), when: 'now' })
  const close = (day: string | null) =>
    tenant(app.app.db, base.owner.vendorId, (trx) =>
      trx.updateTable('books').set({ closedThrough: day }).where('vendorId', '=', base.owner.vendorId).execute(),
    )
  await close('2026-10-31')
  expect(await refusal(calls.quotes.convert(accepted))).toBe('month/closed')
  expect([
    (await deskRows(app, base, 'sales')).length,
    (await deskRows(app, base, 'ledger')).length,
    (await deskRows(app, base, 'enrolments')).length,
  ]).toEqual([0, 0, 1])
  expect(await calls.quotes.get({ id: quote.id })).toMatchObject({ state: 'accepted', sale: null })
  await close(null)
  expect(await calls.quotes.convert(accepted)).toMatchObject({ state: 'converted', saleNumber: 'S2026-00001' })
})

test('who sells may quote; a trainer sees none, an accountant only reads and is not told who asked', async () => {
  const base = await quoteDesk(app)
  const { calls, owner, request } = base
  const as = (role: Role) =>
    platform(app.app.db, (trx) => trx.updateTable('members').set({ role }).where('userId', '=', owner.userId).execute())
  const quote = await calls.quotes.create(request)
  for (const role of ['manager', 'frontDesk'] as const) {
    await as(role)
    expect(await refusal(calls.quotes.create(request)), role).toBe('accepted')
  }
  const acts = ['send', 'withdraw', 'acceptCounter', 'decline', 'convert'] as const
  for (const role of ['trainer', 'accountant'] as const) {
    await as(role)
    expect(await refusal(calls.quotes.create(request)), role).toBe('permission/denied')
    expect(await refusal(calls.quotes.update({ ...request, ...seen(quote) })), role).toBe('permission/denied')
    for (const act of acts) expect(await refusal(calls.quotes[act](seen(quote))), `${role} ${act}`).toBe('permission/denied')
  }
  expect(await calls.quotes.get({ id: quote.id })).toMatchObject({ firstName: '', lastName: '', email: '', offeredPrice: 100_001 })
  // A guess cannot reveal the customer either.
  const found = async (search: string) => (await calls.quotes.list({ search })).total
  expect([await found('Amal'), await found(base.email.slice(0, 40)), await found(quote.number)]).toEqual([0, 0, 1])
  await as('trainer')
  expect(await refusal(calls.quotes.list({}))).toBe('permission/denied')
})

test('what happened within one instant stands in the order in which it was done', async () => {
  const { calls, request } = await quoteDesk(app)
  const prices = Array.from({ length: 8 }, (_, at) => 5000 + at)
  let quote = await calls.quotes.create(request)
  for (const offeredPrice of prices) quote = await calls.quotes.update({ ...request, ...seen(quote), offeredPrice })
  await calls.quotes.send(seen(quote))
  const { steps } = await calls.quotes.get({ id: quote.id })
  expect(steps.map(({ action }) => action)).toEqual(['create', ...prices.map(() => 'update'), 'send'])
  expect(steps.slice(1, -1).map(({ price }) => price)).toEqual(prices)
})
