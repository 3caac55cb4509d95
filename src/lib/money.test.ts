import { expect, test } from 'vitest'
import { moneyText } from './money.ts'

const bare = (text: string) => text.replaceAll(/[\u200e\u200f\u061c]/g, '').replaceAll('\u00a0', ' ')

test.each([
  [-123_456, 'AED', 2, 'en', '\u2066−AED 1,234.56\u2069'],
  [-100, 'JPY', 0, 'en', '\u2066−¥100\u2069'],
  [-1500, 'KWD', 3, 'en', '\u2066−KWD 1.500\u2069'],
  [-5, 'AED', 2, 'en', '\u2066−AED 0.05\u2069'],
  [-200, 'AED', 2, 'en', '\u2066−AED 2\u2069'],
  [0, 'AED', 2, 'en', '\u2066AED 0\u2069'],
  [-0, 'AED', 2, 'en', '\u2066AED 0\u2069'],
])('%d minor units of %s', (minor, currency, exponent, locale, text) => {
  expect(bare(moneyText(minor, currency, exponent, locale))).toBe(text)
})

test('a negative amount in Arabic is its positive one with the minus at the left of its digits, and nothing outside the isolate', () => {
  for (const locale of ['ar-AE', 'ar-EG', 'ar'])
    for (const [minor, currency, exponent] of [
      [123_456, 'AED', 2],
      [7, 'KWD', 3],
      [98_765, 'JPY', 0],
    ] as const) {
      const text = moneyText(minor, currency, exponent, locale)
      const negative = moneyText(-minor, currency, exponent, locale)
      expect(negative).toMatch(/^\u2066\u200f\u2066−[\p{Nd}.,٫٬]+\u2069\u00a0[^−]+\u2069$/u)
      expect(negative.replace(/\u2066−([^\u2069]+)\u2069/, '$1')).toBe(text)
    }
})
