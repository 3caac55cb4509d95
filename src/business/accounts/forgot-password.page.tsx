import { lazy, Suspense, useState } from 'react'
import { useTranslations } from 'use-intl'
import * as z from 'zod/mini'
import { api } from './accounts.client.ts'
import { failureOf } from '#web/call-failure.ts'
import { useRoot } from '#web/state.ts'
import { Button } from '#ui/button.tsx'
import { CheckField, TextField } from '#ui/field.tsx'
import { PasswordField } from '#ui/password-field.tsx'
import { focusSoon } from '#ui/focus.ts'
import { useForm } from '#ui/use-form.ts'
import { resetPasswordForm, sendOtpInput, verifyOtpInput } from './account.contract.ts'
import { AccountForm } from './account-form.tsx'
import { MailedCodeField } from './mailed-code-field.tsx'
import css from './account.module.css'
import { RecoveryStep } from './recovery-step.tsx'
import { TotpField } from './totp-field.tsx'
import { useResetLink } from './use-reset-link.ts'

// Few visitors come by a link, so loading it lazily keeps the first load small.
const ResetLink = lazy(async () => ({ default: (await import('./reset-link.tsx')).ResetLink }))
const toasts = () => import('#ui/toast.tsx')
const codeForm = z.object({ otp: verifyOtpInput.shape.otp })

/** /forgot-password: one page with three numbered steps; each opens when the previous one is done (spec 4). */
export function ForgotPasswordPage() {
  const t = useTranslations('accounts')
  const [sentTo, setSentTo] = useState('')
  const [isVerified, setVerified] = useState(false)
  const [asksCode, askCode] = useState(false)
  const [link, forgetLink] = useResetLink()
  const [isLinkInvalid, setLinkInvalid] = useState(false)
  const canVerify = sentTo !== '' && !isVerified

  const ask = useForm({
    name: 'forgot',
    initial: { email: '' },
    schema: sendOtpInput,
    prerendered: true,
    async submit({ email }) {
      const { toastError, toastSuccess } = await toasts()
      try {
        await api.accounts.sendOtp({ email })
      } catch (error) {
        toastError(t('forgot.sendFailed'))
        throw error
      }
      setSentTo(email)
      setVerified(false)
      setLinkInvalid(false)
      verify.reset({ otp: '' })
      toastSuccess(t('forgot.sent'))
      focusSoon('verify-otp')
    },
  })
  // Verify and reset use the address in the field, as the reader sees it.
  const address = ask.values.email.trim()
  const verify = useForm({
    name: 'verify',
    initial: { otp: '' },
    schema: codeForm,
    async submit({ otp }) {
      const { toastError, toastSuccess } = await toasts()
      if (!address) return toastError(t('forgot.emailToVerify'))
      const { success, code } = await api.accounts.verifyOtp({ email: address, otp }).catch((error: unknown) => {
        toastError(t('forgot.verifyError'))
        throw error
      })
      if (!success) {
        verify.refuse({ otp: code ? `lib.failures.${code}` : 'accounts.otp.wrong' })
        focusSoon('verify-otp')
        return toastError(t('forgot.verifyFailed'))
      }
      setVerified(true)
      // The errors of an earlier request for a code no longer apply.
      ask.reset({ email: address })
      toastSuccess(t('forgot.verifiedToast'))
      focusSoon('reset-newPassword')
    },
  })
  const reset = useForm({
    name: 'reset',
    initial: { newPassword: '', confirmPassword: '', totp: '', endConnections: false as boolean },
    schema: resetPasswordForm,
    async submit({ newPassword, totp, endConnections }) {
      const { toastError } = await toasts()
      if (!address) return toastError(t('forgot.emailToReset'))
      try {
        await api.accounts.resetPasswordWithOtp({ email: address, newPassword, endConnections, ...(totp ? { totp } : {}) })
      } catch (error) {
        const { code, issues } = failureOf(error)
        if (code === 'auth/second-factor-required') {
          askCode(true)
          return focusSoon('reset-totp')
        }
        if (issues.length === 0) toastError(t('forgot.failed'))
        throw error
      }
      useRoot.setState({ alert: { kind: 'success', message: t('forgot.done') } })
      window.location.assign('/login')
    },
  })

  const followLink = (email: string | null) => {
    forgetLink()
    setVerified(email !== null)
    setLinkInvalid(email === null)
    if (email === null) return focusSoon('forgot-email')
    ask.reset({ email })
    focusSoon('reset-newPassword')
  }

  if (link)
    return (
      <Suspense>
        <ResetLink key={link} token={link} onAnswer={followLink} />
      </Suspense>
    )
  return (
    <>
      <div className={css['head']}>
        <h1>{t('forgot.title')}</h1>
        <p className={css['lead']}>{t('forgot.lead')}</p>
      </div>
      {isLinkInvalid && (
        <p className={css['pending']} role="alert">
          {t('forgot.linkGone')}
        </p>
      )}
      <ol className={css['steps']}>
        <RecoveryStep number={1} title={t('forgot.step1')} state={sentTo || isVerified ? 'done' : 'open'}>
          <AccountForm form={ask}>
            <TextField
              field={ask.field('email')}
              label={t('email.label')}
              type="email"
              autoComplete="username"
              inputMode="email"
              maxLength={254}
              dir="ltr"
            />
            {sentTo && <p className={css['note']}>{t('forgot.sentTo', { email: sentTo })}</p>}
            <Button type="submit" look={sentTo || isVerified ? 'outline' : 'primary'} isBusy={ask.isBusy}>
              {t('forgot.send')}
            </Button>
          </AccountForm>
        </RecoveryStep>
        <RecoveryStep
          number={2}
          title={t('forgot.step2')}
          state={isVerified ? 'done' : canVerify ? 'open' : 'locked'}
          lockedNote={t('forgot.locked2')}
          doneNote={t('forgot.verified')}
        >
          <AccountForm form={verify}>
            <MailedCodeField field={verify.field('otp')} disabled={!canVerify} />
            {canVerify && <p className={css['note']}>{t('forgot.linkHint')}</p>}
            <Button type="submit" look={canVerify ? 'primary' : 'outline'} isBusy={verify.isBusy} disabled={!canVerify}>
              {t('forgot.verify')}
            </Button>
          </AccountForm>
        </RecoveryStep>
        <RecoveryStep number={3} title={t('forgot.step3')} state={isVerified ? 'open' : 'locked'} lockedNote={t('forgot.locked3')}>
          <AccountForm form={reset}>
            <PasswordField
              field={reset.field('newPassword')}
              label={t('newPassword.label')}
              autoComplete="new-password"
              hint={t('password.hint')}
              disabled={!isVerified}
            />
            <PasswordField
              field={reset.field('confirmPassword')}
              label={t('confirmPassword.label')}
              autoComplete="new-password"
              disabled={!isVerified}
            />
            {asksCode && <TotpField field={reset.field('totp')} />}
            {isVerified && (
              <>
                <CheckField field={reset.field('endConnections')} label={t('forgot.connections')} />
                <p className={css['note']}>{t('forgot.connectionsHint')}</p>
              </>
            )}
            <Button type="submit" look={isVerified ? 'primary' : 'outline'} isBusy={reset.isBusy} disabled={!isVerified}>
              {t('forgot.reset')}
            </Button>
          </AccountForm>
          {isVerified && (
            <p className={css['note']}>
              {t('forgot.know')} <a href="/login">{t('forgot.signIn')}</a>
            </p>
          )}
        </RecoveryStep>
      </ol>
      <p className={css['links']}>
        <a href="/login">{t('forgot.back')}</a>
      </p>
    </>
  )
}
