import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import * as z from 'zod/mini'
import { api } from './expenses.client.ts'
import { changed } from '#web/changed.ts'
import { useToday } from '#business/setup/here.ts'
import { payValue } from '#business/ledger/money-account.rules.ts'
import { newRecordId } from '#lib/record-ids.ts'
import { DateField } from '#ui/dates/date-field.tsx'
import { EntityForm } from '#ui/entity-form.tsx'
import { imageValue, uploadedImage, type ImageValue } from '#ui/image-value.ts'
import { ImageField } from '#ui/inputs.tsx'
import { toastSuccess } from '#ui/toast.tsx'
import { useForm } from '#ui/use-form.ts'
import { useVersion } from '#ui/use-version.ts'
import { expenseInput, paidRules, taxRule, withExpenseRules, type Expense } from './expense.contract.ts'
import { SpentFields, spentInput, spentValuesOf, type SpentValues } from './spent-fields.tsx'

const schema = withExpenseRules(z.object({ ...expenseInput.shape, receipt: imageValue(undefined, true) }), taxRule, ...paidRules)
type Values = SpentValues & { day: string; dueOn: string; paidOn: string; receipt: ImageValue }

/** The choice of an expense that is not paid yet, among the methods. */
const unpaid = 'unpaid'

/** The fields as the rules expect them; only what was unpaid has a day of payment and a day on which it is due. */
function inputOf(values: Values, row: Expense | null) {
  const isUnpaid = values.method === unpaid
  const isOwed = isUnpaid || row?.isUnpaid === true || row?.paidOn != null
  return {
    ...spentInput(isUnpaid ? { ...values, method: row ? payValue(row) : 'transfer' } : values),
    isUnpaid,
    dueOn: isOwed ? values.dueOn || null : null,
    paidOn: isOwed && !isUnpaid ? values.paidOn || null : null,
  }
}

/** Enters an expense, or corrects one. In a closed month its money cannot change, and the form says what to do instead. */
export function ExpenseForm({ row }: { row: Expense | null }) {
  const t = useTranslations('expenses')
  const navigate = useNavigate()
  const today = useToday()
  const [id] = useState(() => row?.id ?? newRecordId())
  const [version, track] = useVersion(row)
  const common = spentValuesOf(row)
  const initial: Values = {
    day: row?.day ?? today,
    ...common,
    method: row?.isUnpaid ? unpaid : common.method,
    dueOn: row?.dueOn ?? '',
    paidOn: row?.paidOn ?? today,
    receipt: row?.receipt ?? '',
  }
  const form = useForm({
    name: 'expense',
    initial,
    schema,
    input: (values) => inputOf(values, row),
    rename: { file: 'receipt', account: 'method' },
    draft: { of: row?.id ?? 'new', version },
    async submit(values) {
      const receipt = (await uploadedImage(values.receipt, 'receipt')) || null
      const fields = expenseInput.parse({ ...inputOf(values, row), receipt })
      await track(() => (version > 0 ? api.expenses.update({ ...fields, id, version }) : api.expenses.create({ ...fields, id })))
      await changed('expenses')
      toastSuccess(t('saved'))
      // Wait until the form counts as clean, so that its guard allows the navigation.
      setTimeout(() => void navigate({ to: '/finance', search: { tab: 'expenses' } }))
    },
  })
  const isUnpaid = form.values.method === unpaid
  const wasUnpaid = row?.isUnpaid === true || row?.paidOn != null
  return (
    <EntityForm form={form}>
      {row?.isClosed && <p>{t(wasUnpaid ? 'closedOwed' : 'closed')}</p>}
      <DateField field={form.field('day')} label={t('day.label')} max={today} />
      <SpentFields field={form.field} row={row} more={[{ value: unpaid, label: t('unpaid') }]} />
      {isUnpaid && <DateField field={form.field('dueOn')} label={t('dueOn.label')} />}
      {!isUnpaid && wasUnpaid && <DateField field={form.field('paidOn')} label={t('paidOn.label')} max={today} />}
      <ImageField field={form.field('receipt')} label={t('receipt.label')} purpose="receipt" />
    </EntityForm>
  )
}
