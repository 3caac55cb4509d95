import { useQuery } from '@tanstack/react-query'
import { useLocale, useTranslations } from 'use-intl'
import { api } from './trainers.client.ts'
import { progressQuery } from '#business/setup/setup.queries.ts'
import { rateEffect } from './rate.rules.ts'
import { moneyText } from '#lib/money.ts'
import { Pair } from '#ui/entity-form.tsx'
import { DateField, NumberField } from '#ui/inputs.tsx'
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
  const { data } = useQuery({ queryKey: ['payroll', 'rates', trainer], queryFn: () => api.payroll.rates({ trainer }) })
  const shown = from.value || (data?.today ?? '')
  const isClosed = isChanged && data !== undefined && data.openFrom !== null && shown < data.openFrom
  const error = from.error ?? (isClosed ? 'trainers.costFrom.closed' : undefined)
  const country = progress?.country
  const money = (units: number) => (country ? moneyText(units * 10 ** country.exponent, country.currency, country.exponent, locale) : '')

  const effect = (): string => {
    if (!data || !isChanged || error || cost.error || typeof cost.value !== 'number') return ''
    const { before, next } = rateEffect(data.rates, shown)
    const own = { day: day(shown), cost: money(cost.value) }
    return [
      next ? t('costFrom.until', { ...own, last: day(next.last) }) : t('costFrom.on', own),
      ...(next ? [t('costFrom.next', { day: day(next.from), cost: money(next.cost) })] : []),
      before === null ? t('costFrom.mixed') : t('costFrom.earlier', { cost: money(before) }),
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
