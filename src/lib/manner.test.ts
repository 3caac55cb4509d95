import { expect, test } from 'vitest'
import { contentOf, dayManner, languageOf, languages, mannerOf, momentManner, type Language } from './manner.ts'

const noon = new Date('2026-11-21T12:00:00Z')
const day = (language: Language, country?: string) =>
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

const countries = ['AE', 'SA', 'EG', 'MA', 'LB', 'ZA', 'SE', 'TH', 'IR', 'IN']

test('years are Gregorian, digits Latin and decimals have a point, as in the fields', () => {
  for (const language of ['en', 'ar'] as const)
    for (const country of countries) {
      expect(new Intl.NumberFormat(mannerOf(language, country)).format(1234.5), country).toMatch(/^1,?234\.5$/)
      expect(day(language, country), country).toContain('2026')
    }
})

test.each(languages)('years and digits are the same everywhere, and decimals have one sign in all countries: %s', (language) => {
  const sign = (locale: string) => new Intl.NumberFormat(locale).format(0.5)
  for (const country of countries) {
    expect(sign(mannerOf(language, country)), country).toBe(sign(mannerOf(language)))
    expect(sign(mannerOf(language, country)), country).toMatch(/^0[.,]5$/)
    expect(day(language, country), country).toContain('2026')
  }
})

test('the first language that the product speaks is taken, and English for none', () => {
  expect(languageOf('ar-AE')).toBe('ar')
  expect(languageOf(undefined, 'zz', 'AR', 'en')).toBe('ar')
  expect(languageOf('arn')).toBe('en')
  expect(languageOf('', 'constructor')).toBe('en')
  expect(languageOf()).toBe('en')
})

test('what a business wrote is read in the own language, and in English where there is no Arabic', () => {
  const row = { nameEn: 'Padel', nameAr: 'بادل' }
  expect([contentOf(row, 'name', 'en'), contentOf(row, 'name', 'ar')]).toEqual(['Padel', 'بادل'])
  expect(contentOf({ ...row, nameAr: '' }, 'name', 'ar')).toBe('Padel')
})

test('a day has the name of its month, in Arabic too, and an instant its time behind it', () => {
  expect([day('ar', 'KW'), day('ar', 'JO'), day('ar')]).toEqual(['21 نوفمبر 2026', '21 تشرين الثاني 2026', '21 نوفمبر 2026'])
  const instant = (locale: string) => new Intl.DateTimeFormat(locale, { ...momentManner(locale), timeZone: 'UTC' }).format(noon)
  expect(instant(mannerOf('en', 'GB'))).toBe('21 Nov 2026, 12:00')
  expect(instant(mannerOf('ar', 'KW'))).toMatch(/^21 نوفمبر 2026.* 12:00\sم$/)
})
