import { useTranslations } from 'use-intl'
import { api } from './expenses.client.ts'
import { changed } from '#web/changed.ts'
import { Dialog } from '#ui/confirm.tsx'
import { DialogForm } from '#ui/dialog-form.tsx'
import { TextField } from '#ui/field.tsx'
import { toastSuccess } from '#ui/toast.tsx'
import { useForm } from '#ui/use-form.ts'
import { useVersion } from '#ui/use-version.ts'
import { expenseVoidInput, type Expense } from './expense.contract.ts'

/** Voids an expense for a reason, after explaining what that means. */
export function VoidExpense({ row, onClose }: { row: Expense; onClose: () => void }) {
  const t = useTranslations('expenses')
  const [version, track] = useVersion(row)
  const form = useForm({
    name: 'void',
    initial: { reason: '' },
    schema: expenseVoidInput,
    input: (values) => ({ ...values, id: row.id, version }),
    async submit({ reason }) {
      await track(() => api.expenses.void({ id: row.id, version, reason }))
      await changed('expenses')
      toastSuccess(t('void.done'))
      onClose()
    },
  })
  return (
    <Dialog title={t('void.title', { supplier: row.supplier })} onClose={onClose}>
      <DialogForm form={form} save={t('void.open')} look="danger" back={t('dismiss')} onClose={onClose}>
        <p>{t(row.isClosed ? 'void.textClosed' : 'void.text')}</p>
        <TextField field={form.field('reason')} label={t('reason.label')} maxLength={200} />
      </DialogForm>
    </Dialog>
  )
}
