import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { api } from './expenses.client.ts'
import { batchOptionsQuery } from '#timetable/batches/batch.queries.ts'
import { hallOptionsQuery } from '#directory/halls/hall.queries.ts'
import { progressQuery } from '#business/setup/setup.queries.ts'
import { payValue, withAccount } from '#business/ledger/money-account.rules.ts'
import { usePayChoices } from '#business/ledger/pay-choices.ts'
import { Pair } from '#ui/entity-form.tsx'
import { SelectField, TextField } from '#ui/field.tsx'
import { MoneyField, TextareaField } from '#ui/inputs.tsx'
import type { FieldBinding } from '#ui/use-form.ts'
import type { Expense, RecurringExpense } from './expense.contract.ts'
import { categories, payMethods } from './expense.rules.ts'

/** The fields shared by single and monthly expenses, as their forms store them. */
export type SpentValues = {
  supplier: string
  category: string
  amount: number | string
  tax: number | string
  method: string
  hall: string
  batch: string
  note: string
}

export const spentValuesOf = (row: Expense | RecurringExpense | null): SpentValues => ({
  supplier: row?.supplier ?? '',
  category: row?.category ?? '',
  amount: row?.amount ?? '',
  tax: row?.tax ?? 0,
  method: row ? payValue(row) : 'transfer',
  hall: row?.hall ?? '',
  batch: row?.batch ?? '',
  note: row?.note ?? '',
})

/** The fields as the rules expect them: an empty choice is null, and the choice of a method may name an account. */
export const spentInput = <Values extends SpentValues>(values: Values) => ({
  ...withAccount(values),
  hall: values.hall || null,
  batch: values.batch || null,
})

type Option = { value: string; label: string }

/** The available options, plus the previously chosen one if it is no longer available. */
const withChosen = (options: Option[], value: string | null | undefined, label: string | null | undefined): Option[] =>
  value && !options.some((option) => option.value === value) ? [...options, { value, label: label ?? '' }] : options

/** The payee, purpose, amount and method of an expense, and the hall or batch that it is attributed to. */
export function SpentFields({
  field,
  row,
  more = [],
}: {
  field: {
    (key: 'amount' | 'tax'): FieldBinding<number | string>
    (key: Exclude<keyof SpentValues, 'amount' | 'tax'>): FieldBinding<string>
  }
  row: Expense | RecurringExpense | null
  /** Choices beside the methods. */
  more?: Option[]
}) {
  const t = useTranslations('expenses')
  const methods = useTranslations('sales.methods')
  const choices = usePayChoices(true)
  // An account that is archived can still be the one that paid.
  const chosen = row && !('isUnpaid' in row && row.isUnpaid) ? payValue(row) : null
  const { data: progress } = useQuery(progressQuery)
  const halls = useQuery(hallOptionsQuery)
  const batches = useQuery(batchOptionsQuery)
  const suppliers = useQuery({ queryKey: ['expenses', 'suppliers'], queryFn: () => api.expenses.suppliers() })
  const { currency, exponent } = row ?? progress?.country ?? { currency: '', exponent: 2 }
  const hallOptions = (halls.data?.rows ?? []).map(({ id, title }) => ({ value: id, label: title }))
  const batchOptions = (batches.data?.rows ?? []).map(({ id, name }) => ({ value: id, label: name }))
  return (
    <>
      <TextField field={field('supplier')} label={t('supplier.label')} maxLength={80} suggestions={suppliers.data ?? []} />
      <Pair>
        <SelectField
          field={field('category')}
          label={t('category.label')}
          placeholder={t('choose')}
          options={categories.map((value) => ({ value, label: t(`categories.${value}`) }))}
        />
        <SelectField
          field={field('method')}
          label={t('method.label')}
          options={withChosen([...choices(payMethods), ...more], chosen, row && methods(row.method))}
        />
      </Pair>
      <Pair>
        <MoneyField field={field('amount')} label={t('amount.label')} hint={t('amount.hint')} currency={currency} exponent={exponent} />
        <MoneyField field={field('tax')} label={t('tax.label')} hint={t('tax.hint')} currency={currency} exponent={exponent} />
      </Pair>
      <Pair>
        <SelectField
          field={field('hall')}
          label={t('hall.label')}
          placeholder={t('none')}
          options={withChosen(hallOptions, row?.hall, row?.hallTitle)}
        />
        <SelectField
          field={field('batch')}
          label={t('batch.label')}
          placeholder={t('none')}
          options={withChosen(batchOptions, row?.batch, row?.batchName)}
        />
      </Pair>
      <TextareaField field={field('note')} label={t('note.label')} max={500} />
    </>
  )
}
