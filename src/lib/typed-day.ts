import { asciiDigits } from './digits.ts'
import { languages } from './manner.ts'

type Part = 'day' | 'month' | 'year'

const dayParts: readonly string[] = ['day', 'month', 'year'] satisfies Part[]
const isPart = (type: string): type is Part => dayParts.includes(type)

/** Signs that only give a text its direction; a copied Arabic date is full of them. */
const directions = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g

/**
 * The year meant by two typed digits: 2026 for 26, and 1985 for 85, since a date here is at most 20 years ahead.
 * @param now the current year
 */
export function fullYear(year: number, now: number): number {
  if (year >= 100) return year
  const near = now - (now % 100) + year
  return near > now + 20 ? near - 100 : near
}

/** Day, month and year in the order in which a locale writes them. */
function orderOf(locale: string): Part[] {
  return new Intl.DateTimeFormat(locale, { timeZone: 'UTC' }).formatToParts(0).flatMap(({ type }) => (isPart(type) ? [type] : []))
}

/** The number of the month that a text names in the locale or in any language of the product; 0 if it names none. */
function monthIn(words: string, locale: string): number {
  const plain = ` ${words.toLowerCase()} `
  const months = Array.from({ length: 12 }, (_, index) => index + 1)
  const names = (month: number) =>
    [locale, ...languages].flatMap((language) =>
      (['long', 'short'] as const).map((length) =>
        new Intl.DateTimeFormat(language, { month: length, calendar: 'gregory', timeZone: 'UTC' }).format(Date.UTC(2026, month - 1)),
      ),
    )
  return months.find((month) => names(month).some((name) => plain.includes(` ${name.toLowerCase()} `))) ?? 0
}

/** A text without its numbers and what parts them. */
const wordsOf = (plain: string) =>
  plain
    .replace(/[\d.,،/-]+/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()

const two = (number: number) => String(number).padStart(2, '0')

/** A day of the Gregorian calendar between 1900 and 2100 as YYYY-MM-DD; null if there is none. */
function dayOfParts({ day, month, year }: Record<Part, number>): string | null {
  const text = `${year}-${two(month)}-${two(day)}`
  if (!/^(?:19|20)\d\d-\d\d-\d\d$/.test(text) || month < 1 || month > 12 || day < 1) return null
  // The day before the first of the next month is the last of this one.
  return day <= new Date(Date.UTC(year, month, 0)).getUTCDate() ? text : null
}

/**
 * Reads a whole date that was typed or copied elsewhere: 2026-11-23, 23/11/26, ٢٣/١١/٢٠٢٦, 23 Nov 2026, 23 نوفمبر 2026.
 * @param locale BCP 47: decides whether 1/2/2026 is in January or in February
 * @param now the current year, for years of two digits
 * @returns YYYY-MM-DD, or null if the text is no date
 */
export function typedDay(text: string, locale: string, now: number): string | null {
  const plain = asciiDigits(text.replace(directions, '')).trim()
  const iso = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[T ]\d.*)?$/.exec(plain)
  if (iso) return dayOfParts({ year: Number(iso[1]), month: Number(iso[2]), day: Number(iso[3]) })
  const numbers = (plain.match(/\d+/g) ?? []).map(Number)
  const words = wordsOf(plain)
  const [first = 0, second = 0, third = 0] = numbers
  if (numbers.length === 3 && words === '') {
    const parts = { day: 0, month: 0, year: 0 }
    const values = [first, second, third]
    orderOf(locale).forEach((part, at) => (parts[part] = values[at] ?? 0))
    return dayOfParts({ ...parts, year: fullYear(parts.year, now) })
  }
  const month = monthIn(words, locale)
  if (numbers.length !== 2 || month === 0) return null
  return dayOfParts(first > 31 ? { day: second, month, year: first } : { day: first, month, year: fullYear(second, now) })
}

/** A month of the same years as YYYY-MM; null if there is none. */
const monthOfParts = (year: number, month: number): string | null => dayOfParts({ day: 1, month, year })?.slice(0, 7) ?? null

/**
 * Reads a month that was typed or copied elsewhere: 11/2026, 2026-11, ١١/٢٠٢٦, Nov 2026, نوفمبر 2026, Nov, or any day of it.
 * @param locale BCP 47, whose names of months are read
 * @param now the current year, for years of two digits
 * @param shown the year of a name alone
 * @returns YYYY-MM, or null if the text is no month
 */
export function typedMonth(text: string, locale: string, now: number, shown: number): string | null {
  const plain = asciiDigits(text.replace(directions, '')).trim()
  const numbers = (plain.match(/\d+/g) ?? []).map(Number)
  const [first = 0, second = 0] = numbers
  if (/^\d{1,4}\s*[-/. ]\s*\d{1,4}$/.test(plain))
    return first > 31 ? monthOfParts(first, second) : monthOfParts(fullYear(second, now), first)
  const month = monthIn(wordsOf(plain), locale)
  if (month > 0 && numbers.length === 0) return monthOfParts(shown, month)
  if (month > 0 && numbers.length === 1) return monthOfParts(fullYear(first, now), month)
  return typedDay(text, locale, now)?.slice(0, 7) ?? null
}
