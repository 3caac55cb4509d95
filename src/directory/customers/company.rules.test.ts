import { expect, test } from 'vitest'
import { addressLines, isTaxNumber } from './company.rules.ts'

test.each([
  ['GB', ['123456789', 'GB 123 4567 89', '123456789012', 'GBGD123', 'xi123456789'], ['12345678', 'DE123456789', 'GB12345678A']],
  ['AE', ['100123456700003', '100-1234567-00003', '١٠٠١٢٣٤٥٦٧٠٠٠٠٣'], ['10012345670000', '1001234567000033', 'TRN100123456700003']],
  ['SA', ['310122393500003', '300000000000003'], ['210122393500003', '310122393500001', '31012239350000']],
  ['BH', ['200000000000002'], ['20000000000000']],
  ['OM', ['OM1100006083', 'om 1100006083', '1100006083'], ['OM110000608', 'AE1100006083']],
  ['DE', ['DE123456789', '123456789', 'DE 123.456.789'], ['DE12345678', 'ATU12345678']],
  ['AT', ['ATU12345678'], ['AT12345678']],
  ['FR', ['FRAB123456789', '12345678901'], ['FR1234567890']],
  ['ES', ['ESB12345678', 'X1234567L'], ['ES123456789012']],
  ['NL', ['NL123456789B01', 'NLAB1234567802'], ['NL123456789']],
  ['GR', ['EL123456789', '123456789'], ['12345678']],
  ['IE', ['IE1234567T', 'IE1234567WA', 'IE1S23456L'], ['IE123456']],
])('the form of a tax number in %s', (country, taken, refused) => {
  for (const number of taken) expect(isTaxNumber(number, country), number).toBe(true)
  for (const number of refused) expect(isTaxNumber(number, country), number).toBe(false)
})

test('a number of a country without a known form, of none, and none at all are taken', () => {
  for (const country of ['US', 'KW', '']) expect(isTaxNumber('anything 1', country)).toBe(true)
  for (const country of ['GB', 'SA', 'US', '']) expect(isTaxNumber('', country)).toBe(true)
})

const company = { companyName: 'Acme', billingStreet: '1 High St', billingCity: 'Town', billingPostcode: '123', taxNumber: '' }

test('the postcode comes first where the post has it first, and what is missing leaves no gap', () => {
  expect(addressLines({ ...company, billingCountry: 'GB' })).toEqual(['1 High St', 'Town 123'])
  expect(addressLines({ ...company, billingCountry: 'DE' })).toEqual(['1 High St', '123 Town'])
  expect(addressLines({ ...company, billingCountry: 'IE' })).toEqual(['1 High St', 'Town 123'])
  expect(addressLines({ ...company, billingCountry: 'DE', billingPostcode: '' })).toEqual(['1 High St', 'Town'])
  expect(addressLines({ ...company, billingCountry: 'AE', billingStreet: '', billingPostcode: '', billingCity: '' })).toEqual([])
})
