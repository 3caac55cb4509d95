import { useLocale, useTranslations } from 'use-intl'
import { useMoney } from '#business/ledger/use-money.ts'
import { taxRateText } from '#lib/money.ts'
import type { PayRule } from './pay-rule.contract.ts'

/** A share in hundredths of a percent, as the reader's language writes it: 20 %. */
export function useShareText(): (share: number) => string {
  const locale = useLocale()
  return (share) => taxRateText(share * 10, locale)
}

type Limits = Pick<PayRule, 'minimum' | 'maximum'>

/** Adds the least and the most that a session pays to what it pays by. @param terms undefined while loading */
export function useLimitsText(terms: { currency: string; exponent: number } | undefined): (text: string, limits: Limits) => string {
  const t = useTranslations('trainers.rule')
  const money = useMoney(terms, true)
  return (text, { minimum, maximum }) => {
    if (minimum !== null && maximum !== null) return t('between', { text, minimum: money(minimum), maximum: money(maximum) })
    if (minimum !== null) return t('atLeast', { text, minimum: money(minimum) })
    return maximum === null ? text : t('atMost', { text, maximum: money(maximum) })
  }
}

/** What a rule pays in words: 30.00 per hour, at least 20.00. @param terms undefined while loading */
export function usePayRuleText(
  terms: { currency: string; exponent: number } | undefined,
): (rule: Limits & Pick<PayRule, 'unit' | 'amount' | 'share'>) => string {
  const t = useTranslations('trainers.rule')
  const money = useMoney(terms, true)
  const share = useShareText()
  const limited = useLimitsText(terms)
  return ({ unit, amount, share: part, ...limits }) => {
    if (unit === 'general') return t('pays.general')
    return limited(
      unit === 'share' ? t('pays.share', { share: share(part ?? 0) }) : t(`pays.${unit}`, { amount: money(amount ?? 0) }),
      limits,
    )
  }
}
