import { useTranslations } from 'use-intl'
import * as z from 'zod/mini'
import { api, failureOf } from '#api/client.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/confirm.tsx'
import { PasswordField, TextField } from '#ui/field.tsx'
import { Problems } from '#ui/problems.tsx'
import { useForm } from '#ui/use-form.ts'
import css from './setup.module.css'

const schema = z.object({ password: z.string().check(z.minLength(1, 'accounts.password.required')) })

/** Asks for the password (and the second factor where one is on) before a sensitive change. */
export function ConfirmPassword({ asksCode, onDone, onClose }: { asksCode: boolean; onDone: () => void; onClose: () => void }) {
  const t = useTranslations('setup.security')
  const text = useTranslations()
  const form = useForm({
    name: 'confirm-password',
    initial: { password: '', totp: '' },
    schema,
    async submit({ password, totp }) {
      await api.accounts.confirmPassword({ password, ...(totp ? { totp } : {}) })
      onDone()
    },
  })
  return (
    <Dialog title={t('confirmTitle')} onClose={onClose}>
      <form className={css['stack']} noValidate onSubmit={form.onSubmit}>
        <Problems form={form} title={text('ui.form.problem')} />
        <PasswordField field={form.field('password')} label={t('current2')} autoComplete="current-password" />
        {asksCode && (
          <TextField
            field={form.field('totp')}
            label={text('accounts.otp.totpLabel')}
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={6}
            dir="ltr"
          />
        )}
        <div className={css['actions']}>
          <Button type="submit" look="primary" isBusy={form.isBusy}>
            {t('go')}
          </Button>
          <Button onClick={onClose}>{t('cancel')}</Button>
        </div>
      </form>
    </Dialog>
  )
}

/** Whether a call was refused only because the sign-in is older than 15 minutes. */
export function needsPassword(error: unknown): boolean {
  return failureOf(error).code === 'auth/recent-sign-in-required'
}
