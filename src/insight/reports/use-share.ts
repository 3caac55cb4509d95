import { useFormatter } from 'use-intl'

/** Writes hundredths of a percent as a percentage of one decimal, with the minus sign that amounts have. */
export function useShare(): (hundredths: number) => string {
  const format = useFormatter()
  return (hundredths) =>
    format.number(hundredths / 10_000, { style: 'percent', minimumFractionDigits: 1, maximumFractionDigits: 1 }).replace('-', '−')
}
