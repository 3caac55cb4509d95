import { useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import * as z from 'zod/mini'
import { api, failureOf } from '#api/client.ts'
import { useStepUp } from '#features/accounts/step-up.tsx'
import type { FailureCode } from '#lib/failures.ts'
import { Button } from '#ui/button.tsx'
import { useForm } from '#ui/use-form.ts'
import type { CurrentPlan, PlanId } from './plan.contract.ts'
import { plans } from './plan.rules.ts'
import css from './change-plan.module.css'

/** Which accounts a plan would put to sleep; null while the server is asked. */
function useSleepers(plan: PlanId): { sleeping: string[] | null; failed: FailureCode | null } {
  const [answer, setAnswer] = useState<{ sleeping: string[] | null; failed: FailureCode | null }>({ sleeping: null, failed: null })
  useEffect(() => {
    let isOver = false
    api.plans.preview({ plan }).then(
      ({ sleeping }) => isOver || setAnswer({ sleeping, failed: null }),
      (error: unknown) => isOver || setAnswer({ sleeping: null, failed: failureOf(error).code }),
    )
    return () => {
      isOver = true
    }
  }, [plan])
  return answer
}

function Effect({ sleeping }: { sleeping: string[] | null }) {
  const t = useTranslations('plans.confirm')
  if (sleeping === null) return <p aria-busy="true">{t('checking')}</p>
  if (sleeping.length === 0) return <p>{t('noneSleep')}</p>
  return (
    <div>
      <p>{t('sleeping')}</p>
      <ul className={css['sleeping']}>
        {sleeping.map((email) => (
          <li key={email} className="ltr">
            {email}
          </li>
        ))}
      </ul>
    </div>
  )
}

const nothing = z.object({})

/** Says what a plan change will do before it is confirmed (product 2.3). */
export function ChangePlan({
  plan,
  current,
  onCurrent,
  onDone,
  onClose,
}: {
  plan: PlanId
  current: CurrentPlan
  /** Takes the plan as it is now when someone else has changed it. */
  onCurrent: (plan: CurrentPlan) => void
  onDone: (plan: CurrentPlan) => void
  onClose: () => void
}) {
  const t = useTranslations('plans')
  const text = useTranslations()
  const dialog = useRef<HTMLDialogElement>(null)
  const { sleeping, failed } = useSleepers(plan)
  const { confirmed, dialog: stepUp } = useStepUp()
  const name = t(`${plan}.name`)
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
        const failure = failureOf(error)
        if (failure.code === 'request/stale') onCurrent(failure.current as CurrentPlan)
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
          {!failed && <Effect sleeping={sleeping} />}
          <p>{t('confirm.invoice')}</p>
          {problem && (
            <p className={css['problem']} role="alert">
              {t('failed', { message: text(`lib.failures.${problem}`) })}
            </p>
          )}
          <div className={css['actions']}>
            {/* The harmless answer has the focus when the dialog opens. */}
            <Button autoFocus onClick={() => dialog.current?.close()}>
              {t('confirm.no')}
            </Button>
            {sleeping && (
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
