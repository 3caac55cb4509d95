import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { changed } from '#web/changed.ts'
import { deskMethods } from '#business/ledger/method.rules.ts'
import { withAccount } from '#business/ledger/money-account.rules.ts'
import { usePayChoices } from '#business/ledger/pay-choices.ts'
import { useMoney } from '#business/ledger/use-money.ts'
import { newRecordId } from '#lib/record-ids.ts'
import { Dialog } from '#ui/confirm.tsx'
import { DialogForm } from '#ui/dialog-form.tsx'
import { SelectField, TextField } from '#ui/field.tsx'
import { toastSuccess } from '#ui/toast.tsx'
import { useForm } from '#ui/use-form.ts'
import { api } from './payroll.client.ts'
import own from './payroll.module.css'
import { payAllInput, type PayMonth } from './payroll.contract.ts'

/** The trainers that are owed pay, with one method and reference for all of them. */
function PayAllForm({ data, onClose }: { data: PayMonth; onClose: () => void }) {
  const t = useTranslations('payroll')
  const sales = useTranslations('sales')
  const money = useMoney(data, true)
  const [payments] = useState(() =>
    data.rows
      .filter(({ payable }) => payable > 0)
      .map(({ trainer, name, payable }) => ({ id: newRecordId(), trainer, name, amount: payable })),
  )
  const total = payments.reduce((sum, { amount }) => sum + amount, 0)
  const choices = usePayChoices(true)
  const inputOf = <Values extends { method: string }>(values: Values) => ({
    ...withAccount(values),
    payments: payments.map(({ name: _name, ...payment }) => payment),
  })
  const form = useForm({
    name: 'pay-all',
    initial: { method: 'transfer', reference: data.month },
    schema: payAllInput,
    input: inputOf,
    // Amounts are not typed, so what is refused about them is said at the first field.
    rename: { payments: 'method', account: 'method' },
    async submit(values) {
      await api.payroll.payAll(payAllInput.parse(inputOf(values)))
      await changed('payroll')
      await changed('finance')
      toastSuccess(t('payAll.done', { amount: money(total), count: payments.length }))
      onClose()
    },
  })
  return (
    <DialogForm form={form} save={t('payAll.confirm', { amount: money(total) })} back={sales('dismiss')} onClose={onClose}>
      <ul className={own['owed']}>
        {payments.map(({ trainer, name, amount }) => (
          <li key={trainer}>
            <bdi>{name}</bdi>
            <span className="whole">{money(amount)}</span>
          </li>
        ))}
      </ul>
      <SelectField field={form.field('method')} label={sales('method.label')} options={choices(deskMethods)} />
      <TextField field={form.field('reference')} label={sales('reference.label')} maxLength={60} />
    </DialogForm>
  )
}

/** Pays every trainer what is owed, all of them or none. @param month YYYY-MM, suggested as the reference */
export function PayAll({ month, onClose }: { month: string; onClose: () => void }) {
  const t = useTranslations('payroll')
  const { data } = useQuery({ queryKey: ['payroll', 'list', month], queryFn: () => api.payroll.list({ month }) })
  return (
    <Dialog title={t('payAll.title')} onClose={onClose}>
      {data && <PayAllForm data={data} onClose={onClose} />}
    </Dialog>
  )
}
