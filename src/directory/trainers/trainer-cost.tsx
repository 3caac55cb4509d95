import { useQuery } from '@tanstack/react-query'
import { useLocale, useTranslations } from 'use-intl'
import { progressQuery } from '#business/setup/setup.queries.ts'
import { payRulesQuery } from './pay-rule.queries.ts'
import { usePayRuleText } from './pay-rule-text.ts'
import type { PayRule } from './pay-rule.contract.ts'
import { rateEffect, rateState } from './rate.rules.ts'
import { moneyText } from '#lib/money.ts'
import { DateField } from '#ui/dates/date-field.tsx'
import { Pair } from '#ui/entity-form.tsx'
import { NumberField } from '#ui/inputs.tsx'
import { useDay } from '#ui/use-day.ts'
import type { FieldBinding } from '#ui/use-form.ts'
import css from './trainers.module.css'

/**
 * What a trainer's session costs, from which day, and what that changes.
 * @param from a day, or '' for the current one
 * @param isChanged whether a different cost or day was typed
 */
export function CostFields({
  trainer,
  cost,
  from,
  isChanged,
}: {
  trainer: string
  cost: FieldBinding<number | string>
  from: FieldBinding<string>
  isChanged: boolean
}) {
  const t = useTranslations('trainers')
  const locale = useLocale()
  const day = useDay()
  const { data: progress } = useQuery(progressQuery)
  const { data } = useQuery(payRulesQuery(trainer))
  const ruleText = usePayRuleText(data)
  const shown = from.value || (data?.today ?? '')
  const isClosed = isChanged && data !== undefined && data.openFrom !== null && shown < data.openFrom
  const error = from.error ?? (isClosed ? 'trainers.costFrom.closed' : undefined)
  const country = progress?.country
  const money = (units: number) => (country ? moneyText(units * 10 ** country.exponent, country.currency, country.exponent, locale) : '')
  /** A rule in words; a plain amount for each session as a cost, as it is typed here. */
  const pays = (rule: PayRule) =>
    rule.unit === 'session' && rule.minimum === null && rule.maximum === null && data
      ? moneyText(rule.amount ?? 0, data.currency, data.exponent, locale)
      : ruleText(rule)

  const effect = (): string => {
    if (!data || !isChanged || error || cost.error || typeof cost.value !== 'number') return ''
    const general = data.rules.filter(({ service }) => service === null)
    const { before, next } = rateEffect(general, shown, (one, other) => pays(one) === pays(other))
    const applies = (rule: PayRule) => ['current', 'coming'].includes(rateState(data.rules, rule, data.today))
    const hasOthers = data.rules.some((rule) => rule.service !== null && rule.unit !== 'general' && applies(rule))
    const own = { day: day(shown), cost: money(cost.value) }
    return [
      next ? t('costFrom.until', { ...own, last: day(next.last) }) : t('costFrom.on', own),
      ...(next ? [t('costFrom.next', { day: day(next.from), cost: pays(next.rate) })] : []),
      before === null ? t('costFrom.mixed') : t('costFrom.earlier', { cost: pays(before) }),
      ...(hasOthers ? [t('costFrom.services')] : []),
    ].join(' ')
  }
  return (
    <>
      <Pair>
        <NumberField field={cost} label={t('cost.label')} hint={t('cost.hint', { currency: country?.currency ?? '' })} />
        <DateField
          field={{ ...from, value: shown, error }}
          label={t('costFrom.label')}
          hint={t('costFrom.hint')}
          {...(data?.openFrom ? { min: data.openFrom } : {})}
        />
      </Pair>
      <p className={css['effect']} aria-live="polite">
        {effect()}
      </p>
    </>
  )
}
