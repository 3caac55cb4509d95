import { useFormatter, useLocale } from 'use-intl'
import { moneyText } from '#lib/money.ts'

/**
 * Formats amounts of a bill in the reader's language.
 * @param bill whose currency and decimal digits apply; @param isAligned shows trailing zeros, for a column
 */
export function useMoney(bill: { currency: string; exponent: number } | undefined, isAligned = false): (minor: number) => string {
  const locale = useLocale()
  return (minor) => (bill ? moneyText(minor, bill.currency, bill.exponent, locale, isAligned) : '')
}

/**
 * Formats amounts, costs in whole currency units, and minutes as hours, for columns.
 * @param terms undefined while loading
 */
export function useFigures(terms: { currency: string; exponent: number } | undefined) {
  const locale = useLocale()
  const format = useFormatter()
  const money = (minor: number) => (terms ? moneyText(minor, terms.currency, terms.exponent, locale, true) : '')
  return {
    money,
    cost: (units: number) => (terms ? moneyText(units * 10 ** terms.exponent, terms.currency, terms.exponent, locale) : ''),
    hours: (minutes: number) => format.number(minutes / 60, { maximumFractionDigits: 2 }),
    count: (value: number) => format.number(value),
  }
}
