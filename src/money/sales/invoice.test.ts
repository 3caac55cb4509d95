import { afterAll, beforeAll, expect, test } from 'vitest'
import { company } from '#directory/customers/company.sample.ts'
import { mailed } from '#money/quotes/quote.sample.ts'
import { joined } from '#directory/team/team.sample.ts'
import { testApp, type TestApp } from '../../../test/app.ts'
import { hours, person, refusal, seen } from '../../../test/floor.ts'
import { lineOf, yearOf, type Year } from '../../../test/year.ts'
import { readZatca } from './zatca-reader.sample.ts'

let app: TestApp
let year: Year
beforeAll(async () => {
  app = await testApp()
  year = yearOf(app)
})
afterAll(() => app.close())

const ball = { kind: 'free' as const, text: 'A ball', quantity: 1, unit: 500 }
const named = {
  name: company.companyName,
  address: 'Sheikh Zayed Road 12\nDubai 00000',
  country: 'AE',
  taxNumber: company.taxNumber,
}

/** A business in a country, registered for tax unless without a number, with a customer who is a company. */
async function seller(country: string, number = '300000000000003', more: object = {}) {
  const base = await year.yearFloor('2027-05-01', '2027-12-31', country)
  const { calls, logo, owner } = base
  const place = { address: '1 Corniche', postcode: '11' }
  await calls.setup.saveVendor({ ...hours, ...place, logo, name: 'أكاديمية الشاطئ', username: `v${owner.vendorId.slice(-10)}`, version: 0 })
  await calls.setup.saveTax({ rateThousandths: 15_000, isIncluded: false, number, validFrom: '2027-05-01', version: 0 })
  const email = `company-${owner.vendorId.slice(-8)}@example.com`
  const buyer = await person(calls, 'Amal', { ...company, email, phone: '+971501234567', ...more })
  const sell = (customer: string | null, unit = 100_000) =>
    calls.sales.sell({ customer, items: [{ ...ball, unit }], total: Math.round(unit * 1.15) })
  return { ...base, buyer, email, sell }
}

test('a bill names the company as on its day, whatever becomes of the customer, and so do its credit notes', async () => {
  const base = await seller('AE')
  const { calls, buyer, sell, owner } = base
  const first = await sell(buyer.id)
  expect(first.buyer).toEqual(named)
  const changed = await calls.customers.update({ ...seen(buyer), companyName: 'Gulf Swim Holding', taxNumber: '100999999900003' })
  const second = await sell(buyer.id)
  expect([second.buyer?.name, second.buyer?.taxNumber]).toEqual(['Gulf Swim Holding', '100999999900003'])
  // A statement is of its own day, so it names the company of today.
  const statement = await calls.sales.account({ customer: buyer.id, from: '2027-05-01', to: '2027-05-31' })
  expect(statement.customer.companyName).toBe('Gulf Swim Holding')
  expect((await calls.sales.refund({ sale: first.id, amount: 11_500, method: 'cash', reason: 'Broken' })).buyer).toEqual(named)
  const twin = await person(calls, 'Amal')
  await calls.customers.merge({ ...seen(twin), drop: changed.id })
  expect(await calls.sales.get({ id: first.id })).toMatchObject({ customer: twin.id, buyer: named })
  await calls.sales.void({ id: second.id, reason: 'Wrong number' })
  expect((await calls.sales.get({ id: second.id })).buyer?.name).toBe('Gulf Swim Holding')
  const none = await calls.customers.create({ firstName: 'Badr', phone: '+971501112233' })
  expect((await sell(none.id)).buyer).toBeNull()
  expect((await sell(null)).buyer).toBeNull()
  await year.expectSound(owner.vendorId)
})

test('every way of billing names the company: the desk, an enrolment, a quote and the nightly run', async () => {
  const base = await seller('AE')
  const { calls, buyer, batch, email, owner, second: trainer } = base
  const offer = await calls.quotes.create({ customer: buyer.id, service: base.service.id, quote: 'Ten mornings', offeredPrice: 100 })
  await calls.quotes.send(seen(offer))
  await app.browser().calls.quotes.answer({ token: (await mailed(app, email)).token, answer: 'accept' })
  await calls.quotes.convert(seen(await calls.quotes.get({ id: offer.id })))
  await calls.sales.sell({ customer: buyer.id, items: [lineOf(base)], total: 40_250 })
  const monthly = await calls.batches.create(
    batch({ startDate: '2027-05-01', endDate: '2027-12-31', startingTime: '09:00', endingTime: '10:00', trainer: trainer.id }),
  )
  await calls.enrolments.enrol({ batch: monthly.id, customer: buyer.id, terms: 'bill' })
  await year.on('2027-06-02', base)
  const bills = (await calls.sales.list({ customer: buyer.id, size: 100 })).rows
  const details = await Promise.all(bills.map(({ id }) => calls.sales.get({ id })))
  expect(new Set(details.map(({ items: [line] }) => line?.kind))).toEqual(new Set(['batch', 'renewal', 'free']))
  expect(details.length).toBeGreaterThanOrEqual(5)
  for (const { buyer: of, number } of details) expect(of, number).toEqual(named)
  await year.expectSound(owner.vendorId)
})

