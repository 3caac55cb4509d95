import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { api, failureOf } from '#api/client.ts'
import { Button } from '#ui/button.tsx'
import { PasswordField, TextField } from '#ui/field.tsx'
import { Problems } from '#ui/problems.tsx'
import { useForm } from '#ui/use-form.ts'
import css from './account.module.css'
import { signInInput } from './account.contract.ts'
import { nextPage, startSession } from './sign-in.ts'

async function say(message: string): Promise<void> {
  const { toastError } = await import('#ui/toast.tsx')
  toastError(message)
}

/** /login: e-mail and password, and the authenticator's code where one is set up. */
export function LoginPage() {
  const t = useTranslations()
  const [asksCode, askCode] = useState(false)
  const form = useForm({
    name: 'login',
    initial: { email: '', password: '', totp: '' },
    schema: signInInput,
    async submit({ email, password, totp }) {
      try {
        await startSession(await api.accounts.signIn({ email, password, ...(totp ? { totp } : {}) }))
        window.location.assign(nextPage(window.location.search))
      } catch (error) {
        const { code } = failureOf(error)
        if (code === 'auth/second-factor-required') askCode(true)
        // Spec 8: a rejected auth action whose message contains 401.
        else await say(error instanceof Error && error.message.includes('401') ? t('accounts.signIn.rejected') : t(`lib.failures.${code}`))
        throw error
      }
    },
  })
  return (
    <>
      <div className={css['head']}>
        <h1>{t('accounts.signIn.title')}</h1>
        <p className={css['lead']}>{t('accounts.signIn.lead')}</p>
      </div>
      <form className={css['form']} noValidate method="post" onSubmit={form.onSubmit}>
        <Problems form={form} title={t('public.problem')} />
        <TextField
          field={form.field('email')}
          label={t('accounts.email.label')}
          type="email"
          autoComplete="username"
          inputMode="email"
          maxLength={254}
          dir="ltr"
        />
        <PasswordField field={form.field('password')} label={t('accounts.password.label')} autoComplete="current-password" />
        {asksCode && (
          <TextField
            field={form.field('totp')}
            label={t('accounts.otp.totpLabel')}
            autoComplete="one-time-code"
            inputMode="numeric"
            maxLength={6}
            dir="ltr"
          />
        )}
        <Button type="submit" look="primary" isWide isBusy={form.isBusy}>
          {t('accounts.signIn.button')}
        </Button>
      </form>
      <div className={css['links']}>
        <a href="/forgot-password">{t('accounts.signIn.forgot')}</a>
        <span>
          {t('accounts.signIn.new')} <a href="/register">{t('accounts.signIn.create')}</a>
        </span>
      </div>
    </>
  )
}
