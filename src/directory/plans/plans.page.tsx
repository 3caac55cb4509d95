import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { api } from './plans.client.ts'
import { failureOf } from '#web/call-failure.ts'
import { readAgain } from '#web/read.ts'
import { useRoot } from '#web/state.ts'
import { Button, buttonClass } from '#ui/button.tsx'
import type { ChangePlan } from './change-plan.tsx'
import { PlanPrice, type PlanPeriod } from './plan-price.tsx'
import type { CurrentPlan } from './plan.contract.ts'
import { plans, planIds, type PlanId } from '#lib/plans.ts'
import css from './plans.module.css'

const TrialDays = lazy(async () => ({ default: (await import('./trial-days.tsx')).TrialDays }))

const PlanInvoices = lazy(async () => ({ default: (await import('./plan-invoices.tsx')).PlanInvoices }))

/** The vendor's plan: null while loading, 'visitor' for a visitor without a session. */
type Reader = CurrentPlan | 'visitor' | null

function useCurrentPlan(): [Reader, (plan: CurrentPlan) => void] {
  const [current, setCurrent] = useState<Reader>(null)
  const isSignedIn = useRoot((state) => state.auth.token !== null)
  useEffect(() => {
    if (!isSignedIn) return undefined
    return readAgain(
      () => api.plans.current(),
      setCurrent,
      ({ status }) => status === 401 && setCurrent('visitor'),
    )
  }, [isSignedIn])
  return [isSignedIn ? current : 'visitor', setCurrent]
}

/**
 * The chosen plan and the dialog that previews it, loaded with the first choice: a visitor without a session can change
 * nothing and never loads it.
 */
function useChoice() {
  const t = useTranslations('plans')
  const text = useTranslations()
  const [chosen, setChosen] = useState<PlanId | null>(null)
  const [Change, setChange] = useState<typeof ChangePlan | null>(null)
  const choose = async (plan: PlanId) => {
    setChosen(plan)
    try {
      const loaded = await import('./change-plan.tsx')
      setChange(() => loaded.ChangePlan)
    } catch (error) {
      setChosen(null)
      const { toastError } = await import('#ui/toast.tsx')
      toastError(t('failed', { message: text(`lib.failures.${failureOf(error).code}`) }))
    }
  }
  return { chosen, Change, choose, close: () => setChosen(null) }
}

function PeriodSwitch({ period, onChange }: { period: PlanPeriod; onChange: (period: PlanPeriod) => void }) {
  const t = useTranslations('plans')
  return (
    <fieldset className={css['period']}>
      <legend className="hidden-text">{t('period')}</legend>
      {(['monthly', 'yearly'] as const).map((side) => (
        <label key={side}>
          <input type="radio" name="period" value={side} checked={period === side} onChange={() => onChange(side)} />
          {t(side)}
        </label>
      ))}
    </fieldset>
  )
}

function BackButton() {
  const t = useTranslations('plans')
  return (
    <a
      className={`${buttonClass('quiet')} ${css['back']}`}
      href="/"
      onClick={(event) => {
        if (window.history.length < 2) return
        event.preventDefault()
        window.history.back()
      }}
    >
      <svg width="12" height="12" viewBox="0 0 12 12" fill="none" stroke="currentColor" strokeWidth="1.5" aria-hidden="true">
        <path d="m8 2-4 4 4 4" />
      </svg>
      {t('back')}
    </a>
  )
}

/** The vendor's current status, above the lanes; after the trial the banner of spec 2. */
function Standing({ current }: { current: CurrentPlan }) {
  const t = useTranslations('plans')
  if (current.isExpired)
    return (
      <output className={css['banner']}>
        <strong>{t('expired')}</strong>
        <span>{t('expiredHint')}</span>
      </output>
    )
  if (current.plan !== null) return null
  return (
    <div className={css['words']}>
      <p className={css['lead']}>{t('trial', { days: current.daysLeft })}</p>
      <Suspense fallback={null}>
        <TrialDays daysLeft={current.daysLeft} />
      </Suspense>
    </div>
  )
}

/** /plans: three plans (spec 2), public and signed in; the banner only after the trial. */
export function PlansPage() {
  const t = useTranslations('plans')
  const planName = useTranslations('lib.planNames')
  const [period, setPeriod] = useState<PlanPeriod>('yearly')
  const [reader, setCurrent] = useCurrentPlan()
  const { chosen, Change, choose, close } = useChoice()
  const lanes = useRef<HTMLDivElement>(null)
  const current = reader === 'visitor' ? null : reader
  // Treat the reader as the owner until the role is known; the server decides anyway.
  const isOwner = useRoot(({ auth }) => auth.roles === null || auth.roles === 'owner')
  // One primary button: the recommended plan, or the next one for a vendor that already has it.
  const primary = current?.plan === 'pro' ? 'elite' : 'pro'
  return (
    <div className={css['page']}>
      <BackButton />
      <div className={css['head']}>
        <div className={css['words']}>
          <h1>{t('title')}</h1>
          <p className={css['lead']}>{t('lead')}</p>
        </div>
        <PeriodSwitch period={period} onChange={setPeriod} />
      </div>
      {current && <Standing current={current} />}
      <div ref={lanes} className={css['lanes']}>
        {planIds.map((plan) => (
          <section key={plan} className={css['lane']} aria-labelledby={`plan-${plan}`}>
            <div className={css['name']}>
              <h2 id={`plan-${plan}`} tabIndex={-1}>
                {planName(plan)}
              </h2>
              {current?.plan === plan && <span className={css['tag']}>{t('current')}</span>}
            </div>
            <PlanPrice plan={plan} period={period} />
            <p>{t(`${plan}.for`)}</p>
            <ul className={css['features']}>
              <li>{t('accounts', { count: plans[plan].accounts })}</li>
              {plans[plan].accounts > 1 && <li>{t('features.roles', { count: plans[plan].accounts - 1 })}</li>}
              <li>{t('features.everything')}</li>
              <li>{t('features.export')}</li>
            </ul>
            {reader === 'visitor' ? (
              <a
                className={buttonClass(plan === primary ? 'primary' : 'outline', true)}
                aria-describedby={`plan-${plan}`}
                href="/login?next=/plans"
              >
                {t('change')}
              </a>
            ) : (
              isOwner &&
              current?.plan !== plan && (
                <Button
                  look={plan === primary ? 'primary' : 'outline'}
                  isWide
                  aria-describedby={`plan-${plan}`}
                  isBusy={chosen === plan && !(current && Change)}
                  onClick={() => void choose(plan)}
                >
                  {t('change')}
                </Button>
              )
            )}
          </section>
        ))}
      </div>
      {reader === 'visitor' && <p className={css['lead']}>{t('signInFirst')}</p>}
      {!isOwner && <p className={css['lead']}>{t('ownerOnly')}</p>}
      {current && isOwner && (
        <Suspense fallback={null}>
          <PlanInvoices current={current} />
        </Suspense>
      )}
      {chosen && current && Change && (
        <Change
          plan={chosen}
          current={current}
          onCurrent={setCurrent}
          onClose={close}
          onDone={(plan) => {
            setCurrent(plan)
            close()
            // Its button is gone; the lane that is now the vendor's own gets the focus.
            lanes.current?.querySelector<HTMLElement>(`#plan-${chosen}`)?.focus()
            void import('#ui/toast.tsx').then(({ toastSuccess }) => toastSuccess(t('changed', { plan: planName(chosen) })))
          }}
        />
      )}
    </div>
  )
}
