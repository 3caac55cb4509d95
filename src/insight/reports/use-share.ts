import { useFormatter } from 'use-intl'

/** Formats a share in hundredths of a percent, with one decimal: a column has one precision. */
export function useShare(): (hundredths: number) => string {
  const format = useFormatter()
  return (hundredths) => format.number(hundredths / 10_000, { style: 'percent', minimumFractionDigits: 1, maximumFractionDigits: 1 })
}
