import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useAccountNames } from '#business/ledger/account-names.ts'
import { useMoney } from '#business/ledger/use-money.ts'
import { useToday } from '#business/setup/here.ts'
import { isDay } from '#lib/days.ts'
import { newRecordId } from '#lib/record-ids.ts'
import { changed } from '#web/changed.ts'
import { Dialog } from '#ui/confirm.tsx'
import { DateField } from '#ui/dates/date-field.tsx'
import { DialogForm } from '#ui/dialog-form.tsx'
import { SelectField, TextField } from '#ui/field.tsx'
import { MoneyField } from '#ui/inputs.tsx'
import { toastSuccess } from '#ui/toast.tsx'
import { useForm } from '#ui/use-form.ts'
import { api } from './cashbook.client.ts'
import { balanceInput, type CashbookAccounts } from './cashbook.contract.ts'

/** Sets what an account had at the end of a day, such as on the day on which the business begins to use it here. */
export function SetBalance({ data, account, onClose }: { data: CashbookAccounts; account: string; onClose: () => void }) {
  const t = useTranslations('cashbook')
  const today = useToday()
  const nameOf = useAccountNames()
  const money = useMoney(data)
  const [id] = useState(newRecordId)
  const form = useForm({
    name: 'set-balance',
    initial: { account, day: today, balance: '' as number | string, note: '' },
    schema: balanceInput,
    async submit(values) {
      await api.cashbook.setBalance({ ...balanceInput.parse(values), id })
      await changed('cashbook')
      toastSuccess(t('balanceSet'))
      onClose()
    },
  })
  const { day, account: chosen } = form.values
  const { data: then } = useQuery({
    queryKey: ['cashbook', 'accounts', day],
    queryFn: () => api.cashbook.accounts({ day }),
    enabled: isDay(day) && day <= today,
  })
  const known = then?.rows.find((row) => row.id === chosen)
  return (
    <Dialog title={t('setBalanceTitle')} onClose={onClose}>
      <DialogForm form={form} save={t('save')} back={t('back')} onClose={onClose}>
        <p>{t('setBalanceText')}</p>
        <SelectField
          field={form.field('account')}
          label={t('account.label')}
          options={data.rows.filter(({ state }) => state === 'active').map((row) => ({ value: row.id, label: nameOf(row) }))}
        />
        <DateField field={form.field('day')} label={t('day.label')} max={today} />
        <MoneyField
          field={form.field('balance')}
          label={t('balance.label')}
          hint={known ? t('byLedger', { amount: money(known.balance) }) : undefined}
          currency={data.currency}
          exponent={data.exponent}
        />
        <TextField field={form.field('note')} label={t('note.label')} maxLength={200} />
      </DialogForm>
    </Dialog>
  )
}
