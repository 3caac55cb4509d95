import { expect, test } from 'vitest'
import { returnBoxes, returnDueOn, returnForms } from './return-boxes.rules.ts'

const row = (
  kind: string,
  taxClass: 'standard' | 'reduced' | 'zero' | 'exempt' | null,
  rateThousandths: number | null,
  net: number,
  tax: number,
) => ({
  kind,
  taxClass,
  rateThousandths,
  net,
  tax,
})
const rows = [
  row('sale', 'standard', 19_000, 10_000, 1900),
  row('void', 'standard', 19_000, -1000, -190),
  row('refund', 'standard', 19_000, -2000, -380),
  row('sale', 'standard', 16_000, 1000, 160),
  row('sale', 'reduced', 7000, 3000, 210),
  row('refund', 'reduced', 7000, -1000, -70),
  row('sale', 'zero', 0, 500, 0),
  row('sale', 'exempt', 0, 700, 0),
  row('expense', null, null, -4000, -760),
]
const payable = 1900 - 190 - 380 + 160 + 210 - 70 - 760
const of = (country: string) => Object.fromEntries(returnBoxes(country, rows, 900).boxes.map(({ box, net, tax }) => [box, [net, tax]]))

test('the boxes of each known form are the sums that its guide asks for', () => {
  expect(of('GB')).toEqual({
    1: [null, 1630],
    3: [null, 1630],
    4: [null, 760],
    5: [null, payable],
    6: [11_200, null],
    7: [4900, null],
  })
  expect(of('AE')).toEqual({
    1: [10_000, 1630],
    4: [500, null],
    5: [700, null],
    8: [11_200, 1630],
    9: [4000, 760],
    11: [4000, 760],
    12: [null, 1630],
    13: [null, 760],
    14: [null, payable],
  })
  expect(of('DE')).toEqual({
    81: [7000, null],
    86: [2000, null],
    '35 / 36': [1000, 160],
    43: [500, null],
    48: [700, null],
    66: [null, 760],
    83: [null, payable],
  })
  expect(of('OM')).toMatchObject({ '1(a)': [10_000, 1630], '5(a)': [null, 1630], '7(c)': [null, payable] })
  expect(of('SA')).toMatchObject({ 1: [10_000, 1630], 3: [500, null], 5: [700, null], 6: [11_200, 1630], 13: [null, payable] })
  expect(of('BH')).toMatchObject({ '1(a)': [10_000, 1630], 7: [11_200, 1630], 15: [null, payable] })
})

test('without a known form a sum of 0 is left out, and so are all where nothing is taxed', () => {
  const names = (of: typeof rows) => returnBoxes('FR', of, 900).boxes.map(({ name }) => name)
  expect(names([row('sale', 'standard', 20_000, 1000, 200), row('sale', 'exempt', 0, 500, 0)])).toEqual([
    'standard',
    'exempt',
    'totalSales',
    'payable',
  ])
  expect(names([row('sale', 'standard', 0, 1000, 0), row('refund', 'standard', 0, -100, 0)])).toEqual([])
})

test('a return is due when its country says', () => {
  const due = (country: string, last = '2026-12-31') => returnDueOn(country, last)
  expect([...returnForms, 'FR'].map((country) => due(country))).toEqual([
    '2027-02-07',
    '2027-01-28',
    '2027-01-31',
    '2027-01-31',
    '2027-01-30',
    '2027-01-10',
    null,
  ])
  // A quarter whose next month is longer, and one that ends in a leap year.
  expect([due('GB', '2027-06-30'), due('SA', '2028-01-31')]).toEqual(['2027-08-07', '2028-02-29'])
})

test('every form ends with the tax that the report says is to be paid; an unknown country has the sums without numbers', () => {
  for (const country of [...returnForms, 'FR']) {
    const { form, boxes } = returnBoxes(country, rows, 900)
    expect(form).toBe(country === 'FR' ? null : country)
    expect(boxes.find(({ name }) => name === 'payable')?.tax, country).toBe(payable)
    expect(boxes.every(({ box }) => (box === '') === (country === 'FR'))).toBe(true)
  }
})
