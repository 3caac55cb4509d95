import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useMoney } from '#business/ledger/use-money.ts'
import { withRules } from '#lib/fields.ts'
import { newRecordId } from '#lib/record-ids.ts'
import { changed } from '#web/changed.ts'
import { Dialog } from '#ui/confirm.tsx'
import { DialogForm } from '#ui/dialog-form.tsx'
import { SelectField, TextField } from '#ui/field.tsx'
import { MoneyField } from '#ui/inputs.tsx'
import { Failed } from '#ui/page.tsx'
import { Table } from '#ui/table.tsx'
import { toastSuccess } from '#ui/toast.tsx'
import { ChangeButton } from '#ui/trial-over.tsx'
import { useDay } from '#ui/use-day.ts'
import { useForm } from '#ui/use-form.ts'
import { creditPayoutInput, type Credit } from './credit.contract.ts'
import { creditQuery } from './sale.queries.ts'
import { deskMethods } from '#business/ledger/method.rules.ts'
import { withAccount } from '#business/ledger/money-account.rules.ts'
import { usePayChoices } from '#business/ledger/pay-choices.ts'
import { api, useMay } from './sales.client.ts'
import css from './customer-sales.module.css'

type Props = { customer: string; credit: Credit }

/** Pays credit out in money, all of it by default. */
function PayOut({ customer, credit, onClose }: Props & { onClose: () => void }) {
  const t = useTranslations('sales')
  const money = useMoney(credit)
  const [id] = useState(newRecordId)
  const choices = usePayChoices()
  const inputOf = <Values extends { method: string }>(values: Values) => ({ ...withAccount(values), customer })
  const form = useForm({
    name: 'payOut',
    initial: { amount: credit.balance as number | string, method: 'cash', reason: '' },
    schema: withRules(creditPayoutInput, [
      { path: 'amount', error: 'sales.credit.most', holds: ({ amount }) => !amount || amount <= credit.balance },
    ]),
    input: inputOf,
    rename: { account: 'method' },
    async submit(values) {
      const input = creditPayoutInput.parse(inputOf(values))
      await api.sales.payOutCredit({ ...input, id })
      await changed('sales')
      toastSuccess(t('credit.paidOut', { amount: money(input.amount) }))
      onClose()
    },
  })
  return (
    <Dialog title={t('credit.payOut')} onClose={onClose}>
      <DialogForm form={form} save={t('credit.payOut')} back={t('dismiss')} onClose={onClose}>
        <MoneyField
          field={form.field('amount')}
          label={t('amount.label')}
          hint={t('credit.upTo', { amount: money(credit.balance) })}
          currency={credit.currency}
          exponent={credit.exponent}
        />
        <SelectField field={form.field('method')} label={t('method.label')} options={choices(deskMethods)} />
        <TextField field={form.field('reason')} label={t('reason.label')} maxLength={200} />
      </DialogForm>
    </Dialog>
  )
}

/** The changes of a customer's credit, newest first, each with the bill that it is about. */
function Changes({ credit }: { credit: Credit }) {
  const t = useTranslations('sales.credit')
  const day = useDay()
  const money = useMoney(credit, true)
  return (
    <Table
      label={t('changes')}
      columns={[
        { key: 'day', label: t('day'), isWhole: true, cell: (row) => day(row.day) },
        {
          key: 'kind',
          label: t('kind'),
          cell: ({ kind, sale, number }) => (
            <>
              {t(`kinds.${kind}`)}{' '}
              {sale && (
                <Link className="ltr" to="/sales/sale" search={{ id: sale }}>
                  {number}
                </Link>
              )}
            </>
          ),
        },
        { key: 'amount', label: t('amount'), isNumber: true, cell: ({ amount }) => money(amount) },
      ]}
      rows={credit.rows}
      keyOf={({ id }) => id}
    />
  )
}

/** What the business owes a customer, with its changes and a way to pay it out; nothing for a customer who never had credit. */
export function CustomerCredit({ customer }: { customer: string }) {
  const t = useTranslations('sales.credit')
  const [maySee, mayPayOut] = [useMay('sales.credit'), useMay('sales.payOutCredit')]
  const [isOpen, setOpen] = useState(false)
  const query = useQuery({ ...creditQuery(customer), enabled: maySee })
  const money = useMoney(query.data)
  if (query.isError) return <Failed retry={() => void query.refetch()} />
  if (!query.data || query.data.rows.length === 0) return null
  const { balance } = query.data
  return (
    <section className={css['credit']} aria-labelledby="credit">
      <h3 id="credit">{t('title')}</h3>
      <div className={css['balance']}>
        <p>{t('balance', { amount: money(balance) })}</p>
        {mayPayOut && balance > 0 && (
          <ChangeButton look="outline" onClick={() => setOpen(true)}>
            {t('payOut')}
          </ChangeButton>
        )}
      </div>
      <Changes credit={query.data} />
      {isOpen && <PayOut customer={customer} credit={query.data} onClose={() => setOpen(false)} />}
    </section>
  )
}
