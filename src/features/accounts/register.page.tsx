import { useEffect, useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { api, failureOf } from '#api/client.ts'
import { termsUrl } from '#lib/links.ts'
import { Button } from '#ui/button.tsx'
import { CheckField, PasswordField, SelectField, TextField } from '#ui/field.tsx'
import { Problems } from '#ui/problems.tsx'
import { useForm } from '#ui/use-form.ts'
import css from './account.module.css'
import { registerInput } from './account.contract.ts'

type CountryName = { id: string; nameEn: string; nameAr: string }

/** All countries in the reader's language and order (spec 7: the whole collection). */
function useCountries(): { value: string; label: string }[] {
  const locale = useLocale()
  const [countries, setCountries] = useState<CountryName[]>([])
  useEffect(() => {
    const read = (attempt: number): void => {
      // Reads are tried three times more (spec 9); without countries nobody could register.
      api.setup.countries().then(setCountries, () => (attempt < 3 ? setTimeout(read, 1000 * 2 ** attempt, attempt + 1) : undefined))
    }
    read(0)
  }, [])
  const options = countries.map(({ id, nameEn, nameAr }) => ({ value: id, label: locale === 'ar' ? nameAr : nameEn }))
  const { compare } = new Intl.Collator(locale)
  return options.toSorted((a, b) => compare(a.label, b.label))
}

/** /register: e-mail, country, password, confirmation and the terms (spec 2). */
export function RegisterPage() {
  const t = useTranslations('accounts')
  const text = useTranslations()
  const countries = useCountries()
  const form = useForm({
    name: 'register',
    initial: { email: '', country: '', password: '', confirmPassword: '', acceptTerms: false as boolean },
    schema: registerInput,
    async submit(values) {
      const { toastError, toastSuccess } = await import('#ui/toast.tsx')
      try {
        await api.accounts.register({ ...values, acceptTerms: true })
      } catch (error) {
        const { code, issues } = failureOf(error)
        if (issues.length === 0) toastError(t('register.failed', { message: text(`lib.failures.${code}`) }))
        throw error
      }
      toastSuccess(t('register.success'))
      // The toast is read before the page goes.
      setTimeout(() => window.location.assign('/login'), 1200)
    },
  })
  return (
    <>
      <div className={css['head']}>
        <h1>{t('register.title')}</h1>
        <p className={css['lead']}>{t('register.lead')}</p>
      </div>
      <form className={css['form']} noValidate method="post" onSubmit={form.onSubmit}>
        <Problems form={form} title={text('public.problem')} />
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
      </form>
      <p className={css['links']}>
        <span>
          {t('register.have')} <a href="/login">{t('register.signIn')}</a>
        </span>
      </p>
    </>
  )
}
