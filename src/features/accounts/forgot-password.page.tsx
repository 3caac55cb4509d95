import { useState, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { api, failureOf } from '#api/client.ts'
import { Button } from '#ui/button.tsx'
import { PasswordField, TextField } from '#ui/field.tsx'
import { Problems } from '#ui/problems.tsx'
import { useForm } from '#ui/use-form.ts'
import css from './account.module.css'
import { resetPasswordForm, sendOtpInput, verifyOtpInput } from './account.contract.ts'

type State = 'open' | 'locked' | 'done'

function Step({
  number,
  title,
  state,
  lockedNote,
  children,
}: {
  number: number
  title: string
  state: State
  lockedNote?: string
  children: ReactNode
}) {
  return (
    <section className={css['step']} data-state={state} aria-labelledby={`step-${number}`}>
      <span className={css['number']} aria-hidden="true">
        {number}
      </span>
      <div className={css['body']}>
        <h2 id={`step-${number}`}>{title}</h2>
        {state === 'locked' && <p className={css['note']}>{lockedNote}</p>}
        {children}
      </div>
    </section>
  )
}

const toasts = () => import('#ui/toast.tsx')

/** /forgot-password: one page with three numbered steps; each opens when the one before is done (spec 4). */
export function ForgotPasswordPage() {
  const t = useTranslations('accounts')
  const text = useTranslations()
  const [sentTo, setSentTo] = useState('')
  const [isVerified, setVerified] = useState(false)
  const [asksCode, askCode] = useState(false)
  const problem = text('public.problem')

  const ask = useForm({
    name: 'forgot',
    initial: { email: '' },
    schema: sendOtpInput,
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
      verify.reset({ email, otp: '' })
      toastSuccess(t('forgot.sent'))
    },
  })
  const verify = useForm({
    name: 'verify',
    initial: { email: '', otp: '' },
    schema: verifyOtpInput,
    async submit({ otp }) {
      const { toastError, toastSuccess } = await toasts()
      if (!sentTo) return toastError(t('forgot.emailToVerify'))
      const { success } = await api.accounts.verifyOtp({ email: sentTo, otp }).catch((error: unknown) => {
        toastError(t('forgot.verifyError'))
        throw error
      })
      if (!success) return toastError(t('forgot.verifyFailed'))
      setVerified(true)
      toastSuccess(t('forgot.verifiedToast'))
    },
  })
  const reset = useForm({
    name: 'reset',
    initial: { newPassword: '', confirmPassword: '', totp: '' },
    schema: resetPasswordForm,
    async submit({ newPassword, totp }) {
      const { toastError, toastSuccess } = await toasts()
      if (!sentTo) return toastError(t('forgot.emailToReset'))
      try {
        await api.accounts.resetPasswordWithOtp({ email: sentTo, newPassword, ...(totp ? { totp } : {}) })
      } catch (error) {
        if (failureOf(error).code === 'auth/second-factor-required') askCode(true)
        else toastError(t('forgot.failed'))
        throw error
      }
      toastSuccess(t('forgot.done'))
      setTimeout(() => window.location.assign('/login'), 1200)
    },
  })

  return (
    <>
      <div className={css['head']}>
        <h1>{t('forgot.title')}</h1>
        <p className={css['lead']}>{t('forgot.lead')}</p>
      </div>
      <div>
        <Step number={1} title={t('forgot.step1')} state={sentTo ? 'done' : 'open'}>
          <form className={css['form']} noValidate method="post" onSubmit={ask.onSubmit}>
            <Problems form={ask} title={problem} />
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
            <Button type="submit" look={sentTo ? 'outline' : 'primary'} isBusy={ask.isBusy}>
              {t('forgot.send')}
            </Button>
          </form>
        </Step>
        <Step
          number={2}
          title={t('forgot.step2')}
          state={sentTo ? (isVerified ? 'done' : 'open') : 'locked'}
          lockedNote={t('forgot.locked2')}
        >
          <form className={css['form']} noValidate method="post" onSubmit={verify.onSubmit}>
            <Problems form={verify} title={problem} />
            <TextField
              field={verify.field('otp')}
              label={t('otp.label')}
              autoComplete="one-time-code"
              inputMode="numeric"
              maxLength={6}
              dir="ltr"
              disabled={!sentTo || isVerified}
            />
            <Button
              type="submit"
              look={sentTo && !isVerified ? 'primary' : 'outline'}
              isBusy={verify.isBusy}
              disabled={!sentTo || isVerified}
            >
              {t('forgot.verify')}
            </Button>
          </form>
        </Step>
        <Step number={3} title={t('forgot.step3')} state={isVerified ? 'open' : 'locked'} lockedNote={t('forgot.locked3')}>
          <form className={css['form']} noValidate method="post" onSubmit={reset.onSubmit}>
            <Problems form={reset} title={problem} />
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
            {asksCode && (
              <TextField
                field={reset.field('totp')}
                label={t('otp.totpLabel')}
                autoComplete="one-time-code"
                inputMode="numeric"
                maxLength={6}
                dir="ltr"
              />
            )}
            <Button type="submit" look={isVerified ? 'primary' : 'outline'} isBusy={reset.isBusy} disabled={!isVerified}>
              {t('forgot.reset')}
            </Button>
          </form>
        </Step>
      </div>
      <p className={css['links']}>
        <a href="/login">{t('forgot.back')}</a>
      </p>
    </>
  )
}
