import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { api, useMay } from './payouts.client.ts'
import { changed } from '#web/changed.ts'
import { useStepUp } from '#business/accounts/step-up.tsx'
import { Dialog } from '#ui/confirm.tsx'
import { DialogForm } from '#ui/dialog-form.tsx'
import { TextField } from '#ui/field.tsx'
import { toastSuccess } from '#ui/toast.tsx'
import { ChangeButton } from '#ui/trial-over.tsx'
import { useForm } from '#ui/use-form.ts'
import { useMoment } from '#ui/use-moment.ts'
import { accountInput, type PayoutSummary } from './payout.contract.ts'
import css from './payouts.module.css'

/** Asks for the account, and for the password again if the sign-in is older than 15 minutes. */
function ChangeAccount({ onClose }: { onClose: () => void }) {
  const t = useTranslations('payouts.form')
  const { confirmed, dialog } = useStepUp()
  const form = useForm({
    name: 'payout-account',
    initial: { holder: '', account: '', bankName: '' },
    schema: accountInput,
    async submit(values) {
      if ((await confirmed(() => api.payouts.setAccount(values))) === null) return
      await changed('payouts')
      toastSuccess(t('saved'))
      onClose()
    },
  })
  return (
    <>
      <Dialog title={t('title')} onClose={onClose}>
        <DialogForm form={form} save={t('save')} back={t('back')} onClose={onClose}>
          <p>{t('text')}</p>
          <TextField field={form.field('holder')} label={t('holder')} maxLength={80} />
          <TextField field={form.field('account')} label={t('account')} maxLength={50} />
          <TextField field={form.field('bankName')} label={t('bankName')} maxLength={80} />
        </DialogForm>
      </Dialog>
      {dialog}
    </>
  )
}

/** The current payout account by its last four characters, and the one that will replace it. */
export function Bank({ summary: { account, coming } }: { summary: PayoutSummary }) {
  const t = useTranslations('payouts.bank')
  const when = useMoment()
  const maySet = useMay('payouts.setAccount')
  const [isOpen, setOpen] = useState(false)
  return (
    <section className={css['bank']} aria-labelledby="payout-bank">
      <h2 id="payout-bank">{t('title')}</h2>
      {account && (
        <p>
          <bdi>{account.holder}</bdi>, <bdi>{account.bankName}</bdi>, {t('number', { ending: account.ending })}
        </p>
      )}
      {coming && <p>{t('coming', { ...coming, when: when(coming.countsFrom) })}</p>}
      {!account && !coming && <p>{maySet ? t('none') : t('hidden')}</p>}
      {maySet && (
        <ChangeButton look="outline" onClick={() => setOpen(true)}>
          {account || coming ? t('change') : t('set')}
        </ChangeButton>
      )}
      {isOpen && <ChangeAccount onClose={() => setOpen(false)} />}
    </section>
  )
}
