import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { api } from './quotes.client.ts'
import { changed } from '#web/changed.ts'
import type { Batch } from '#timetable/batches/batch.contract.ts'
import { CustomerField } from '#timetable/enrolments/customer-field.tsx'
import type { SellSettings } from '#money/sales/sale.contract.ts'
import { useServiceOptions } from '#directory/services/service-names.ts'
import { useToday } from '#business/setup/here.ts'
import { addDays } from '#lib/days.ts'
import { newRecordId } from '#lib/record-ids.ts'
import { DateField } from '#ui/dates/date-field.tsx'
import { EntityForm, Group, Pair } from '#ui/entity-form.tsx'
import { SelectField } from '#ui/field.tsx'
import { MoneyField, NumberField, TextareaField } from '#ui/inputs.tsx'
import { toastSuccess } from '#ui/toast.tsx'
import { useForm, type FieldBinding } from '#ui/use-form.ts'
import { useVersion } from '#ui/use-version.ts'
import { quoteForm, quoteInput, type QuoteDetail } from './quote.contract.ts'
import { farthest, usualDays } from './quote.rules.ts'

type Values = Record<'customer' | 'batch' | 'service' | 'quote' | 'validUntil', string> &
  Record<'candidates' | 'offeredPrice', number | string>
type Person = { id: string; firstName: string; lastName: string }
type Start = { customer?: string; batch?: string }

/** The fields as the call's input; a choice that is empty is null. */
const inputOf = (values: Values) => ({ ...values, batch: values.batch || null, service: values.service || null })

/** The specification's quote form, with the customer and the subject. @param start the values from the address for a new quote */
export function QuoteForm({
  row,
  settings,
  batches,
  start = {},
}: {
  row: QuoteDetail | null
  settings: SellSettings
  batches: Batch[]
  start?: Start
}) {
  const t = useTranslations('quotes')
  const navigate = useNavigate()
  const today = useToday()
  const services = useServiceOptions()
  const [id] = useState(() => row?.id ?? newRecordId())
  const [version, track] = useVersion(row)
  const [person, setPerson] = useState<Person | undefined>(row ? { ...row, id: row.customer } : undefined)
  const initial: Values = {
    customer: row?.customer ?? start.customer ?? '',
    batch: row?.batch ?? start.batch ?? '',
    service: row?.service ?? '',
    candidates: row?.candidates ?? 1,
    quote: row?.quote ?? '',
    offeredPrice: row?.offeredPrice ?? '',
    validUntil: row?.validUntil ?? addDays(today, usualDays),
  }
  const form = useForm({
    name: 'quote',
    initial,
    schema: quoteForm,
    input: inputOf,
    draft: { of: row?.id ?? 'new', version },
    async submit(values) {
      const fields = quoteInput.parse(inputOf(values))
      await track(() => (version > 0 ? api.quotes.update({ ...fields, id, version }) : api.quotes.create({ ...fields, id })))
      await changed('quotes')
      toastSuccess(t('saved'))
      setTimeout(() => void navigate({ to: '/sales/quote', search: { id } }))
    },
  })
  // A draft or the address contains only the id.
  const { customer } = form.values
  const { data: named } = useQuery({
    queryKey: ['customers', 'one', customer],
    queryFn: () => api.customers.get({ id: customer }),
    enabled: customer !== '' && person === undefined,
  })
  /** A choice that clears the other, since a quote is for only one of them. */
  const either = (name: 'batch' | 'service', other: 'batch' | 'service'): FieldBinding<string> => ({
    ...form.field(name),
    onChange(value) {
      form.field(name).onChange(value)
      form.field(other).onChange(value ? '' : form.values[other])
    },
  })
  const open = batches.map(({ id: value, name }) => ({ value, label: name }))
  // A draft's batch may have ended since.
  const own = row?.batch && !open.some(({ value }) => value === row.batch) ? [{ value: row.batch, label: row.batchName ?? '' }] : []
  return (
    <EntityForm form={form}>
      <Group title={t('groups.who')}>
        <CustomerField field={form.field('customer')} person={person ?? named} onPerson={setPerson} />
      </Group>
      <Group title={t('groups.what')}>
        <Pair>
          <SelectField
            field={either('batch', 'service')}
            label={t('batch.label')}
            options={[{ value: '', label: t('batch.none') }, ...open, ...own]}
          />
          <SelectField
            field={either('service', 'batch')}
            label={t('service.label')}
            options={[{ value: '', label: t('service.none') }, ...services.options]}
          />
        </Pair>
        <NumberField field={form.field('candidates')} label={t('candidates.label')} />
      </Group>
      <Group title={t('groups.offer')}>
        <TextareaField field={form.field('quote')} label={t('quote.label')} max={200} />
        <Pair>
          <MoneyField
            field={form.field('offeredPrice')}
            label={t('offeredPrice.label')}
            hint={t('offeredPrice.hint')}
            currency={settings.currency}
            exponent={settings.exponent}
          />
          <DateField field={form.field('validUntil')} label={t('validUntil.label')} min={today} max={farthest(today)} />
        </Pair>
      </Group>
    </EntityForm>
  )
}
