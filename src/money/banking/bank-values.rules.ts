import { amountLimit } from '#lib/amounts.ts'
import { isDay } from '#lib/days.ts'
import { asciiDigits } from '#lib/digits.ts'
import { searchable } from '#lib/search.ts'
import { dayOrders, type DayOrder } from './column-roles.rules.ts'

/** The mark before the decimals of an amount. */
export type DecimalMark = '.' | ','

/** Months by name: English and German by their first three letters, Arabic as in the Gulf and in the Levant. */
const monthNames = [
  ['jan', 'يناير', 'كانون الثاني'],
  ['feb', 'فبراير', 'شباط'],
  ['mar', 'mrz', 'mae', 'مارس', 'آذار'],
  ['apr', 'أبريل', 'إبريل', 'نيسان'],
  ['may', 'mai', 'مايو', 'أيار'],
  ['jun', 'يونيو', 'حزيران'],
  ['jul', 'يوليو', 'تموز'],
  ['aug', 'أغسطس', 'آب'],
  ['sep', 'سبتمبر', 'أيلول'],
  ['oct', 'okt', 'أكتوبر', 'تشرين الأول'],
  ['nov', 'نوفمبر', 'تشرين الثاني'],
  ['dec', 'dez', 'ديسمبر', 'كانون الأول'],
].map((names) => names.map(searchable))

/** The number of a month's name, 0 for any other word. */
function monthOf(name: string): number {
  const word = searchable(name)
  const short = /^[a-z]/.test(word) ? word.slice(0, 3) : word
  return monthNames.findIndex((names) => names.includes(short)) + 1
}

/** The longest text that can be a date or an amount, in characters. */
const longestValue = 80

