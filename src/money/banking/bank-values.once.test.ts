import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays } from '#lib/days.ts'
import { amountText } from '#lib/digits.ts'
import { dayOrderOf, decimalMarkOf, parseBankAmount, parseBankDay, type DecimalMark } from './bank-values.rules.ts'

test.each<[text: string, day: string | null]>([
  ['2026-11-27', '2026-11-27'],
  ['2026-11-27T09:12:01+03:00', '2026-11-27'],
  ['2026/11/27', '2026-11-27'],
  ['20261127', '2026-11-27'],
  ['27/11/2026', '2026-11-27'],
  ['27/11/2026 09:12', '2026-11-27'],
  ['7.1.26', '2026-01-07'],
  ['27-Nov-2026', '2026-11-27'],
  ['27 November 2026', '2026-11-27'],
  ['27NOV26', '2026-11-27'],
  ['Nov 27, 2026', '2026-11-27'],
  ['27. Dez. 2026', '2026-12-27'],
  ['1. März 2026', '2026-03-01'],
  ['٢٧/١١/٢٠٢٦', '2026-11-27'],
  ['27 نوفمبر 2026', '2026-11-27'],
  ['27 تشرين الثاني 2026', '2026-11-27'],
  ['٣ أبريل ٢٠٢٦', '2026-04-03'],
  ['31/02/2026', null],
  ['13/13/2026', null],
  ['27 Brumaire 2026', null],
  ['17/06/1448', null],
  ['1234567', null],
  ['', null],
])('the day of %s', (text, day) => expect(parseBankDay(text, 'dayFirst')).toBe(day))

test('dates in figures are read in the only order that makes all of them days, or follows', () => {
  expect(dayOrderOf(['01/11/2026', '13/11/2026'], 'monthFirst')).toEqual({ order: 'dayFirst', isSure: true })
  expect(dayOrderOf(['11/01/2026', '11/13/2026'], 'dayFirst')).toEqual({ order: 'monthFirst', isSure: true })
  expect(dayOrderOf(['11/01/2026', '12/01/2026', '01/02/2026'], 'monthFirst')).toEqual({ order: 'dayFirst', isSure: true })
  expect(dayOrderOf(['01/11/2026', '03/11/2026'], 'dayFirst')).toEqual({ order: 'dayFirst', isSure: false })
  expect(dayOrderOf(['01/11/2026', '01/11/2026'], 'monthFirst')).toEqual({ order: 'monthFirst', isSure: false })
  expect(dayOrderOf(['2026-11-01', '1 Dec 2026'], 'monthFirst')).toEqual({ order: 'monthFirst', isSure: true })
})

test.each<[text: string, mark: DecimalMark, exponent: number, amount: number | null]>([
  ['1,234.56', '.', 2, 123456],
  ['1.234,56', ',', 2, 123456],
  ["1'234.56", '.', 2, 123456],
  ['1 234,56', ',', 2, 123456],
  ['1,23,456.00', '.', 2, 12345600],
  ['-60', '.', 2, -6000],
  ['60.00-', '.', 2, -6000],
  ['−60.5', '.', 2, -6050],
  ['(60.00)', '.', 2, -6000],
  ['+60.00', '.', 2, 6000],
  ['£60.00', '.', 2, 6000],
  ['-£60.00', '.', 2, -6000],
  ['£-60.00', '.', 2, -6000],
  ['60.00 DR', '.', 2, -6000],
  ['60.00Cr', '.', 2, 6000],
  ['AED 60.00 CR', '.', 2, 6000],
  ['60,00 S', ',', 2, -6000],
  ['60,00 H', ',', 2, 6000],
  ['60.00 SAR', '.', 2, 6000],
  ['60.00 مدين', '.', 2, -6000],
  ['د.إ 60.00', '.', 2, 6000],
  ['12.500', '.', 3, 12500],
  ['12.5', '.', 3, 12500],
  ['١٬٠١٢٫٥٠٠', '.', 3, 1012500],
  ['1,500', '.', 0, 1500],
  ['.5', '.', 2, 50],
  ['12.3400', '.', 2, 1234],
  ['0.00', '.', 2, 0],
  ['-0.00', '.', 2, 0],
  ['12.345', '.', 2, null],
  ['12,50', '.', 2, null],
  ['1.2.3', '.', 2, null],
  ['12 apples and 3 pears', '.', 2, null],
  ['60.00)', '.', 2, null],
  ['S2026-00042', '.', 2, null],
  ['', '.', 2, null],
])('the amount %s with %s before %i decimals', (text, mark, exponent, amount) => expect(parseBankAmount(text, mark, exponent)).toBe(amount))

test.each<[cells: string[], exponent: number, mark: DecimalMark]>([
  [['1.234,56'], 2, ','],
  [['1,234.56'], 2, '.'],
  [['12,5'], 2, ','],
  [['1.234.567'], 2, ','],
  [['1,234'], 2, '.'],
  [['12.500'], 3, '.'],
  [['12,500'], 3, ','],
  [['1.234', '12,50'], 2, ','],
  [['60'], 2, ','],
])('of %j with %i decimals, the mark is %s', (cells, exponent, mark) => expect(decimalMarkOf(cells, exponent, ',')).toBe(mark))

test('any amount and day is read back from any style', () => {
  const styles: ((units: string, decimals: string, mark: DecimalMark) => string)[] = [
    (units, decimals, mark) => units + mark + decimals,
    (units, decimals, mark) => units.replace(/\B(?=(?:\d{3})+$)/g, mark === '.' ? ',' : '.') + mark + decimals,
    (units, decimals, mark) => units.replace(/\B(?=(?:\d{3})+$)/g, ' ') + mark + decimals,
  ]
  const signs: ((text: string) => string)[] = [(text) => `-${text}`, (text) => `${text}-`, (text) => `(${text})`, (text) => `${text} DR`]
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 99_999_999_999 }),
      fc.constantFrom(2, 3),
      fc.constantFrom<DecimalMark>('.', ','),
      fc.constantFrom(...styles),
      fc.option(fc.constantFrom(...signs)),
      (amount, exponent, mark, style, sign) => {
        const [units = '', decimals = ''] = amountText(amount, exponent).split('.')
        const text = style(units, decimals, mark)
        expect(parseBankAmount(sign ? sign(text) : text, mark, exponent)).toBe(sign ? -amount : amount)
      },
    ),
  )
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 20_000 }), (after) => {
      const day = addDays('2020-01-01', after)
      const [year = '', month = '', date = ''] = day.split('-')
      expect(parseBankDay(`${date}.${month}.${year}`, 'dayFirst')).toBe(day)
      expect(parseBankDay(`${Number(month)}/${Number(date)}/${year}`, 'monthFirst')).toBe(day)
      const named = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(day))
      expect(parseBankDay(named, 'monthFirst')).toBe(day)
    }),
  )
})
