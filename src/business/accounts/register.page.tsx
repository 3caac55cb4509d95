import { useTranslations } from 'use-intl'
import { api } from './accounts.client.ts'
import { failureOf } from '#web/call-failure.ts'
import { useRoot } from '#web/state.ts'
import { termsUrl } from '#lib/links.ts'
import { Button } from '#ui/button.tsx'
import { CheckField, SelectField, TextField } from '#ui/field.tsx'
import { PasswordField } from '#ui/password-field.tsx'
import { useForm } from '#ui/use-form.ts'
import { registerInput } from './account.contract.ts'
import { AccountForm } from './account-form.tsx'
import css from './account.module.css'
import { useCountries } from './countries.ts'
import { rememberRegistered } from './registered.ts'

/** /register: e-mail, country, password, confirmation and the terms (spec 2). */
export function RegisterPage() {
  const t = useTranslations('accounts')
  const text = useTranslations()
  const countries = useCountries()
  const form = useForm({
    name: 'register',
    initial: { email: '', country: '', password: '', confirmPassword: '', acceptTerms: false as boolean },
    schema: registerInput,
    prerendered: true,
    async submit(values) {
      try {
        await api.accounts.register({ ...values, acceptTerms: true })
      } catch (error) {
        const { code, issues } = failureOf(error)
        if (issues.length === 0) {
          const { toastError } = await import('#ui/toast.tsx')
          toastError(t('register.failed', { message: text(`lib.failures.${code}`) }))
        }
        throw error
      }
      // The alert slice persists, so the welcome is still shown on the next page.
      useRoot.setState({ alert: { kind: 'success', message: t('register.success') } })
      rememberRegistered(values.email)
      window.location.assign('/login')
    },
  })
  return (
    <>
      <div className={css['head']}>
        <h1>{t('register.title')}</h1>
        <p className={css['lead']}>{t('register.lead')}</p>
      </div>
      <AccountForm form={form}>
        <TextField
          field={form.field('email')}
          label={t('email.label')}
          type="email"
          autoComplete="username"
          inputMode="email"
          maxLength={254}
          dir="ltr"
        />
        <SelectField
          field={form.field('country')}
          label={t('country.label')}
          options={countries}
          placeholder={t('country.placeholder')}
          autoComplete="country"
        />
        <PasswordField
          field={form.field('password')}
          label={t('password.label')}
          autoComplete="new-password"
          placeholder={t('password.placeholder')}
          hint={t('password.hint')}
        />
        <PasswordField field={form.field('confirmPassword')} label={t('confirmPassword.label')} autoComplete="new-password" />
        <CheckField field={form.field('acceptTerms')} label={t('terms.label')}>
          {' '}
          <a href={termsUrl} target="_blank" rel="noreferrer">
            {t('terms.read')}
          </a>
        </CheckField>
        <Button type="submit" look="primary" isWide isBusy={form.isBusy}>
          {t('register.button')}
        </Button>
      </AccountForm>
      <p className={css['links']}>
        <span>
          {t('register.have')} <a href="/login">{t('register.signIn')}</a>
        </span>
      </p>
    </>
  )
}
