import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { api } from './sales.client.ts'
import { failureOf } from '#web/call-failure.ts'
import { changed } from '#web/changed.ts'
import { withRules } from '#lib/fields.ts'
import { newRecordId } from '#lib/record-ids.ts'
import { Dialog } from '#ui/confirm.tsx'
import { DialogForm } from '#ui/dialog-form.tsx'
import { CheckField, SelectField, TextField } from '#ui/field.tsx'
import { MoneyField } from '#ui/inputs.tsx'
import { toastSuccess } from '#ui/toast.tsx'
import { useForm } from '#ui/use-form.ts'
import { RefundEffect } from './refund-effect.tsx'
import { payInput, refundInput, reverseInput, saleVoidInput, type Payment, type SaleDetail } from './sale.contract.ts'
import { deskMethods, billMethods } from '#business/ledger/method.rules.ts'
import { payValue, withAccount } from '#business/ledger/money-account.rules.ts'
import { usePayChoices } from '#business/ledger/pay-choices.ts'
import { creditQuery } from './sale.queries.ts'
import css from './sale-dialogs.module.css'
import { worthOf } from './sale.rules.ts'
import { useMoney } from '#business/ledger/use-money.ts'

type Props = { sale: SaleDetail; onClose: () => void }

/** Runs a call on a bill; if it is refused because the bill has changed, shows the current bill. */
async function current<Answer>(call: () => Promise<Answer>): Promise<Answer> {
  try {
    const answer = await call()
    await changed('sales')
    return answer
  } catch (error) {
    if (failureOf(error).status === 409) void changed('sales')
    throw error
  }
}

/** Takes a payment of the amount due, all of it by default. */
export function TakePayment({ sale, onClose }: Props) {
  const t = useTranslations('sales')
  const money = useMoney(sale)
  const [id] = useState(newRecordId)
  const { data: credit } = useQuery({ ...creditQuery(sale.customer ?? ''), enabled: sale.customer !== null })
  const hasCredit = credit !== undefined && credit.balance > 0
  const choices = usePayChoices()
  const inputOf = <Values extends { method: string }>(values: Values) => ({ ...withAccount(values), sale: sale.id })
  const form = useForm({
    name: 'pay',
    initial: { amount: sale.due as number | string, method: 'cash', reference: '' },
    schema: withRules(payInput, [{ path: 'amount', error: 'sales.payments.over', holds: ({ amount }) => !amount || amount <= sale.due }]),
    input: inputOf,
    rename: { account: 'method' },
    async submit(values) {
      const input = payInput.parse(inputOf(values))
      await current(() => api.sales.pay({ ...input, id }))
      toastSuccess(t('pay.done', { amount: money(input.amount) }))
      onClose()
    },
  })
  return (
    <Dialog title={t('pay.title')} onClose={onClose}>
      <DialogForm form={form} save={t('pay.open')} back={t('dismiss')} onClose={onClose}>
        <MoneyField
          field={form.field('amount')}
          label={t('amount.label')}
          hint={t('pay.due', { due: money(sale.due) })}
          currency={sale.currency}
          exponent={sale.exponent}
        />
        <SelectField
          field={form.field('method')}
          label={t('method.label')}
          options={choices(hasCredit ? billMethods : deskMethods)}
          hint={hasCredit ? t('credit.balance', { amount: money(credit.balance) }) : undefined}
        />
        <TextField field={form.field('reference')} label={t('reference.label')} hint={t('reference.hint')} maxLength={60} />
      </DialogForm>
    </Dialog>
  )
}

