import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { moneyAccountInput, type MoneyAccount } from '#business/ledger/money-account.contract.ts'
import { accountKinds } from '#business/ledger/money-account.rules.ts'
import { newRecordId } from '#lib/record-ids.ts'
import { changed } from '#web/changed.ts'
import { Dialog } from '#ui/confirm.tsx'
import { DialogForm } from '#ui/dialog-form.tsx'
import { SelectField, TextField } from '#ui/field.tsx'
import { toastSuccess } from '#ui/toast.tsx'
import { useForm } from '#ui/use-form.ts'
import { useVersion } from '#ui/use-version.ts'
import { api } from './cashbook.client.ts'

/** Adds a till, bank account, card terminal or wallet, or renames one. */
export function MoneyAccountForm({ row, onClose }: { row: MoneyAccount | null; onClose: () => void }) {
  const t = useTranslations('cashbook')
  const [id] = useState(() => row?.id ?? newRecordId())
  const [version, track] = useVersion(row)
  const form = useForm({
    name: 'money-account',
    initial: { kind: (row?.kind ?? 'till') as string, name: row?.name ?? '', number: row?.number ?? '' },
    schema: moneyAccountInput,
    async submit(values) {
      const { kind, ...fields } = moneyAccountInput.parse(values)
      await track(() =>
        version > 0 ? api.cashbook.updateAccount({ ...fields, id, version }) : api.cashbook.createAccount({ ...fields, kind, id }),
      )
      await changed('cashbook')
      toastSuccess(t('saved'))
      onClose()
    },
  })
  return (
    <Dialog title={t(row ? 'edit' : 'add')} onClose={onClose}>
      <DialogForm form={form} save={t('save')} back={t('back')} onClose={onClose}>
        {!row && (
          <SelectField
            field={form.field('kind')}
            label={t('kind.label')}
            options={accountKinds.map((value) => ({ value, label: t(`kinds.${value}`) }))}
          />
        )}
        <TextField field={form.field('name')} label={t('name.label')} maxLength={50} />
        <TextField field={form.field('number')} label={t('number.label')} hint={t('number.hint')} maxLength={50} />
      </DialogForm>
    </Dialog>
  )
}
