import { useState, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import * as z from 'zod/mini'
import { api } from './accounts.client.ts'
import { failureOf } from '#web/call-failure.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/confirm.tsx'
import { PasswordField } from '#ui/password-field.tsx'
import { focusSoon } from '#ui/focus.ts'
import { useForm } from '#ui/use-form.ts'
import { confirmPasswordInput } from './account.contract.ts'
import { AccountForm } from './account-form.tsx'
import css from './account.module.css'
import { TotpField } from './totp-field.tsx'

const { password, totp } = confirmPasswordInput.shape
const withoutCode = z.object({ password })
const withCode = z.object({ password, totp })

/** Asks for the password, and for the authenticator's code once the server requires it. */
function ConfirmPassword({ onDone, onClose }: { onDone: () => void; onClose: () => void }) {
  const t = useTranslations('accounts')
  const [asksCode, askCode] = useState(false)
  const form = useForm({
    name: 'confirm-password',
    initial: { password: '', totp: '' },
    schema: asksCode ? withCode : withoutCode,
    async submit(values) {
      try {
        await api.accounts.confirmPassword(asksCode ? values : { password: values.password })
      } catch (error) {
        if (failureOf(error).code !== 'auth/second-factor-required') throw error
        askCode(true)
        return focusSoon('confirm-password-totp')
      }
      onDone()
    },
  })
  return (
    <Dialog title={t('stepUp.title')} onClose={onClose}>
      <AccountForm form={form}>
        <PasswordField field={form.field('password')} label={t('stepUp.password')} autoComplete="current-password" />
        {asksCode && <TotpField field={form.field('totp')} />}
        <div className={css['actions']}>
          <Button type="submit" look="primary" isBusy={form.isBusy}>
            {t('stepUp.go')}
          </Button>
          <Button onClick={onClose}>{t('stepUp.cancel')}</Button>
        </div>
      </AccountForm>
    </Dialog>
  )
}

/**
 * Runs sensitive changes: where the sign-in is older than 15 minutes, the change waits for the password.
 * @returns `confirmed`, which throws the change's error and returns null where the reader cancels; and the dialog, to
 *   be rendered outside every form, since its submit event bubbles to the elements around it
 */
export function useStepUp(): { confirmed: <Result>(change: () => Promise<Result>) => Promise<Result | null>; dialog: ReactNode } {
  const [answer, ask] = useState<((isConfirmed: boolean) => void) | null>(null)
  async function confirmed<Result>(change: () => Promise<Result>): Promise<Result | null> {
    try {
      return await change()
    } catch (error) {
      if (failureOf(error).code !== 'auth/recent-sign-in-required') throw error
    }
    const isConfirmed = await new Promise<boolean>((resolve) => ask(() => resolve))
    ask(null)
    return isConfirmed ? confirmed(change) : null
  }
  return { confirmed, dialog: answer && <ConfirmPassword onDone={() => answer(true)} onClose={() => answer(false)} /> }
}