/** Credits an amount on a bill and refunds what was paid of it; previews the effect first. */
export function RefundSale({ sale, onClose }: Props) {
  const t = useTranslations('sales')
  const money = useMoney(sale)
  const [id] = useState(newRecordId)
  const worth = worthOf(sale)
  const isPaid = sale.paid > sale.refunded
  const hasPlace = sale.items.some(({ enrolment }) => enrolment !== null)
  const choices = usePayChoices()
  const inputOf = <Values extends { method: string }>(values: Values) => ({ ...withAccount(values), sale: sale.id })
  // Money is refunded the way it was paid, by default; only money that the marketplace took can be refunded through it.
  const came = sale.payments.filter(({ reverses, reversedOn }) => !reverses && !reversedOn)
  const methods = [
    ...deskMethods,
    ...(sale.customer ? ['credit' as const] : []),
    ...(came.some(({ method }) => method === 'marketplace') ? ['marketplace' as const] : []),
  ]
  const form = useForm({
    name: 'refund',
    initial: { amount: worth as number | string, method: came[0] ? payValue(came[0]) : 'cash', reason: '', releasesSeat: false },
    schema: withRules(refundInput, [{ path: 'amount', error: 'sales.refund.most', holds: ({ amount }) => !amount || amount <= worth }]),
    input: inputOf,
    rename: { account: 'method' },
    async submit(values) {
      const { refunds } = await current(() => api.sales.refund({ ...refundInput.parse(inputOf(values)), id }))
      toastSuccess(t('refund.done', { number: refunds.find((note) => note.id === id)?.number ?? '' }))
      onClose()
    },
  })
  const { amount, releasesSeat } = form.values
  const isAmount = typeof amount === 'number' && amount > 0
  return (
    <Dialog title={t('refund.title')} onClose={onClose}>
      <DialogForm
        form={form}
        save={isAmount ? t('refund.save', { amount: money(amount) }) : t('refund.open')}
        look="danger"
        back={t('dismiss')}
        onClose={onClose}
      >
        <MoneyField
          field={form.field('amount')}
          label={t('amount.label')}
          hint={t('refund.worth', { amount: money(worth) })}
          currency={sale.currency}
          exponent={sale.exponent}
        />
        {isPaid && <SelectField field={form.field('method')} label={t('refund.method')} options={choices(methods)} />}
        <TextField field={form.field('reason')} label={t('reason.label')} maxLength={200} />
        {hasPlace && <CheckField field={form.field('releasesSeat')} label={t('refund.releases')} />}
        <RefundEffect sale={sale} amount={amount} releasesSeat={releasesSeat} />
      </DialogForm>
    </Dialog>
  )
}

/** Reverses a payment that did not come in or was entered wrongly, after explaining the consequences. */
export function ReversePayment({ sale, payment, onClose }: Props & { payment: Payment }) {
  const t = useTranslations('sales')
  const money = useMoney(sale, true)
  const [id] = useState(newRecordId)
  const amount = money(payment.amount)
  const form = useForm({
    name: 'reversePayment',
    initial: { reason: '' },
    schema: reverseInput,
    input: (values) => ({ ...values, sale: sale.id, payment: payment.id }),
    async submit({ reason }) {
      await current(() => api.sales.reversePayment({ id, sale: sale.id, payment: payment.id, reason }))
      toastSuccess(t('reverse.done', { amount }))
      onClose()
    },
  })
  return (
    <Dialog title={t('reverse.title', { amount })} onClose={onClose}>
      <DialogForm form={form} save={t('reverse.open')} look="danger" back={t('dismiss')} onClose={onClose}>
        <p className={css['note']}>{t('reverse.text', { amount, method: t(`methods.${payment.method}`) })}</p>
        <TextField field={form.field('reason')} label={t('reason.label')} maxLength={200} />
      </DialogForm>
    </Dialog>
  )
}

/** Voids a bill of which nothing was paid, after explaining the consequences. */
export function VoidSale({ sale, onClose }: Props) {
  const t = useTranslations('sales')
  const form = useForm({
    name: 'void',
    initial: { reason: '' },
    schema: saleVoidInput,
    input: (values) => ({ ...values, id: sale.id }),
    async submit({ reason }) {
      await current(() => api.sales.void({ id: sale.id, reason }))
      toastSuccess(t('void.done', { number: sale.number }))
      onClose()
    },
  })
  return (
    <Dialog title={t('void.title', { number: sale.number })} onClose={onClose}>
      <DialogForm form={form} save={t('void.save')} look="danger" back={t('dismiss')} onClose={onClose}>
        <p className={css['note']}>{t('void.text')}</p>
        <TextField field={form.field('reason')} label={t('reason.label')} maxLength={200} />
      </DialogForm>
    </Dialog>
  )
}
