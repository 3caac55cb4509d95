import { useEffect, useEffectEvent, useState } from 'react'
import { useTranslations } from 'use-intl'
import * as z from 'zod/mini'
import { failureOf } from '#web/call-failure.ts'
import { useIsSignOutPending } from './session-pending.ts'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/field.tsx'
import { PasswordField } from '#ui/password-field.tsx'
import { focusSoon } from '#ui/focus.ts'
import { useForm } from '#ui/use-form.ts'
import { signInInput } from './account.contract.ts'
import { AccountForm } from './account-form.tsx'
import css from './account.module.css'
import { PasskeyButton } from './passkey-button.tsx'
import { consumeRegistered } from './registered.ts'
import { CookieRefused, nextPage, signIn } from './sign-in.ts'
import { TotpField } from './totp-field.tsx'

const { email, password } = signInInput.shape
/** The form before the server asks for the authenticator's code. */
const withoutCode = z.object({ email, password })

/** /login: e-mail and password, and the authenticator's code where one is set up. */
export function LoginPage() {
  const t = useTranslations('accounts')
  const text = useTranslations()
  const isPending = useIsSignOutPending()
  const [asksCode, askCode] = useState(false)
  const [isLocked, setLocked] = useState(false)
  const [isCookieRefused, refuseCookie] = useState(false)
  const openNext = () => window.location.assign(nextPage(window.location.search))
  /** Says why a sign-in failed. @returns whether the form that was sent should say so too */
  const showFailure = async (error: unknown, said?: string): Promise<boolean> => {
    if (error instanceof CookieRefused) {
      refuseCookie(true)
      return false
    }
    const { code, status } = failureOf(error)
    const { toastError } = await import('#ui/toast.tsx')
    // Spec 8: a rejected auth action whose message contains 401.
    const isUnauthorised = status === 401 || (error instanceof Error && error.message.includes('401'))
    toastError(said ?? (isUnauthorised ? t('signIn.rejected') : text(`lib.failures.${code}`)))
    return true
  }
  const form = useForm({
    name: 'login',
    initial: { email: '', password: '', totp: '' },
    schema: asksCode ? signInInput : withoutCode,
    prerendered: true,
    async submit(values) {
      try {
        const { totp, ...credential } = values
        await signIn(asksCode ? { ...credential, totp } : credential)
        openNext()
      } catch (error) {
        const { code } = failureOf(error)
        if (code === 'auth/second-factor-required') {
          askCode(true)
          return focusSoon('login-totp')
        }
        setLocked(code === 'auth/too-many-requests')
        if (await showFailure(error)) throw error
      }
    },
  })
  // After the registration only the password is left to type.
  const beginWithRegistered = useEffectEvent(() => {
    const registered = consumeRegistered()
    // Someone who types already is not interrupted.
    if (registered === '' || form.values.email !== '') return
    form.set({ email: registered })
    focusSoon('login-password')
  })
  useEffect(() => beginWithRegistered(), [])
  return (
    <>
      <div className={css['head']}>
        <h1>{t('signIn.title')}</h1>
        <p className={css['lead']}>{t('signIn.lead')}</p>
      </div>
      {isPending && <output className={css['pending']}>{t('signIn.pending')}</output>}
      {isCookieRefused && (
        <p className={css['pending']} role="alert">
          {t(window.location.protocol === 'https:' ? 'signIn.cookie' : 'signIn.secureCookie')}
        </p>
      )}
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
        <PasswordField field={form.field('password')} label={t('password.label')} autoComplete="current-password" />
        {asksCode && <TotpField field={form.field('totp')} />}
        {isLocked && (
          <p className={css['note']}>
            {t('signIn.locked')} <a href="/forgot-password">{t('signIn.lockedLink')}</a>
          </p>
        )}
        <Button type="submit" look="primary" isWide isBusy={form.isBusy}>
          {t('signIn.button')}
        </Button>
        <PasskeyButton onDone={openNext} onFailed={(error, said) => void showFailure(error, said)} />
      </AccountForm>
      <p className={css['links']}>
        <a href="/forgot-password">{t('signIn.forgot')}</a>
        <span>
          {t('signIn.new')} <a href="/register">{t('signIn.create')}</a>
        </span>
      </p>
    </>
  )
}
