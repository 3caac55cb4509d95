import { useEffect, useRef, useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import * as z from 'zod/mini'
import { api } from './plans.client.ts'
import { failureOf } from '#web/call-failure.ts'
import { useStepUp } from '#business/accounts/step-up.tsx'
import type { FailureCode } from '#lib/failures.ts'
import { moneyText } from '#lib/money.ts'
import { Button } from '#ui/button.tsx'
import { useDay } from '#ui/use-day.ts'
import { useForm } from '#ui/use-form.ts'
import { currentPlan, type CurrentPlan, type PlanPreview } from './plan.contract.ts'
import { plans, type PlanId } from '#lib/plans.ts'
import css from './change-plan.module.css'

type Effect = Pick<PlanPreview, 'sleeping' | 'waking' | 'bill'>

/** The members whom a plan would put to sleep or wake; null while loading. */
function useEffectOf(plan: PlanId): { effect: Effect | null; failed: FailureCode | null } {
  const [answer, setAnswer] = useState<{ effect: Effect | null; failed: FailureCode | null }>({ effect: null, failed: null })
  useEffect(() => {
    let isOver = false
    api.plans.preview({ plan }).then(
      (effect) => isOver || setAnswer({ effect, failed: null }),
      (error: unknown) => isOver || setAnswer({ effect: null, failed: failureOf(error).code }),
    )
    return () => {
      isOver = true
    }
  }, [plan])
  return answer
}

function Emails({ label, emails }: { label: string; emails: string[] }) {
  if (emails.length === 0) return null
  return (
    <div>
      <p>{label}</p>
      <ul className={css['sleeping']}>
        {emails.map((email) => (
          <li key={email} className="ltr">
            {email}
          </li>
        ))}
      </ul>
    </div>
  )
}

function Effect({ effect }: { effect: Effect | null }) {
  const t = useTranslations('plans.confirm')
  if (effect === null) return <p aria-busy="true">{t('checking')}</p>
  return (
    <>
      {effect.sleeping.length === 0 && <p>{t('noneSleep')}</p>}
      <Emails label={t('sleeping')} emails={effect.sleeping} />
      <Emails label={t('waking')} emails={effect.waking} />
      <Bill bill={effect.bill} />
    </>
  )
}

/** The price of the year, the credit for the previous year, and the total. */
function Bill({ bill: { day: from, toDay, amount, credit, total } }: { bill: PlanPreview['bill'] }) {
  const t = useTranslations('plans.confirm')
  const locale = useLocale()
  const day = useDay()
  const money = (cents: number) => moneyText(cents, 'USD', 2, locale, true)
  return (
    <>
      {toDay && <p>{t('price', { day: day(from), toDay: day(toDay), amount: money(amount) })}</p>}
      {credit > 0 && <p>{t('credit', { credit: money(credit) })}</p>}
      <p>
        <strong>
          {total > 0 && t('total', { total: money(total) })}
          {total < 0 && t('owed', { total: money(-total) })}
          {total === 0 && t('nothing', { day: day(from) })}
        </strong>
      </p>
      {total > 0 && <p>{t('invoice')}</p>}
    </>
  )
}

const nothing = z.object({})

/** Shows what a plan change will do before it is confirmed (product 2.3). */
export function ChangePlan({
  plan,
  current,
  onCurrent,
  onDone,
  onClose,
}: {
  plan: PlanId
  current: CurrentPlan
  /** Receives the current plan when someone else has changed it. */
  onCurrent: (plan: CurrentPlan) => void
  onDone: (plan: CurrentPlan) => void
  onClose: () => void
}) {
  const t = useTranslations('plans')
  const text = useTranslations()
  const dialog = useRef<HTMLDialogElement>(null)
  const { effect, failed } = useEffectOf(plan)
  const { confirmed, dialog: stepUp } = useStepUp()
  const name = useTranslations('lib.planNames')(plan)
  useEffect(() => {
    if (!dialog.current?.open) dialog.current?.showModal()
  }, [])
  const form = useForm({
    name: 'change-plan',
    initial: {},
    schema: nothing,
    async submit() {
      try {
        const changed = await confirmed(() => api.plans.change({ plan, version: current.version }))
        if (changed === null) return
        dialog.current?.close()
        onDone(changed)
      } catch (error) {
        const { code, current: said } = failureOf(error)
        const now = currentPlan.safeParse(said)
        if (code === 'request/stale' && now.success) onCurrent(now.data)
        throw error
      }
    },
  })
  const problem = failed ?? form.failure?.code
  return (
    <>
      <dialog ref={dialog} className={css['dialog']} aria-labelledby="change-plan-title" onClose={onClose}>
        <form className={css['body']} noValidate onSubmit={form.onSubmit}>
          <h2 id="change-plan-title">{t('confirm.title', { plan: name })}</h2>
          <p>{t('confirm.accounts', { plan: name, count: plans[plan].accounts })}</p>
          {!failed && <Effect effect={effect} />}
          {problem && (
            <p className={css['problem']} role="alert">
              {t('failed', { message: text(`lib.failures.${problem}`) })}
            </p>
          )}
          <div className={css['actions']}>
            {/* The harmless button has the focus when the dialog opens. */}
            <Button autoFocus onClick={() => dialog.current?.close()}>
              {t('confirm.no')}
            </Button>
            {effect && (
              <Button type="submit" look="primary" isBusy={form.isBusy}>
                {t('confirm.yes', { plan: name })}
              </Button>
            )}
          </div>
        </form>
      </dialog>
      {stepUp}
    </>
  )
}
