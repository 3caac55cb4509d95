import { wholeTaxRate } from './amounts.ts'
import { amountText } from './digits.ts'

/** The formats used so far, since constructing one takes longer than using it. */
const formats = new Map<string, Intl.NumberFormat>()

function formatOf(currency: string, exponent: number, locale: string, isWhole: boolean): Intl.NumberFormat {
  const key = `${locale} ${currency} ${exponent} ${isWhole}`
  const format =
    formats.get(key) ??
    new Intl.NumberFormat(locale, {
      style: 'currency',
      currency,
      minimumFractionDigits: isWhole ? 0 : exponent,
      maximumFractionDigits: exponent,
    })
  formats.set(key, format)
  return format
}

/**
 * An amount as the reader's language writes it; digits and sign stay left to right inside Arabic.
 * The minus of a negative amount precedes its currency, or its digits where these come first in
 * right-to-left text.
 * @param minor integer minor units of the currency
 * @param isAligned also shows a whole amount's zeros, as amounts in a column need them
 */
export function moneyText(minor: number, currency: string, exponent: number, locale: string, isAligned = false): string {
  const isWhole = !isAligned && minor % 10 ** exponent === 0
  // As a decimal string, so that no binary fraction is ever shown.
  const text = formatOf(currency, exponent, locale, isWhole).format(amountText(Math.abs(minor), exponent))
  const signed = text.startsWith('\u200f') ? text.replace(/\p{Nd}+(?:[.,٫٬]\p{Nd}+)*/u, '\u2066−$&\u2069') : `−${text}`
  return `\u2066${minor < 0 ? signed : text}\u2069`
}

/** A tax rate as the reader's language writes it: 8.875 %. @param rate in thousandths of a percent */
export function taxRateText(rate: number, locale: string): string {
  return new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 3 }).format(rate / wholeTaxRate)
}
