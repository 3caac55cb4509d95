import { useState } from 'react'
import { useTranslations } from 'use-intl'
import * as z from 'zod/mini'
import { api } from './payroll.client.ts'
import { changed } from '#web/changed.ts'
import { deskMethods } from '#business/ledger/method.rules.ts'
import { withAccount } from '#business/ledger/money-account.rules.ts'
import { usePayChoices } from '#business/ledger/pay-choices.ts'
import { useMoney } from '#business/ledger/use-money.ts'
import { withRules } from '#lib/fields.ts'
import { newRecordId } from '#lib/record-ids.ts'
import { Dialog } from '#ui/confirm.tsx'
import { DialogForm } from '#ui/dialog-form.tsx'
import { SelectField, TextField } from '#ui/field.tsx'
import { MoneyField } from '#ui/inputs.tsx'
import { toastSuccess } from '#ui/toast.tsx'
import { useDay } from '#ui/use-day.ts'
import { useForm } from '#ui/use-form.ts'
import { adjustInput, payTrainerInput, type PayRow } from './payroll.contract.ts'

type Props = { row: PayRow; terms: { currency: string; exponent: number }; onClose: () => void }

/** Pays a trainer what is owed, all of it by default. */
export function PayTrainer({ row, terms, onClose }: Props) {
  const t = useTranslations('payroll')
  const sales = useTranslations('sales')
  const money = useMoney(terms)
  const [id] = useState(newRecordId)
  const choices = usePayChoices(true)
  const inputOf = <Values extends { method: string }>(values: Values) => ({ ...withAccount(values), trainer: row.trainer })
  const form = useForm({
    name: 'pay-trainer',
    initial: { amount: row.payable as number | string, method: 'transfer', reference: '' },
    schema: withRules(payTrainerInput, [
      { path: 'amount', error: 'payroll.amount.over', holds: ({ amount }) => !amount || amount <= row.payable },
    ]),
    input: inputOf,
    rename: { account: 'method' },
    async submit(values) {
      const input = payTrainerInput.parse(inputOf(values))
      await api.payroll.pay({ ...input, id })
      await changed('payroll')
      toastSuccess(t('pay.done', { amount: money(input.amount), name: row.name }))
      onClose()
    },
  })
  return (
    <Dialog title={t('pay.of', { name: row.name })} onClose={onClose}>
      <DialogForm form={form} save={t('pay.open')} back={sales('dismiss')} onClose={onClose}>
        <MoneyField
          field={form.field('amount')}
          label={sales('amount.label')}
          hint={t('pay.owed', { amount: money(row.payable) })}
          currency={terms.currency}
          exponent={terms.exponent}
        />
        <SelectField field={form.field('method')} label={sales('method.label')} options={choices(deskMethods)} />
        <TextField field={form.field('reference')} label={sales('reference.label')} maxLength={60} />
      </DialogForm>
    </Dialog>
  )
}

/** The amount as typed, more than 0; its direction is a separate field. */
const typed = z.extend(adjustInput, { amount: payTrainerInput.shape.amount })

/** Corrects a trainer's pay of an open month, with a reason that the trainer can read too. @param month YYYY-MM */
export function AdjustPay({ row, terms, month, onClose }: Props & { month: string }) {
  const t = useTranslations('payroll')
  const sales = useTranslations('sales')
  const name = useDay({ month: 'long', year: 'numeric' })(`${month}-01`)
  const [id] = useState(newRecordId)
  const inputOf = ({ amount, reason }: { amount: unknown; reason: unknown }) => ({ amount, reason, month, trainer: row.trainer })
  const form = useForm({
    name: 'adjust-pay',
    initial: { way: 'add', amount: '' as number | string, reason: '' },
    schema: typed,
    input: inputOf,
    async submit(values) {
      const { amount, ...input } = typed.parse(inputOf(values))
      await api.payroll.adjust({ ...input, amount: values.way === 'take' ? -amount : amount, id })
      await changed('payroll')
      toastSuccess(t('adjust.done', { name: row.name }))
      onClose()
    },
  })
  return (
    <Dialog title={t('adjust.of', { name: row.name })} onClose={onClose}>
      <DialogForm form={form} save={t('adjust.open')} back={sales('dismiss')} onClose={onClose}>
        <p>{t('adjust.counts', { month: name })}</p>
        <SelectField
          field={form.field('way')}
          label={t('adjust.kind')}
          options={(['add', 'take'] as const).map((value) => ({ value, label: t(`adjust.${value}`) }))}
        />
        <MoneyField field={form.field('amount')} label={sales('amount.label')} currency={terms.currency} exponent={terms.exponent} />
        <TextField field={form.field('reason')} label={sales('reason.label')} maxLength={200} />
      </DialogForm>
    </Dialog>
  )
}
