import { useLocale } from 'use-intl'
import { moneyText } from '#lib/money.ts'

/** Writes amounts of a bill in the reader's language. @param bill whose currency and digits the amounts have; @param isAligned with the zeros of whole ones, for a column */
export function useMoney(bill: { currency: string; exponent: number } | undefined, isAligned = false): (minor: number) => string {
  const locale = useLocale()
  return (minor) => (bill ? moneyText(minor, bill.currency, bill.exponent, locale, isAligned) : '')
}
