import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { useStepUp } from '#business/accounts/step-up.tsx'
import css from '#business/setup/setup.module.css'
import { printedAccount } from '#lib/bank-account.ts'
import { changed } from '#web/changed.ts'
import { EntityForm, Pair } from '#ui/entity-form.tsx'
import { TextField } from '#ui/field.tsx'
import { Unread } from '#ui/page.tsx'
import { toastSuccess } from '#ui/toast.tsx'
import { useForm } from '#ui/use-form.ts'
import { useVersion } from '#ui/use-version.ts'
import { paymentDetailsForm, type PaymentDetails } from './payment-details.contract.ts'
import { api, useMay } from './sales.client.ts'

/** The form of the payment details; a save asks for the password again if the sign-in is older than 15 minutes. */
function DetailsForm({ details }: { details: PaymentDetails }) {
  const t = useTranslations('sales.paymentDetails')
  const { confirmed, dialog } = useStepUp()
  const [version, track] = useVersion(details)
  const { holder, account, bankCode, bic, note } = details
  const form = useForm({
    name: 'payment-details',
    initial: { holder, account: printedAccount(account), bankCode, bic, note },
    schema: paymentDetailsForm,
    draft: { of: 'own', version },
    async submit(values) {
      const input = paymentDetailsForm.parse(values)
      if ((await confirmed(() => track(() => api.sales.savePaymentDetails({ ...input, version })))) === null) return
      await changed('sales')
      toastSuccess(t('saved'))
    },
  })
  return (
    <>
      <EntityForm form={form} save={t('save')}>
        <TextField field={form.field('holder')} label={t('holder.label')} maxLength={70} dir="auto" />
        <TextField field={form.field('account')} label={t('account.label')} maxLength={50} dir="ltr" />
        <Pair>
          <TextField field={form.field('bankCode')} label={t('bankCode.label')} hint={t('bankCode.hint')} maxLength={60} dir="auto" />
          <TextField field={form.field('bic')} label={t('bic.label')} maxLength={11} dir="ltr" />
        </Pair>
        <TextField field={form.field('note')} label={t('note.label')} hint={t('note.hint')} maxLength={200} dir="auto" />
      </EntityForm>
      {dialog}
    </>
  )
}

/** Where customers pay, as bills and reminders print it; only the owner may change it. */
export function PaymentDetailsSection() {
  const t = useTranslations('sales.paymentDetails')
  const [canSee, canSave] = [useMay('sales.paymentDetails'), useMay('sales.savePaymentDetails')]
  const query = useQuery({ queryKey: ['sales', 'paymentDetails'], queryFn: () => api.sales.paymentDetails(), enabled: canSee })
  if (!canSee) return null
  const { data } = query
  return (
    <section className={css['section']} aria-labelledby="payment-details">
      <h2 id="payment-details">{t('title')}</h2>
      <p className={css['note']}>{t('text')}</p>
      {!data ? (
        <Unread query={query} rows={3} />
      ) : canSave ? (
        <DetailsForm details={data} />
      ) : (
        <p>
          <bdi>
            {[data.holder, printedAccount(data.account), data.bankCode, data.bic, data.note].filter(Boolean).join(' · ') || t('none')}
          </bdi>
        </p>
      )}
    </section>
  )
}
