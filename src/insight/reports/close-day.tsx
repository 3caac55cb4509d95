import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { api } from './reports.client.ts'
import { changed } from '#web/changed.ts'
import { useToday } from '#business/setup/here.ts'
import { recordOf } from '#lib/choices.ts'
import { isDay } from '#lib/days.ts'
import { withRules } from '#lib/fields.ts'
import { newRecordId } from '#lib/record-ids.ts'
import { moneyText } from '#lib/money.ts'
import { Dialog } from '#ui/confirm.tsx'
import { DateField } from '#ui/dates/date-field.tsx'
import { DialogForm } from '#ui/dialog-form.tsx'
import { SelectField, TextField } from '#ui/field.tsx'
import { Formula } from '#ui/formula.tsx'
import { MoneyField } from '#ui/inputs.tsx'
import { Unread } from '#ui/page.tsx'
import { toastSuccess } from '#ui/toast.tsx'
import { useDay } from '#ui/use-day.ts'
import { useForm } from '#ui/use-form.ts'
import { useDebounced } from '#ui/use-debounced.ts'
import { closeDayInput, countedMethods, type DayExpected } from './day.contract.ts'
import css from './reports.module.css'

type Values = Record<(typeof countedMethods)[number], number | string> & { day: string; note: string; till: string }

/** The fields as the rules expect them: 0 of what is not counted with the till. */
const inputOf = (values: Values, counts: readonly (typeof countedMethods)[number][]) => ({
  ...values,
  ...recordOf(countedMethods, (method) => (counts.includes(method) ? values[method] : 0)),
  till: values.till || null,
})

/** The fields of a day's count, each with the amount that the ledger expects; without it while another day loads. */
function Counts({
  expected,
  onDay,
  onTill,
  onClose,
}: {
  expected: DayExpected
  onDay: (day: string) => void
  onTill: (till: string) => void
  onClose: () => void
}) {
  const t = useTranslations('reports.close')
  const methods = useTranslations('sales.methods')
  const locale = useLocale()
  const today = useToday()
  const day = useDay()
  const [id] = useState(newRecordId)
  const money = (minor: number) => moneyText(minor, expected.currency, expected.exponent, locale, true)
  const isTill = expected.till !== null
  const kinds = useTranslations('cashbook.kinds')
  const counts = expected.methods.map(({ method }) => method)
  const differs = (values: Record<string, unknown>) =>
    values['day'] === expected.day &&
    expected.methods.some((row) => typeof values[row.method] === 'number' && values[row.method] !== row.expected)
  const form = useForm({
    name: 'close-day',
    initial: {
      day: expected.day,
      cash: '' as number | string,
      card: '' as number | string,
      transfer: '' as number | string,
      wallet: '' as number | string,
      note: '',
      till: expected.till ?? '',
    },
    input: (values) => inputOf(values, counts),
    schema: withRules(closeDayInput, [
      { path: 'note', error: 'reports.note.required', holds: (values) => Boolean(values.note) || !differs(values) },
    ]),
    async submit(values) {
      await api.reports.closeDay({ ...closeDayInput.parse(inputOf(values, counts)), id })
      await changed('reports')
      toastSuccess(t('done', { day: day(values.day) }))
      onClose()
    },
  })
  const { values } = form
  const isRead = values.day === expected.day && values.till === (expected.till ?? '')
  const counted = isRead && counts.every((method) => typeof values[method] === 'number')
  const difference = expected.methods.reduce((sum, row) => sum + (Number(values[row.method]) - row.expected), 0)
  const dayField = form.field('day')
  const tillField = form.field('till')
  return (
    <DialogForm form={form} save={t('save')} back={t('back')} onClose={onClose}>
      <DateField
        field={{
          ...dayField,
          onChange(value: string) {
            dayField.onChange(value)
            if (isDay(value) && value <= today) onDay(value)
          },
        }}
        label={t('day')}
        max={today}
      />
      {expected.tills.length > 1 && (
        <SelectField
          field={{
            ...tillField,
            onChange(value: string) {
              tillField.onChange(value)
              onTill(value)
            },
          }}
          label={kinds('till')}
          options={expected.tills.map(({ id: value, name }) => ({ value, label: name || kinds('till') }))}
        />
      )}
      {isRead && expected.last && <p className={css['note']}>{t('again', { by: expected.last.closedBy })}</p>}
      {expected.methods.map((row) => (
        <MoneyField
          key={row.method}
          field={form.field(row.method)}
          label={isTill && row.method === 'cash' ? t('inTill') : methods(row.method)}
          hint={
            isRead
              ? t(isTill && row.method === 'cash' ? 'expectedInTill' : 'expected', { amount: money(row.expected), count: row.count })
              : undefined
          }
          currency={expected.currency}
          exponent={expected.exponent}
        />
      ))}
      <p role="status">{counted ? t('difference', { amount: money(difference) }) : ''}</p>
      <TextField field={form.field('note')} label={t('note')} hint={t('noteHint')} maxLength={200} />
      <Formula text={t(isTill ? 'formulaTill' : 'formula')} asOf={isRead ? expected.asOf : undefined} />
    </DialogForm>
  )
}

/** Counts a day's money by method against what the ledger expects (product 6, "day close"). */
export function CloseDay({ onClose }: { onClose: () => void }) {
  const t = useTranslations('reports.close')
  const today = useToday()
  const [day, setDay] = useState(today)
  const asked = useDebounced(day)
  const [chosen, setTill] = useState<string>()
  // The tills are known once a day was read; without any, the day's payments are counted.
  const first = useQuery({ queryKey: ['reports', 'day', today], queryFn: () => api.reports.dayExpected({ day: today }) })
  const till = chosen ?? first.data?.tills[0]?.id
  const query = useQuery({
    queryKey: ['reports', 'day', asked, till ?? ''],
    queryFn: () => api.reports.dayExpected({ day: asked, ...(till ? { till } : {}) }),
    enabled: isDay(asked) && first.data !== undefined,
    staleTime: 0,
    // Otherwise typing a day would remove the form, along with the counted amounts.
    placeholderData: keepPreviousData,
  })
  return (
    <Dialog title={t('title')} onClose={onClose}>
      {query.data ? <Counts expected={query.data} onDay={setDay} onTill={setTill} onClose={onClose} /> : <Unread query={query} rows={4} />}
    </Dialog>
  )
}
