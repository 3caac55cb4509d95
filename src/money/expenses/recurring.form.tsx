import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { api } from './expenses.client.ts'
import { changed } from '#web/changed.ts'
import { useToday } from '#business/setup/here.ts'
import { progressQuery } from '#business/setup/setup.queries.ts'
import { addMonths } from '#lib/days.ts'
import { moneyText } from '#lib/money.ts'
import { newRecordId } from '#lib/record-ids.ts'
import { Dialog } from '#ui/confirm.tsx'
import { DateField } from '#ui/dates/date-field.tsx'
import { DialogForm } from '#ui/dialog-form.tsx'
import { Pair } from '#ui/entity-form.tsx'
import { CheckField, SelectField } from '#ui/field.tsx'
import { toastSuccess } from '#ui/toast.tsx'
import { useForm } from '#ui/use-form.ts'
import { useVersion } from '#ui/use-version.ts'
import { recurringForm, recurringInput, type RecurringExpense } from './expense.contract.ts'
import { startMonthsBack, dueDays, firstDue } from './expense.rules.ts'
import { SpentFields, spentInput, spentValuesOf, type SpentValues } from './spent-fields.tsx'

type Values = SpentValues & { monthDay: string; fromDay: string; untilDay: string; isPaused: boolean }

/** The days that every month has. */
const monthDays = Array.from({ length: 28 }, (_, at) => String(at + 1))

/** The fields that the rules check; no rule concerns whether it is paused. */
const inputOf = ({ isPaused: _paused, ...values }: Values) => ({
  ...spentInput(values),
  monthDay: values.monthDay === 'last' ? null : Number(values.monthDay),
  untilDay: values.untilDay || null,
})

/** Says what saving a new monthly expense records at once: its days up to today, and their sum. */
export function DueNow({ values, today }: { values: Values; today: string }) {
  const t = useTranslations('expenses.recurring')
  const locale = useLocale()
  const { data: progress } = useQuery(progressQuery)
  const { monthDay, untilDay } = inputOf(values)
  const { fromDay, amount } = values
  // One that begins earlier is refused.
  if (!progress?.country || typeof amount !== 'number' || fromDay < addMonths(today, -startMonthsBack) || fromDay > today) return null
  const { length: count } = dueDays(firstDue(fromDay, monthDay, untilDay), today, monthDay, untilDay)
  const { currency, exponent } = progress.country
  return count > 0 && <p role="status">{t('now', { count, total: moneyText(count * amount, currency, exponent, locale) })}</p>
}

/** Sets up a monthly expense, or changes how an existing one continues. */
export function RecurringForm({ row, onClose }: { row: RecurringExpense | null; onClose: () => void }) {
  const t = useTranslations('expenses')
  const today = useToday()
  const [id] = useState(() => row?.id ?? newRecordId())
  const [version, track] = useVersion(row)
  const initial: Values = {
    ...spentValuesOf(row),
    monthDay: row ? String(row.monthDay ?? 'last') : '1',
    fromDay: row?.fromDay ?? today,
    untilDay: row?.untilDay ?? '',
    isPaused: row?.state === 'paused',
  }
  const form = useForm({
    name: 'recurring',
    initial,
    schema: recurringForm,
    input: inputOf,
    async submit(values) {
      const fields = recurringInput.parse(inputOf(values))
      await track(() =>
        version > 0
          ? api.expenses.updateRecurring({ ...fields, isPaused: values.isPaused, id, version })
          : api.expenses.createRecurring({ ...fields, id }),
      )
      await changed('expenses')
      toastSuccess(t('saved'))
      onClose()
    },
  })
  return (
    <Dialog title={row ? t('recurring.edit', { supplier: row.supplier }) : t('recurring.add')} onClose={onClose}>
      <DialogForm form={form} save={t('recurring.save')} back={t('dismiss')} onClose={onClose}>
        <p>{t(row ? 'recurring.editText' : 'recurring.text')}</p>
        <SpentFields field={form.field} row={row} />
        <SelectField
          field={form.field('monthDay')}
          label={t('monthDay.label')}
          options={[
            ...monthDays.map((value) => ({ value, label: t('recurring.onDay', { day: value }) })),
            { value: 'last', label: t('recurring.onLast') },
          ]}
        />
        <Pair>
          <DateField field={form.field('fromDay')} label={t('fromDay.label')} />
          <DateField field={form.field('untilDay')} label={t('untilDay.label')} hint={t('untilDay.hint')} />
        </Pair>
        {row ? <CheckField field={form.field('isPaused')} label={t('recurring.pause')} /> : <DueNow values={form.values} today={today} />}
      </DialogForm>
    </Dialog>
  )
}
