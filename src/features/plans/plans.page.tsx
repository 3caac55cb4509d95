import { useEffect, useState } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import { api } from '#api/client.ts'
import { useRoot } from '#app/state.ts'
import { Button, buttonClass } from '#ui/button.tsx'
import { ChangePlan } from './change-plan.tsx'
import { planIds, type CurrentPlan, type PlanId } from './plan.contract.ts'
import { plans } from './plan.rules.ts'
import css from './plans.module.css'

type Period = 'monthly' | 'yearly'

function Price({ plan, period }: { plan: PlanId; period: Period }) {
  const t = useTranslations('plans')
  const format = useFormatter()
  const { yearlyPrice } = plans[plan]
  if (yearlyPrice === 0) return <span className={css['figure']}>{t('free')}</span>
  // The monthly side shows the yearly price ÷ 12; no price is invented (product 2.3).
  const amount = period === 'yearly' ? yearlyPrice : yearlyPrice / 12
  return (
    <>
      <span className={`${css['figure']} ltr`}>
        {format.number(amount, {
          style: 'currency',
          currency: 'USD',
          currencyDisplay: 'narrowSymbol',
          minimumFractionDigits: period === 'yearly' ? 0 : 2,
          maximumFractionDigits: period === 'yearly' ? 0 : 2,
        })}
      </span>
      <span className={css['unit']}>
        {period === 'yearly' ? (
          t('perYear')
        ) : (
          <>
            <span>{t('perMonth')}</span>
            <span>{t('billedYearly')}</span>
          </>
        )}
      </span>
    </>
  )
}

function useCurrentPlan(): [CurrentPlan | null, (plan: CurrentPlan) => void] {
  const [current, setCurrent] = useState<CurrentPlan | null>(null)
  const isSignedIn = useRoot((state) => state.auth.token !== null)
  useEffect(() => {
    if (isSignedIn) api.plans.current().then(setCurrent, () => setCurrent(null))
  }, [isSignedIn])
  return [current, setCurrent]
}

/** /plans: three plans (spec 2), public and signed in; the banner only after the trial. */
export function PlansPage() {
  const t = useTranslations('plans')
  const [period, setPeriod] = useState<Period>('yearly')
  const [current, setCurrent] = useCurrentPlan()
  const [chosen, choose] = useState<PlanId | null>(null)
  return (
    <div className={css['page']}>
      <a
        className={`${buttonClass('quiet')} ${css['back']}`}
        href="/"
        onClick={(event) => {
          if (window.history.length < 2) return
          event.preventDefault()
          window.history.back()
        }}
      >
        {t('back')}
      </a>
      {current?.isExpired && (
        <p className={css['banner']} role="status">
          <strong>{t('expired')}</strong>
          <span>{t('expiredHint')}</span>
        </p>
      )}
      <div className={css['head']}>
        <div>
          <h1>{t('title')}</h1>
          <p className={css['lead']}>{t('lead')}</p>
        </div>
        <fieldset className={css['period']}>
          <legend className="hidden-text">{t('period')}</legend>
          {(['monthly', 'yearly'] as const).map((side) => (
            <label key={side}>
              <input type="radio" name="period" value={side} checked={period === side} onChange={() => setPeriod(side)} />
              {t(side)}
            </label>
          ))}
        </fieldset>
      </div>
      <div className={css['lanes']}>
        {planIds.map((plan) => (
          <section key={plan} className={css['lane']} aria-labelledby={`plan-${plan}`}>
            <div className={css['name']}>
              <h2 id={`plan-${plan}`}>{t(`${plan}.name`)}</h2>
              {current?.plan === plan && <span className={css['tag']}>{t('current')}</span>}
            </div>
            <div className={css['price']}>
              <Price plan={plan} period={period} />
            </div>
            <p>{t(`${plan}.for`)}</p>
            <ul className={css['features']}>
              <li>{t('accounts', { count: plans[plan].accounts })}</li>
              {(['a', 'b', 'c'] as const).map((feature) => (
                <li key={feature}>{t(`${plan}.features.${feature}`)}</li>
              ))}
            </ul>
            {current === null ? (
              <a className={buttonClass(plan === 'pro' ? 'primary' : 'outline', true)} href="/login?next=/plans">
                {t('signInFirst')}
              </a>
            ) : (
              current.plan !== plan && (
                <Button look={plan === 'pro' ? 'primary' : 'outline'} isWide aria-describedby={`plan-${plan}`} onClick={() => choose(plan)}>
                  {t('change')}
                </Button>
              )
            )}
          </section>
        ))}
      </div>
      {chosen && current && (
        <ChangePlan
          plan={chosen}
          current={current}
          onClose={() => choose(null)}
          onDone={(plan) => {
            setCurrent(plan)
            choose(null)
            void import('#ui/toast.tsx').then(({ toastSuccess }) => toastSuccess(t('changed', { plan: t(`${chosen}.name`) })))
          }}
        />
      )}
    </div>
  )
}
