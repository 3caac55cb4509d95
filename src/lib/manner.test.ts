import { expect, test } from 'vitest'
import { dayManner, mannerOf, momentManner } from './manner.ts'

const noon = new Date('2026-11-21T12:00:00Z')
const day = (language: 'en' | 'ar', country?: string) =>
  new Intl.DateTimeFormat(mannerOf(language, country), { ...dayManner(language), timeZone: 'UTC' }).format(noon)
const month = (country: string) => new Intl.DateTimeFormat(mannerOf('ar', country), { month: 'long', timeZone: 'UTC' }).format(noon)

test('dates are those of the country, and of the world where it has no English of its own', () => {
  expect([day('en', 'GB'), day('en', 'US'), day('en', 'AE'), day('en', 'KW'), day('en', 'BR'), day('en')]).toEqual([
    '21 Nov 2026',
    'Nov 21, 2026',
    '21 Nov 2026',
    '21 Nov 2026',
    '21 Nov 2026',
    '21 Nov 2026',
  ])
  expect([month('AE'), month('JO'), month('GB')]).toEqual(['نوفمبر', 'تشرين الثاني', 'نوفمبر'])
})

test('what is no country gives the language in general instead of an error', () => {
  for (const spoiled of ['!!', '', 'gb', 'GBR', '-u-ca-islamic']) expect(mannerOf('en', spoiled)).toBe(mannerOf('en'))
})

test('years are Gregorian, digits Latin and decimals have a point, as in the fields', () => {
  for (const language of ['en', 'ar'] as const)
    for (const country of ['AE', 'SA', 'EG', 'MA', 'LB', 'ZA', 'SE', 'TH', 'IR', 'IN']) {
      expect(new Intl.NumberFormat(mannerOf(language, country)).format(1234.5), country).toMatch(/^1,?234\.5$/)
      expect(day(language, country), country).toContain('2026')
    }
})

test('a day has the name of its month, in Arabic too, and an instant its time behind it', () => {
  expect([day('ar', 'KW'), day('ar', 'JO'), day('ar')]).toEqual(['21 نوفمبر 2026', '21 تشرين الثاني 2026', '21 نوفمبر 2026'])
  const instant = (locale: string) => new Intl.DateTimeFormat(locale, { ...momentManner(locale), timeZone: 'UTC' }).format(noon)
  expect(instant(mannerOf('en', 'GB'))).toBe('21 Nov 2026, 12:00')
  expect(instant(mannerOf('ar', 'KW'))).toMatch(/^21 نوفمبر 2026.* 12:00\sم$/)
})
