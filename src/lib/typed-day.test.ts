import { expect, test } from 'vitest'
import { mannerOf } from './manner.ts'
import { fullYear, typedDay, typedMonth } from './typed-day.ts'

const london = mannerOf('en', 'GB')
const kuwait = mannerOf('ar', 'KW')
const read = (text: string, locale: string = london) => typedDay(text, locale, 2026)

test.each([
  ['2026-11-23'],
  ['2026/11/23'],
  ['2026-11-23T18:30:00Z'],
  ['23/11/2026'],
  ['23.11.26'],
  ['23-11-2026'],
  [' 23 11 2026 '],
  ['23 Nov 2026'],
  ['Nov 23, 2026'],
  ['Mon 23 November 26'],
  ['2026 November 23'],
  ['٢٣/١١/٢٠٢٦'],
  ['23 نوفمبر 2026'],
])('a pasted date is read in London: %s', (text) => expect(read(text)).toBe('2026-11-23'))

test('numbers are in the order of the country, and names in its language', () => {
  expect(read('11/2/2026')).toBe('2026-02-11')
  expect(read('11/2/2026', mannerOf('en', 'US'))).toBe('2026-11-02')
  expect(read('23\u200f/11\u200f/2026', kuwait)).toBe('2026-11-23')
  expect(read('٢٣ نوفمبر ٢٠٢٦', kuwait)).toBe('2026-11-23')
  expect(read('23 تشرين الثاني 2026', mannerOf('ar', 'JO'))).toBe('2026-11-23')
  expect(read('23 Nov 2026', kuwait)).toBe('2026-11-23')
  // What a locale writes for a day is read back, month by month.
  for (const locale of [london, kuwait, mannerOf('ar', 'LB'), mannerOf('en', 'US')])
    for (let month = 0; month < 12; month += 1) {
      const at = Date.UTC(2026, month, 23)
      const day = new Date(at).toISOString().slice(0, 10)
      for (const dateStyle of ['short', 'medium', 'long', 'full'] as const)
        expect(read(new Intl.DateTimeFormat(locale, { dateStyle, timeZone: 'UTC' }).format(at), locale), `${locale} ${dateStyle}`).toBe(day)
    }
})

test.each([[''], ['tomorrow'], ['30/02/2026'], ['2026-13-01'], ['0/1/2026'], ['23/11'], ['1/2/3/2026'], ['23 Foo 2026'], ['1/1/1776']])(
  'what is no date is none: %s',
  (text) => expect(read(text)).toBeNull(),
)

test('two digits of a year are of this century up to 20 years ahead', () => {
  expect([26, 46, 47, 85, 0, 1985].map((year) => fullYear(year, 2026))).toEqual([2026, 2046, 1947, 1985, 2000, 1985])
})

const month = (text: string, locale: string = london) => typedMonth(text, locale, 2026, 2024)

test.each([
  ['11/2026'],
  ['2026-11'],
  ['2026/11'],
  ['11.26'],
  [' 11 2026 '],
  ['11 - 2026'],
  ['Nov 2026'],
  ['november 26'],
  ['2026, Nov.'],
  ['١١/٢٠٢٦'],
  ['نوفمبر 2026'],
  ['نوفمبر ٢٠٢٦'],
  ['23/11/2026'],
  ['2026-11-23'],
])('a typed month is read in London: %s', (text) => expect(month(text)).toBe('2026-11'))

test('a month by its name alone is of the year that is shown, and what a locale writes is read back', () => {
  expect(month('may')).toBe('2024-05')
  expect(month('تشرين الثاني', mannerOf('ar', 'JO'))).toBe('2024-11')
  for (const locale of [london, kuwait, mannerOf('ar', 'LB'), mannerOf('en', 'US')])
    for (let at = 0; at < 12; at += 1) {
      const day = Date.UTC(2026, at, 1)
      for (const length of ['long', 'short', '2-digit', 'numeric'] as const)
        expect(
          month(new Intl.DateTimeFormat(locale, { month: length, year: 'numeric', timeZone: 'UTC' }).format(day), locale),
          `${locale} ${length} ${at}`,
        ).toBe(new Date(day).toISOString().slice(0, 7))
    }
})

test.each([
  [''],
  ['soon'],
  ['13/2026'],
  ['0/2026'],
  ['2026-13'],
  ['11'],
  ['2026'],
  ['11/1776'],
  ['26/11'],
  ['Foo 2026'],
  ['Nov 1 2 2026'],
  ['11/2026/1/1'],
])('what is no month is none: %s', (text) => expect(month(text)).toBeNull())
