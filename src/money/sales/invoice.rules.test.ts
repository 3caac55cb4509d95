import { expect, test } from 'vitest'
import type { Buyer } from './invoice.contract.ts'
import { gapsOf, invoiceRule, numberKind, supplyOf } from './invoice.rules.ts'

const acme: Buyer = { name: 'Acme', address: '', country: '', taxNumber: '100123456700003' }
const sums = (total: number, exponent = 2, net = total) => ({ total, net, exponent })
const gaps = (country: string, of: ReturnType<typeof sums>, company: Buyer | null = acme, seller = '1 Road') =>
  gapsOf(invoiceRule(country)!, of, seller, company)

test.each([
  ['AE', 'taxInvoice', 'taxInvoice', 'taxCreditNote', 'trn'],
  ['SA', 'taxInvoice', 'simplifiedTaxInvoice', 'creditNote', 'vat'],
  ['BH', 'taxInvoice', 'simplifiedTaxInvoice', 'creditNote', 'vat'],
  ['OM', 'taxInvoice', 'simplifiedTaxInvoice', 'creditNote', 'vat'],
  ['GB', 'invoice', 'invoice', 'creditNote', 'vat'],
  ['DE', 'invoice', 'invoice', 'creditNote', 'vat'],
  ['FR', 'invoice', 'invoice', 'creditNote', 'vat'],
])('the words of %s', (country, title, simplifiedTitle, creditNoteTitle, number) => {
  expect(invoiceRule(country)).toMatchObject({ title, simplifiedTitle, creditNoteTitle })
  expect(numberKind(country)).toBe(number)
})

test('only Saudi Arabia asks for a code and for a language; countries without a rule have general documents', () => {
  expect(invoiceRule('SA')).toMatchObject({ hasCode: true, language: 'ar-SA' })
  for (const country of ['AE', 'BH', 'OM', 'GB', 'DE', 'FR']) {
    expect(invoiceRule(country)?.hasCode).toBeUndefined()
    expect(invoiceRule(country)?.language).toBeUndefined()
  }
  for (const country of ['KW', 'QA', 'US', '']) expect([invoiceRule(country), numberKind(country)]).toEqual([null, 'tax'])
})

test.each([
  ['AE', sums(1_000_000), sums(1_000_001)],
  ['GB', sums(25_000), sums(25_001)],
  ['DE', sums(25_000), sums(25_001)],
  ['FR', sums(10_000), sums(10_001)],
  ['SA', sums(99_999), sums(100_000)],
  ['BH', sums(500_000, 3), sums(500_001, 3)],
  ['OM', sums(524_998, 3, 499_999), sums(525_000, 3, 500_000)],
])('in %s a company’s address may be missing up to the sum of a simplified invoice', (country, simplified, full) => {
  expect(gaps(country, simplified)).toEqual([])
  expect(gaps(country, full)).toEqual(['buyerAddress'])
  expect(gaps(country, full, { ...acme, address: '1 Road' })).toEqual([])
  expect(gaps(country, full, null)).toEqual([])
  expect(gaps(country, full, acme, '')).toEqual(['sellerAddress', 'buyerAddress'])
})

test('in the Emirates and Bahrain a company without a tax number gets a simplified invoice at any sum', () => {
  const unregistered = { ...acme, taxNumber: '' }
  for (const country of ['AE', 'BH']) expect(gaps(country, sums(99_000_000), unregistered)).toEqual([])
  for (const country of ['SA', 'GB']) expect(gaps(country, sums(99_000_000), unregistered)).toEqual(['buyerAddress'])
})

test('the supply spans the days of all lines that name them', () => {
  const line = (fromDay: string | null, toDay: string | null) => ({ fromDay, toDay })
  expect(supplyOf([])).toBeNull()
  expect(supplyOf([line(null, null)])).toBeNull()
  expect(supplyOf([line('2026-11-05', '2026-12-04'), line(null, null), line('2026-10-05', '2026-11-04')])).toEqual({
    fromDay: '2026-10-05',
    toDay: '2026-12-04',
  })
})
