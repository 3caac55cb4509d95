import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import * as z from 'zod/mini'
import { api } from './expenses.client.ts'
import { changed } from '#web/changed.ts'
import { useToday } from '#business/setup/here.ts'
import { newRecordId } from '#lib/record-ids.ts'
import { EntityForm } from '#ui/entity-form.tsx'
import { imageValue, uploadedImage, type ImageValue } from '#ui/image-value.ts'
import { DateField, ImageField } from '#ui/inputs.tsx'
import { toastSuccess } from '#ui/toast.tsx'
import { useForm } from '#ui/use-form.ts'
import { useVersion } from '#ui/use-version.ts'
import { expenseInput, taxRule, withExpenseRules, type Expense } from './expense.contract.ts'
import { SpentFields, spentInput, spentValuesOf, type SpentValues } from './spent-fields.tsx'

const schema = withExpenseRules(z.object({ ...expenseInput.shape, receipt: imageValue(undefined, true) }), taxRule)
type Values = SpentValues & { day: string; receipt: ImageValue }

/** Enters an expense, or corrects one. In a closed month its money cannot change, and the form says what to do instead. */
export function ExpenseForm({ row }: { row: Expense | null }) {
  const t = useTranslations('expenses')
  const navigate = useNavigate()
  const today = useToday()
  const [id] = useState(() => row?.id ?? newRecordId())
  const [version, track] = useVersion(row)
  const initial: Values = { day: row?.day ?? today, ...spentValuesOf(row), receipt: row?.receipt ?? '' }
  const form = useForm({
    name: 'expense',
    initial,
    schema,
    input: spentInput,
    rename: { file: 'receipt' },
    draft: { of: row?.id ?? 'new', version },
    async submit(values) {
      const receipt = (await uploadedImage(values.receipt, 'receipt')) || null
      const fields = expenseInput.parse({ ...spentInput(values), receipt })
      await track(() => (version > 0 ? api.expenses.update({ ...fields, id, version }) : api.expenses.create({ ...fields, id })))
      await changed('expenses')
      toastSuccess(t('saved'))
      // Wait until the form counts as clean, so that its guard allows the navigation.
      setTimeout(() => void navigate({ to: '/finance', search: { tab: 'expenses' } }))
    },
  })
  return (
    <EntityForm form={form}>
      {row?.isClosed && <p>{t('closed')}</p>}
      <DateField field={form.field('day')} label={t('day.label')} max={today} />
      <SpentFields field={form.field} row={row} />
      <ImageField field={form.field('receipt')} label={t('receipt.label')} purpose="receipt" />
    </EntityForm>
  )
}
