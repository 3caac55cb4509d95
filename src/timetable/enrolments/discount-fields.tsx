import { useQuery } from '@tanstack/react-query'
import { useLocale, useTranslations } from 'use-intl'
import { progressQuery } from '#business/setup/setup.queries.ts'
import { moneyText } from '#lib/money.ts'
import { DateField } from '#ui/dates/date-field.tsx'
import { Pair } from '#ui/entity-form.tsx'
import { Notes, SelectField, TextField } from '#ui/field.tsx'
import { MoneyField, NumberField } from '#ui/inputs.tsx'
import type { FieldBinding } from '#ui/use-form.ts'
import { useDay } from '#ui/use-day.ts'
import type { Enrolment } from './enrolment.contract.ts'

/** A recurring discount as typed: percent, or minor units, or the text while it is no valid number. */
export type DiscountValue = { kind: 'none' | 'percent' | 'amount'; value: number | string; until: string; reason: string }

/** The fields before anything is typed. */
export const noDiscount: DiscountValue = { kind: 'none', value: '', until: '', reason: '' }

/** A stored discount as the fields show it; its reason is asked for again. */
export function discountOut(discount: Enrolment['discount']): DiscountValue {
  if (!discount) return noDiscount
  const { kind, value, until } = discount
  return { kind, value: kind === 'percent' ? value / 100 : value, until: until ?? '', reason: '' }
}

/** The fields as the call's input: percent in hundredths; null for no discount. */
export function discountIn({ kind, value, until, reason }: DiscountValue) {
  if (kind === 'none') return null
  return { kind, value: kind === 'percent' && typeof value === 'number' ? Math.round(value * 100) : value, until: until || null, reason }
}

/** Kind, size, last day and reason of a recurring discount; a part appears once it is needed. */
export function DiscountFields({ field }: { field: FieldBinding<DiscountValue> }) {
  const t = useTranslations('enrolments.discount')
  const { data: progress } = useQuery(progressQuery)
  const { value } = field
  const part = <Name extends keyof DiscountValue>(name: Name): FieldBinding<DiscountValue[Name]> => ({
    ...field,
    name: `${field.name}-${name}`,
    id: name === 'kind' ? field.id : `${field.id}-${name}`,
    error: undefined,
    value: value[name],
    onChange: (next) => field.onChange({ ...value, [name]: next }),
  })
  const kind: FieldBinding<string> = {
    ...part('kind'),
    onChange: (next) => field.onChange({ ...value, kind: next === 'percent' || next === 'amount' ? next : 'none', value: '' }),
  }
  const { currency = '', exponent = 2 } = progress?.country ?? {}
  return (
    <>
      <Pair>
        <SelectField
          field={kind}
          label={t('label')}
          options={[
            { value: 'none', label: t('none') },
            { value: 'percent', label: t('percent') },
            { value: 'amount', label: t('fixed') },
          ]}
        />
        {value.kind === 'percent' && <NumberField field={part('value')} label={t('size')} unit="%" />}
        {value.kind === 'amount' && <MoneyField field={part('value')} label={t('size')} currency={currency} exponent={exponent} />}
      </Pair>
      {value.kind !== 'none' && (
        <Pair>
          <TextField field={part('reason')} label={t('why')} maxLength={200} />
          <DateField field={part('until')} label={t('until')} hint={t('hint')} />
        </Pair>
      )}
      <Notes field={field} />
    </>
  )
}

/** The recurring discount that a place has today, in words; nothing for none. */
export function PlaceDiscount({ row }: { row: Enrolment }) {
  const t = useTranslations('enrolments.discount')
  const locale = useLocale()
  const day = useDay()
  const { data: progress } = useQuery(progressQuery)
  if (!row.discount) return null
  const { kind, value, until } = row.discount
  const size =
    kind === 'percent'
      ? new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 2 }).format(value / 10_000)
      : moneyText(value, row.currency, progress?.country.exponent ?? 2, locale)
  if (!until) return t('note', { size })
  return t.rich('noteUntil', { size, until: day(until), date: (date) => <span className="whole">{date}</span> })
}
