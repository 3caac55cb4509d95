import { useTranslations } from 'use-intl'
import { plans, type PlanId } from '#lib/plans.ts'
import css from './plans.module.css'

export type PlanPeriod = 'monthly' | 'yearly'

// The price is the spec's "$400" in each language; Arabic would otherwise turn it into "400 US$".
const dollars = (digits: number) =>
  new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD', minimumFractionDigits: digits, maximumFractionDigits: digits })
const wholeDollars = dollars(0)
const exactDollars = dollars(2)

/** A plan's price at scoreboard size. The monthly side shows the yearly price ÷ 12; no price is invented (product 2.3). */
export function PlanPrice({ plan, period }: { plan: PlanId; period: PlanPeriod }) {
  const t = useTranslations('plans')
  const { yearlyPrice } = plans[plan]
  return (
    <p className={css['price']}>
      {yearlyPrice === 0 ? (
        <span className={css['figure']}>{t('free')}</span>
      ) : period === 'yearly' ? (
        <>
          <span className={`${css['figure']} ltr`}>{wholeDollars.format(yearlyPrice)}</span>
          <span className={css['unit']}>{t('perYear')}</span>
        </>
      ) : (
        <>
          <span className={`${css['figure']} ltr`}>{exactDollars.format(yearlyPrice / 12)}</span>
          <span className={css['unit']}>
            {t('perMonth')}
            <br />
            {t('billedYearly')}
          </span>
        </>
      )}
    </p>
  )
}
