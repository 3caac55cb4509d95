import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { api } from './cashbook.client.ts'
import { useToday } from '#business/setup/here.ts'
import { useMoney } from '#business/ledger/use-money.ts'
import { choiceOf } from '#lib/choices.ts'
import { newRecordId } from '#lib/record-ids.ts'
import { changed } from '#web/changed.ts'
import { Dialog } from '#ui/confirm.tsx'
import { DateField } from '#ui/dates/date-field.tsx'
import { DialogForm } from '#ui/dialog-form.tsx'
import { SelectField, TextField } from '#ui/field.tsx'
import { MoneyField } from '#ui/inputs.tsx'
import { toastSuccess } from '#ui/toast.tsx'
import { useForm } from '#ui/use-form.ts'
import { useAccountNames } from '#business/ledger/account-names.ts'
import { recordInput, type CashbookAccounts } from './cashbook.contract.ts'
import { comes, leaves, recordKinds, type RecordKind } from './move.rules.ts'

type Values = { kind: string; amount: number | string; from: string; into: string; day: string; note: string }

/** The fields as the rules expect them: only the sides that the kind has. */
function inputOf({ kind, from, into, ...values }: Values) {
  const known = choiceOf(recordKinds, kind)
  return { ...values, kind: known, from: leaves(known) ? from || null : null, into: comes(known) ? into || null : null }
}

/** Moves money between accounts, to or from the tax office, the owner or a lender. @param kind what it is at first */
export function RecordMoney({ data, kind: first, onClose }: { data: CashbookAccounts; kind: RecordKind; onClose: () => void }) {
  const t = useTranslations('cashbook')
  const today = useToday()
  const nameOf = useAccountNames()
  const money = useMoney(data)
  const [id] = useState(newRecordId)
  const active = data.rows.filter(({ state }) => state === 'active')
  const accounts = active.map((row) => ({ value: row.id, label: `${nameOf(row)} (${money(row.balance)})` }))
  const bank = active.find(({ kind, isFirst }) => kind === 'bank' && isFirst)?.id ?? ''
  const initial: Values = {
    kind: first,
    amount: first === 'taxPaid' && data.taxDue > 0 ? data.taxDue : '',
    from: first === 'transfer' ? '' : bank,
    into: bank,
    day: today,
    note: '',
  }
  const form = useForm({
    name: 'record-money',
    initial,
    schema: recordInput,
    input: inputOf,
    async submit(values) {
      await api.cashbook.record({ ...recordInput.parse(inputOf(values)), id })
      await changed('cashbook')
      toastSuccess(t('recorded'))
      onClose()
    },
  })
  const kind = choiceOf(recordKinds, form.values.kind)
  return (
    <Dialog title={t('recordTitle')} onClose={onClose}>
      <DialogForm form={form} save={t('save')} back={t('back')} onClose={onClose}>
        <SelectField
          field={form.field('kind')}
          label={t('move.label')}
          hint={t(`hints.${kind}`)}
          options={recordKinds.map((value) => ({ value, label: t(`moves.${value}`) }))}
        />
        {leaves(kind) && (
          <SelectField field={form.field('from')} label={t('from.label')} placeholder={t('account.choose')} options={accounts} />
        )}
        {comes(kind) && (
          <SelectField field={form.field('into')} label={t('into.label')} placeholder={t('account.choose')} options={accounts} />
        )}
        <MoneyField
          field={form.field('amount')}
          label={t('amount.label')}
          hint={kind === 'taxPaid' ? t('amount.owed', { amount: money(data.taxDue) }) : undefined}
          currency={data.currency}
          exponent={data.exponent}
        />
        <DateField field={form.field('day')} label={t('day.label')} max={today} />
        <TextField field={form.field('note')} label={t('note.label')} maxLength={200} />
      </DialogForm>
    </Dialog>
  )
}
