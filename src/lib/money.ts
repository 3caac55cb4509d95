import { amountText } from './digits.ts'

/**
 * An amount as the reader's language writes it; digits and sign stay left to right inside Arabic.
 * @param minor integer minor units of the currency
 * @param isAligned shows a whole amount's zeros too, as amounts in a column need them
 */
export function moneyText(minor: number, currency: string, exponent: number, locale: string, isAligned = false): string {
  // As a decimal string, so that no binary fraction is ever shown.
  const format = new Intl.NumberFormat(locale, {
    style: 'currency',
    currency,
    minimumFractionDigits: !isAligned && minor % 10 ** exponent === 0 ? 0 : exponent,
    maximumFractionDigits: exponent,
  })
  return `\u2066${format.format(amountText(minor, exponent) as never)}\u2069`
}
