import { useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { useTranslations } from 'use-intl'
import { api } from './app.client.ts'
import { Passkeys } from './passkeys.tsx'
import { failureOf } from '#web/call-failure.ts'
import { confirmTotpInput, recoveryCodeCount, resetPasswordForm } from '#business/accounts/account.contract.ts'
import { useStepUp } from '#business/accounts/step-up.tsx'
import { signOutEverywhere } from '#business/accounts/sign-in-session.ts'
import type { FailureCode } from '#lib/failures.ts'
import { Button, buttonClass } from '#ui/button.tsx'
import { ErrorPopup } from '#ui/error-popup.tsx'
import { TextField } from '#ui/field.tsx'
import { PasswordField } from '#ui/password-field.tsx'
import { Problems } from '#ui/problems.tsx'
import { toastSuccess } from '#ui/toast.tsx'
import { useFailed } from '#ui/use-failed.ts'
import { useForm } from '#ui/use-form.ts'
import { useMoment } from '#ui/use-moment.ts'
import { browserOf } from '#business/accounts/browser-name.rules.ts'
import { RecoveryCodes } from '#business/setup/recovery-codes.tsx'
import css from '#business/setup/setup.module.css'

const QrCode = lazy(() => import('#business/setup/qr-code.tsx'))

/** Signs out everywhere. A failure is shown until dismissed: four seconds of a toast are too short for someone about to leave. */
function Everywhere() {
  const t = useTranslations('setup.security')
  const failures = useTranslations('lib.failures')
  const [failed, setFailed] = useState<FailureCode | null>(null)
  return (
    <div>
      <Button onClick={() => void signOutEverywhere().catch((error: unknown) => setFailed(failureOf(error).code))}>
        {t('everywhere')}
      </Button>
      {failed && <ErrorPopup message={failures(failed)} onClose={() => setFailed(null)} />}
    </div>
  )
}

function Sessions() {
  const t = useTranslations('setup.security')
  const when = useMoment()
  const client = useQueryClient()
  const failed = useFailed()
  const { data = [] } = useQuery({ queryKey: ['accounts', 'sessions'], queryFn: () => api.accounts.sessions() })
  const nameOf = (userAgent: string) => {
    const known = browserOf(userAgent)
    return known ? t('on', known) : userAgent || '–'
  }
  return (
    <section className={css['section']}>
      <h2>{t('sessions')}</h2>
      <ul>
        {data.map((session) => (
          <li key={session.id} className={css['row']}>
            <span>
              {session.isCurrent ? <strong>{t('current')}</strong> : <span title={session.browser}>{nameOf(session.browser)}</span>}{' '}
              <span className={css['note']}>{t('since', { date: when(session.createdAt) })}</span>
            </span>
            {!session.isCurrent && (
              <Button
                look="quiet"
                onClick={() =>
                  void api.accounts
                    .endSession({ id: session.id })
                    .then(() => toastSuccess(t('ended')), failed)
                    .then(() => client.invalidateQueries({ queryKey: ['accounts', 'sessions'] }))
                }
              >
                {t('end')}
              </Button>
            )}
          </li>
        ))}
      </ul>
      <Everywhere />
    </section>
  )
}

function NewPassword() {
  const t = useTranslations('setup.security')
  const text = useTranslations()
  const client = useQueryClient()
  const { confirmed, dialog } = useStepUp()
  const form = useForm({
    name: 'new-password',
    initial: { newPassword: '', confirmPassword: '' },
    schema: resetPasswordForm,
    async submit({ newPassword }) {
      const changed = await confirmed(() => api.accounts.changePassword({ newPassword }))
      if (changed === null) return undefined
      toastSuccess(t('changed'))
      void client.invalidateQueries({ queryKey: ['accounts', 'sessions'] })
      return { newPassword: '', confirmPassword: '' }
    },
  })
  return (
    <>
      <form className={css['section']} noValidate onSubmit={form.onSubmit}>
        <h2>{t('password')}</h2>
        <Problems form={form} title={text('ui.form.problem')} />
        <PasswordField
          field={form.field('newPassword')}
          label={text('accounts.newPassword.label')}
          hint={text('accounts.password.hint')}
          autoComplete="new-password"
        />
        <PasswordField field={form.field('confirmPassword')} label={text('accounts.confirmPassword.label')} autoComplete="new-password" />
        <div>
          <Button type="submit" isBusy={form.isBusy}>
            {t('password')}
          </Button>
        </div>
      </form>
      {dialog}
    </>
  )
}

function SecondFactor({ isOn, codesLeft }: { isOn: boolean; codesLeft: number }) {
  const t = useTranslations('setup.security')
  const client = useQueryClient()
  const text = useTranslations()
  const failed = useFailed()
  const { confirmed, dialog } = useStepUp()
  const [secret, setSecret] = useState<{ secret: string; address: string } | null>(null)
  const [codes, setCodes] = useState<string[] | null>(null)
  const refresh = () => client.invalidateQueries({ queryKey: ['accounts', 'second-factor'] })
  const form = useForm({
    name: 'totp',
    initial: { otp: '' },
    schema: confirmTotpInput,
    async submit({ otp }) {
      const added = await confirmed(() => api.accounts.confirmTotp({ otp }))
      if (added === null) return
      setSecret(null)
      setCodes(added.recoveryCodes)
      toastSuccess(t('added'))
      await refresh()
    },
  })
  const startSetup = async () => setSecret(await confirmed(() => api.accounts.beginTotp()))
  const createCodes = async () => {
    const created = await confirmed(() => api.accounts.createRecoveryCodes())
    if (created === null) return
    setCodes(created.recoveryCodes)
    await refresh()
  }
  const remove = async () => {
    const removed = await confirmed(() => api.accounts.removeTotp())
    if (removed === null) return
    toastSuccess(t('removed'))
    await refresh()
  }
  return (
    <section className={css['section']}>
      <h2>{t('factor')}</h2>
      <p className={css['note']}>{isOn ? t('factorOn') : t('factorOff')}</p>
      {isOn && <p>{t('recovery.left', { left: codesLeft, all: recoveryCodeCount })}</p>}
      {secret ? (
        <form className={css['stack']} noValidate onSubmit={form.onSubmit}>
          <Problems form={form} title={text('ui.form.problem')} />
          <p>{t('scan')}</p>
          <div className={css['factor']}>
            <Suspense fallback={<span className={css['qr']} />}>
              <QrCode text={secret.address} label={t('qr')} />
            </Suspense>
            <div className={css['stack']}>
              <p className={css['note']}>{t('key')}</p>
              <p className={`${css['secret']} ltr`}>{secret.secret.match(/.{1,4}/g)?.join(' ')}</p>
              <div>
                <a className={buttonClass('outline')} href={secret.address}>
                  {t('openApp')}
                </a>
              </div>
            </div>
          </div>
          <TextField field={form.field('otp')} label={t('code')} inputMode="numeric" autoComplete="one-time-code" maxLength={6} dir="ltr" />
          <div>
            <Button type="submit" look="primary" isBusy={form.isBusy}>
              {t('confirm')}
            </Button>
          </div>
        </form>
      ) : (
        <div className={css['buttons']}>
          {isOn && <Button onClick={() => void createCodes().catch(failed)}>{t('recovery.make')}</Button>}
          <Button onClick={() => void (isOn ? remove() : startSetup()).catch(failed)}>{isOn ? t('remove') : t('add')}</Button>
        </div>
      )}
      {codes && <RecoveryCodes codes={codes} onClose={() => setCodes(null)} />}
      {dialog}
    </section>
  )
}

/** Sessions, password, passkeys and second factor of the signed-in member. */
export function Security() {
  const { data } = useQuery({ queryKey: ['accounts', 'second-factor'], queryFn: () => api.accounts.secondFactor() })
  const isOn = data?.isOn ?? false
  return (
    <>
      <Sessions />
      <NewPassword />
      <Passkeys />
      <SecondFactor isOn={isOn} codesLeft={data?.recoveryCodesLeft ?? 0} />
    </>
  )
}