test('in Saudi Arabia both kinds of invoice and their credit notes have a code with the five values, and Arabic labels', async () => {
  const { calls, buyer, sell } = await seller('SA')
  const full = await sell(buyer.id)
  const simplified = await sell(null, 4321)
  const values = ({ code }: { code?: string | null | undefined }) => readZatca(code ?? '')
  const head = ['أكاديمية الشاطئ', '300000000000003', '2027-05-01T09:00:00Z']
  expect(full.invoice).toMatchObject({ title: 'taxInvoice', creditNoteTitle: 'creditNote', gaps: [], supply: null })
  expect(values(full.invoice!)).toEqual([...head, '1150.00', '150.00'])
  expect(simplified.invoice).toMatchObject({ title: 'simplifiedTaxInvoice', gaps: [] })
  expect(values(simplified.invoice!)).toEqual([...head, '49.69', '6.48'])
  expect(full.invoice?.labels).toMatchObject({
    'invoice.titles.taxInvoice': 'فاتورة ضريبية',
    'invoice.titles.simplifiedTaxInvoice': 'فاتورة ضريبية مبسطة',
    'bill.taxAdded 15000': expect.stringMatching(/15/),
  })
  for (const [key, text] of Object.entries(full.invoice?.labels ?? {})) expect(text, key).toMatch(/^[^{}a-z]*\p{Script=Arabic}[^{}a-z]*$/u)
  const credited = await calls.sales.refund({ sale: full.id, amount: 11_500, method: 'cash', reason: 'Broken' })
  expect(credited.refunds.map(values)).toEqual([[...head, '115.00', '15.00']])
})

test('elsewhere there is no code: the Emirates say tax invoice, Britain invoice with its days, Kuwait has no rule', async () => {
  const emirates = await seller('AE', '100123456700003')
  expect((await emirates.sell(null)).invoice).toMatchObject({
    title: 'taxInvoice',
    creditNoteTitle: 'taxCreditNote',
    code: null,
    labels: null,
  })
  const britain = await seller('GB', 'GB123456789')
  const place = await britain.calls.sales.sell({ customer: britain.buyer.id, items: [lineOf(britain)], total: 40_250 })
  expect(place.invoice).toMatchObject({
    title: 'invoice',
    code: null,
    labels: null,
    supply: { fromDay: '2027-05-01', toDay: '2027-05-31' },
  })
  const kuwait = await seller('KW', '123')
  expect(await kuwait.sell(kuwait.buyer.id)).toMatchObject({ invoice: null, buyer: named })
  const unregistered = await seller('SA', '')
  expect((await unregistered.sell(unregistered.buyer.id)).invoice).toBeNull()
})

test('an invoice says which addresses the law asks for and it lacks', async () => {
  const { calls, buyer, sell } = await seller('GB', 'GB123456789')
  const bare = await calls.customers.create({ firstName: 'Badr', phone: '+971501112233', companyName: 'Bare Ltd' })
  expect((await sell(buyer.id)).invoice?.gaps).toEqual([])
  expect((await sell(bare.id)).invoice?.gaps).toEqual(['buyerAddress'])
  expect((await sell(bare.id, 20_000)).invoice?.gaps).toEqual([])
})

test('an accountant reads the company of a bill and not the person; a stranger neither', async () => {
  const base = await seller('AE')
  const bill = await base.sell(base.buyer.id)
  const accountant = await joined(app, base.owner, 'accountant')
  expect(await accountant.calls.sales.get({ id: bill.id })).toMatchObject({ firstName: '', phone: '', email: '', buyer: named })
  await base.calls.sales.refund({ sale: bill.id, amount: 100, method: 'cash', reason: 'Broken' })
  const listed = (await accountant.calls.finance.invoices({})).rows
  expect(listed.map(({ kind }) => kind).toSorted()).toEqual(['creditNote', 'invoice'])
  for (const row of listed) expect(row).toMatchObject({ firstName: '', buyerName: named.name, buyerTaxNumber: named.taxNumber })
  expect((await accountant.calls.finance.invoices({ search: 'Gulf' })).rows).toEqual([])
  const stranger = await app.owner({ country: 'AE' })
  expect(await refusal(stranger.calls.sales.get({ id: bill.id }))).toBe('document/not-found')
})

test('the mail of a bill has its title, its seller and the company, in the customer’s language and as text', async () => {
  const sentIn = async (language: 'en' | 'ar', companyName: string) => {
    const { calls, buyer, email, sell } = await seller('AE', '100123456700003', { language, companyName })
    const bill = await sell(buyer.id)
    await calls.sales.send({ id: bill.id })
    const mail = (await app.mails()).findLast(({ to, subject }) => to === email && subject.includes(bill.number))!
    return { ...mail, number: bill.number }
  }
  const english = await sentIn('en', '<b>Acme</b> & Sons')
  expect(english.text).toContain(`Tax invoice ${english.number}, 1 May 2027\n\nأكاديمية الشاطئ, 1 Corniche, 11, United Arab Emirates\n\n`)
  expect(english.text).toContain('For <b>Acme</b> & Sons, Sheikh Zayed Road 12, Dubai 00000, United Arab Emirates, TRN 100123456700003\n\n')
  expect(english.html).toContain('&lt;b&gt;Acme&lt;/b&gt; &amp; Sons')
  expect(english.html).not.toContain('<b>Acme</b>')
  const arabic = await sentIn('ar', 'شركة الخليج')
  expect(arabic.text).toContain(`فاتورة ضريبية ${arabic.number}`)
  expect(arabic.text).toContain('إلى: شركة الخليج')
})
