import { useTranslations } from 'use-intl'
import { api } from './accounts.client.ts'
import { sessionQuery } from './sign-in-session.queries.ts'
import { queryClient } from '#web/query.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/confirm.tsx'
import { focusSoon } from '#ui/focus.ts'
import { toastSuccess } from '#ui/toast.tsx'
import { useForm } from '#ui/use-form.ts'
import { verifyEmailInput } from './account.contract.ts'
import { AccountForm } from './account-form.tsx'
import { MailedCodeField } from './mailed-code-field.tsx'
import css from './account.module.css'

/** Asks for the code that was mailed to the member's own address. */
export function VerifyEmail({ email, onClose }: { email: string; onClose: () => void }) {
  const t = useTranslations('accounts')
  const form = useForm({
    name: 'verify-email',
    initial: { otp: '' },
    schema: verifyEmailInput,
    async submit({ otp }) {
      const { success, code } = await api.accounts.verifyEmail({ otp })
      if (!success) {
        form.refuse({ otp: code ? `lib.failures.${code}` : 'accounts.otp.wrong' })
        return focusSoon('verify-email-otp')
      }
      toastSuccess(t('verify.done'))
      onClose()
      await queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey })
    },
  })
  return (
    <Dialog title={t('verify.title')} onClose={onClose}>
      <p>{t('verify.sentTo', { email: `\u2068${email}\u2069` })}</p>
      <AccountForm form={form}>
        <MailedCodeField field={form.field('otp')} />
        <div className={css['actions']}>
          <Button type="submit" look="primary" isBusy={form.isBusy}>
            {t('verify.verify')}
          </Button>
          <Button onClick={onClose}>{t('verify.later')}</Button>
        </div>
      </AccountForm>
    </Dialog>
  )
}
