import { useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import * as z from 'zod/mini'
import { api, failureOf } from '#api/client.ts'
import { Button } from '#ui/button.tsx'
import { PasswordField } from '#ui/field.tsx'
import { useForm } from '#ui/use-form.ts'
import type { CurrentPlan, PlanId } from './plan.contract.ts'
import { plans } from './plan.rules.ts'
import css from './plans.module.css'

/** Says what a plan change will do before it is confirmed (product 2.3); asks for the password where the sign-in is older than 15 minutes. */
export function ChangePlan({
  plan,
  current,
  onDone,
  onClose,
}: {
  plan: PlanId
  current: CurrentPlan
  onDone: (plan: CurrentPlan) => void
  onClose: () => void
}) {
  const t = useTranslations('plans')
  const text = useTranslations()
  const dialog = useRef<HTMLDialogElement>(null)
  const [sleeping, setSleeping] = useState<string[] | null>(null)
  const [asksPassword, askPassword] = useState(false)
  const name = t(`${plan}.name`)
  useEffect(() => {
    dialog.current?.showModal()
    api.plans.preview({ plan }).then(
      (preview) => setSleeping(preview.sleeping),
      () => setSleeping([]),
    )
  }, [plan])
  const form = useForm({
    name: 'change-plan',
    initial: { password: '' },
    schema: asksPassword
      ? z.object({ password: z.string().check(z.minLength(1, 'accounts.password.required')) })
      : z.object({ password: z.string() }),
    async submit({ password }) {
      if (asksPassword) await api.accounts.confirmPassword({ password })
      try {
        onDone(await api.plans.change({ plan, version: current.version }))
      } catch (error) {
        if (failureOf(error).code === 'auth/recent-sign-in-required') askPassword(true)
        throw error
      }
    },
  })
  return (
    <dialog ref={dialog} className={css['dialog']} aria-labelledby="change-plan-title" onClose={onClose}>
      <form className={css['dialogBody']} noValidate onSubmit={form.onSubmit}>
        <h2 id="change-plan-title">{t('confirm.title', { plan: name })}</h2>
        <p>{t('confirm.accounts', { plan: name, count: plans[plan].accounts })}</p>
        {sleeping && sleeping.length > 0 ? (
          <div>
            <p>{t('confirm.sleeping')}</p>
            <ul>
              {sleeping.map((email) => (
                <li key={email} className="ltr">
                  {email}
                </li>
              ))}
            </ul>
          </div>
        ) : (
          <p>{t('confirm.noneSleep')}</p>
        )}
        <p>{t('confirm.invoice')}</p>
        {asksPassword && <PasswordField field={form.field('password')} label={t('confirm.password')} autoComplete="current-password" />}
        {form.failure && form.failure.code !== 'auth/recent-sign-in-required' && (
          <p className={css['problem']} role="alert">
            {t('failed', { message: text(`lib.failures.${form.failure.code}`) })}
          </p>
        )}
        <div className={css['dialogActions']}>
          {/* The harmless answer has the focus when the dialog opens. */}
          <Button autoFocus onClick={() => dialog.current?.close()}>
            {t('confirm.no')}
          </Button>
          <Button type="submit" look="primary" isBusy={form.isBusy}>
            {t('confirm.yes', { plan: name })}
          </Button>
        </div>
      </form>
    </dialog>
  )
}
