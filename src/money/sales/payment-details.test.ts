import { afterAll, beforeAll, expect, test } from 'vitest'
import { joined } from '#directory/team/team.sample.ts'
import { testApp, type TestApp } from '../../../test/app.ts'
import { person, refusal } from '../../../test/floor.ts'
import { lineOf, yearOf, type Year } from '../../../test/year.ts'

let app: TestApp
let year: Year
beforeAll(async () => {
  app = await testApp()
  year = yearOf(app)
})
afterAll(() => app.close())

const details = {
  holder: 'SV Köln e. V.',
  account: 'de89 3704 0044 0532 0130 00',
  bankCode: '',
  bic: 'cobadeffxxx',
  note: 'Cash at the desk',
}
const mailsTo = async (email: string) => (await app.mails()).filter(({ to }) => to === email)

/** A business in a country, with a customer in a language whose bill of 350.00 is unpaid. */
async function billed(country: string, language: 'en' | 'ar' = 'en') {
  const base = await year.yearFloor('2027-05-01', '2027-12-31', country)
  const amal = await person(base.calls, 'Amal', { email: `amal-${base.owner.vendorId.slice(-8)}@example.com`, language, phone: '' })
  const sold = await base.calls.sales.sell({ customer: amal.id, items: [lineOf(base)], total: 35_000 })
  const bill = () => base.calls.sales.get({ id: sold.id })
  const pay = (amount: number) => base.calls.sales.pay({ sale: sold.id, method: 'transfer', amount, reference: '' })
  return { ...base, amal, sold, bill, pay }
}

test('an unpaid bill says how to pay what is due, in euro with the code, and a paid or void one does not', async () => {
  const base = await billed('DE')
  const { calls, sold, bill, pay } = base
  expect((await bill()).howToPay).toBeNull()
  expect(await calls.sales.savePaymentDetails({ ...details, version: 0 })).toEqual({
    ...details,
    account: 'DE89370400440532013000',
    bic: 'COBADEFFXXX',
    version: 1,
  })
  const code = (euros: string) => `BCD\n002\n1\nSCT\nCOBADEFFXXX\nSV Köln e. V.\nDE89370400440532013000\n${euros}\n\n\n${sold.number}`
  expect((await bill()).howToPay).toEqual({
    holder: 'SV Köln e. V.',
    account: 'DE89 3704 0044 0532 0130 00',
    bankCode: '',
    bic: 'COBADEFFXXX',
    note: 'Cash at the desk',
    reference: sold.number,
    code: code('EUR350.00'),
  })
  await pay(10_001)
  expect((await bill()).howToPay?.code).toBe(code('EUR249.99'))
  await pay(24_999)
  expect((await bill()).howToPay).toBeNull()
  const ball = { items: [{ kind: 'free' as const, text: 'A ball', quantity: 1, unit: 500 }], total: 500 }
  const other = await calls.sales.sell(ball)
  expect(other.howToPay?.code).toContain('EUR5.00')
  expect((await calls.sales.void({ id: other.id, reason: 'By mistake' })).howToPay).toBeNull()
})

test('bills and reminders by mail say where to pay, in the customer’s language; a receipt does not', async () => {
  const base = await billed('AE', 'ar')
  const { calls, sold, amal } = base
  await calls.sales.savePaymentDetails({ ...details, account: '12-34-56 12345678', bic: '', bankCode: 'Bank of Dubai', version: 0 })
  expect((await base.bill()).howToPay).toMatchObject({ account: '12-34-56 12345678', code: null })
  await calls.sales.send({ id: sold.id })
  const sent = (await mailsTo(amal.email)).at(-1)
  expect(sent?.text).toContain('الحساب: ⁦12-34-56 12345678⁩، Bank of Dubai')
  expect(sent?.text).toContain(`المرجع: ⁦${sold.number}⁩`)
  expect(sent?.text).toContain('Cash at the desk')
  // The first reminder is mailed the day after the due day.
  await year.on('2027-05-05', base)
  const reminder = (await mailsTo(amal.email)).at(-1)
  expect([reminder?.subject.includes('تذكير'), reminder?.text.includes(`المرجع: ⁦${sold.number}⁩`)]).toEqual([true, true])
  await base.pay(35_000)
  await calls.sales.send({ id: sold.id })
  expect((await mailsTo(amal.email)).at(-1)?.text).not.toContain('المرجع')
})

test('only the owner saves them, soon after the password; the owner is mailed, and a wrong account is refused', async () => {
  const base = await billed('DE')
  const { calls, owner } = base
  const save = (more: object) => refusal(calls.sales.savePaymentDetails({ ...details, version: 0, ...more }))
  expect(await save({ account: 'DE89 3704 0044 0532 0130 01' })).toBe('sales.paymentDetails.account.invalid')
  expect(await save({ bic: 'COBA' })).toBe('sales.paymentDetails.bic.invalid')
  expect(await save({ holder: '' })).toBe('sales.paymentDetails.holder.required')
  expect(await save({ account: '' })).toBe('sales.paymentDetails.account.required')
  for (const role of ['manager', 'frontDesk', 'accountant'] as const) {
    const { sales } = (await joined(app, base, role)).calls
    expect(await refusal(sales.savePaymentDetails({ ...details, version: 0 })), role).toBe('permission/denied')
    expect(await refusal(sales.paymentDetails()), role).toBe(role === 'manager' ? 'accepted' : 'permission/denied')
  }
  const at = app.clock.now()
  app.clock.set(at + 16 * 60_000)
  expect(await save({})).toBe('auth/recent-sign-in-required')
  expect((await calls.sales.paymentDetails()).version).toBe(0)
  app.clock.set(at)
  const saves = await Promise.all([save({}), save({ note: 'Card at the desk' })])
  expect(saves.toSorted()).toEqual(['accepted', 'request/stale'])
  // The same again changes nothing.
  const { version, ...now } = await calls.sales.paymentDetails()
  expect(await calls.sales.savePaymentDetails({ ...now, version })).toEqual({ ...now, version: 1 })
  const mails = (await mailsTo(owner.email)).filter(({ subject }) => subject === 'Your payment details were changed')
  expect(mails.map(({ text }) => text.includes('account ending in ⁨3000⁩'))).toEqual([true])
})