const plainDay = (text: string) =>
  asciiDigits(text.slice(0, longestValue))
    .replace(/[\u200e\u200f\u2066-\u2069'"=]/g, '')
    .trim()
    .replace(/(?<=\d)[T ,]+\d{1,2}:\d{2}.*$/, '')

const isoDay = (year: string, month: number, day: string) => {
  const full = year.length === 2 ? `20${year}` : year
  const text = `${full}-${String(month).padStart(2, '0')}-${day.padStart(2, '0')}`
  return isDay(text) ? text : null
}

/** The two figures of a date whose order is not known from itself. */
const figures = /^(\d{1,2})[-/. ](\d{1,2})[-/. ](\d{4}|\d{2})$/

/**
 * Reads a date as banks write it: 2026-11-27, 20261127, 27/11/2026, 27.11.26, 27-Nov-2026, Nov 27, 2026, also in Arabic
 * digits and months, with or without a time of day. @returns YYYY-MM-DD, or null for anything else
 */
export function parseBankDay(text: string, order: DayOrder): string | null {
  const plain = plainDay(text)
  const iso = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/.exec(plain) ?? /^(20\d\d)(\d\d)(\d\d)$/.exec(plain)
  if (iso) return isoDay(iso[1] ?? '', Number(iso[2]), iso[3] ?? '')
  const parts = figures.exec(plain)
  if (parts) {
    const [, first = '', second = '', year = ''] = parts
    return order === 'dayFirst' ? isoDay(year, Number(second), first) : isoDay(year, Number(first), second)
  }
  const named = /^(\d{1,2})[-./ ]*(\p{L}[\p{L}\p{M} ]*)[-./, ]*(\d{4}|\d{2})$/u.exec(plain)
  if (named) return isoDay(named[3] ?? '', monthOf(named[2] ?? ''), named[1] ?? '')
  const american = /^(\p{L}+)[. ]+(\d{1,2}),? +(\d{4})$/u.exec(plain)
  return american ? isoDay(american[3] ?? '', monthOf(american[1] ?? ''), american[2] ?? '') : null
}

/** Whether a text is a date in any order. */
export const isAnyDay = (text: string) => parseBankDay(text, 'dayFirst') !== null || parseBankDay(text, 'monthFirst') !== null

/** Whether days follow one another, forwards or backwards, as they do in a statement. */
function isSorted(days: readonly (string | null)[]): boolean {
  const all = days.filter((day) => day !== null)
  const pairs = all.slice(1).map((day, at) => [all[at] ?? '', day] as const)
  return pairs.every(([before, after]) => before <= after) || pairs.every(([before, after]) => before >= after)
}

/**
 * How a column of dates is to be read: in the only order in which all of them are dates, or else in which they follow one
 * another; otherwise as the country writes dates, which is not sure.
 */
export function dayOrderOf(cells: readonly string[], usual: DayOrder): { order: DayOrder; isSure: boolean } {
  const dates = cells.filter(isAnyDay)
  if (!dates.some((cell) => figures.test(plainDay(cell)))) return { order: usual, isSure: true }
  const read = (order: DayOrder) => dates.map((cell) => parseBankDay(cell, order))
  const readings = dayOrders.map((order) => ({ order, days: read(order) }))
  const valid = readings.filter(({ days }) => !days.includes(null))
  const sorted = valid.filter(({ days }) => isSorted(days) && new Set(days).size > 1)
  const only = valid.length === 1 ? valid : sorted.length === 1 ? sorted : []
  return only[0] ? { order: only[0].order, isSure: true } : { order: usual, isSure: false }
}

/** Digits with their separators, between a sign, a currency or DR and CR. */
const amountPattern = /^(\()?([^\d()]{0,8}?)(\d[\d.,'’\s]*|[.,]\d+)([^\d()]{0,10})(\))?$/u

/** The parts of a text that is an amount; null for any other text. */
function amountParts(text: string): { digits: string; isNegative: boolean } | null {
  if (text.length > longestValue) return null
  const plain = text
    .replace(/[\u200e\u200f\u2066-\u2069"=]/g, '')
    .replace(/^'/, '')
    .trim()
  const match = amountPattern.exec(plain)
  if (!match) return null
  const [, open = '', before = '', digits = '', after = '', close = ''] = match
  if ((open === '') !== (close === '')) return null
  const isNegative = open !== '' || /[-−–]/.test(before + after) || /^\s*(?:dr|s|مدين)\b|^\s*مدين/iu.test(after)
  return { digits: digits.replace(/[\s'’]/g, ''), isNegative }
}

const withArabicMark = (text: string, mark: DecimalMark) => asciiDigits(text.replaceAll('٫', mark))

/**
 * Reads an amount as banks write it: thousands with a comma, a point, an apostrophe or a space, a minus before or after, brackets
 * or DR for money out, with or without its currency.
 * @returns signed minor units, or null if it is not an amount of the currency, or more than an amount can be
 */
export function parseBankAmount(text: string, mark: DecimalMark, exponent: number): number | null {
  const parts = amountParts(withArabicMark(text, mark))
  if (!parts) return null
  const [whole = '', decimals = '', ...more] = parts.digits.split(mark)
  const group = mark === '.' ? ',' : '.'
  const isGrouped = new RegExp(`^\\d{1,3}(?:\\${group}\\d{2,3})*\\${group}\\d{3}$`).test(whole)
  if (more.length > 0 || !(isGrouped || /^\d*$/.test(whole)) || !/^\d*$/.test(decimals)) return null
  const shown = decimals.replace(/0+$/, '')
  const units = whole.replaceAll(group, '').replace(/^0+(?=\d)/, '')
  if (shown.length > exponent || units.length > 12) return null
  const minor = Number(`${units || '0'}${decimals.slice(0, exponent).padEnd(exponent, '0')}`)
  if (minor > amountLimit) return null
  return parts.isNegative && minor !== 0 ? -minor : minor
}

/** Whether the last separator of an amount is before its decimals: yes or no for certain, or as the currency's decimals suggest. */
function markVote(digits: string, exponent: number): { mark: DecimalMark; weight: number } | null {
  const marks = [...digits].filter((character) => character === '.' || character === ',')
  const last = marks.at(-1)
  if (last === undefined) return null
  const [mark, other]: [DecimalMark, DecimalMark] = last === '.' ? ['.', ','] : [',', '.']
  if (marks.includes(other)) return { mark, weight: 1000 }
  if (marks.length > 1) return { mark: other, weight: 1000 }
  const decimals = digits.length - digits.indexOf(mark) - 1
  if (decimals !== 3) return { mark, weight: 1000 }
  return exponent === 3 ? { mark, weight: 1 } : { mark: other, weight: 1 }
}

/** The decimal mark of a file's amounts: as most of them show. @param usual if none shows it */
export function decimalMarkOf(cells: readonly string[], exponent: number, usual: DecimalMark): DecimalMark {
  const votes = cells.flatMap((cell) => {
    const parts = amountParts(withArabicMark(cell, '.'))
    return parts ? (markVote(parts.digits, exponent) ?? []) : []
  })
  const weightOf = (mark: DecimalMark) => votes.reduce((sum, vote) => (vote.mark === mark ? sum + vote.weight : sum), 0)
  const [point, comma] = [weightOf('.'), weightOf(',')]
  return point === comma ? usual : point > comma ? '.' : ','
}
