import { useTranslations } from 'use-intl'
import { useFigures } from '#business/ledger/use-money.ts'
import { useLimitsText, useShareText } from '#directory/trainers/pay-rule-text.ts'
import type { PayLine } from './payroll.contract.ts'

/**
 * How the pay of a line follows from its session, in words: 3 people × 5.00; a cost per session is its amount.
 * @param terms undefined while loading
 * @returns null for a line without a session
 */
export function usePayBasis(terms: { currency: string; exponent: number } | undefined): (line: PayLine) => string | null {
  const t = useTranslations('payroll.basis')
  const { money, cost, hours } = useFigures(terms)
  const share = useShareText()
  const limited = useLimitsText(terms)
  return (line) => {
    if (line.unit === null) return line.cost === null ? null : cost(line.cost)
    const { unit, rate, people, minutes, base, minimum, empty } = line
    // What was paid is deducted: the line says no more of its session.
    if (line.why === 'notHeld') return null
    if (people === 0 && empty === 'nothing') return t('nothing')
    if (people === 0 && empty === 'minimum') return minimum === null ? t('nothing') : t('minimum', { minimum: money(minimum) })
    const texts = {
      session: () => t('session', { amount: money(rate ?? 0) }),
      hour: () => t('hour', { hours: hours(minutes), amount: money(rate ?? 0) }),
      head: () => t('head', { people: people ?? 0, amount: money(rate ?? 0) }),
      share: () => t('share', { share: share(line.share ?? 0), revenue: money(base ?? 0) }),
    }
    return limited(texts[unit](), line)
  }
}
