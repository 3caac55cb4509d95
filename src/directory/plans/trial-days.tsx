import { useTranslations } from 'use-intl'
import { trialDays } from '#lib/plans.ts'
import css from './trial-days.module.css'

/** The days of the trial on a line, today as the ball. @param daysLeft whole days until the end */
export function TrialDays({ daysLeft }: { daysLeft: number }) {
  const t = useTranslations('plans')
  const day = Math.min(trialDays - daysLeft + 1, trialDays)
  return (
    <p className={css['trial']}>
      <span className={css['days']} aria-hidden="true">
        {Array.from({ length: trialDays }, (_, at) => (
          <span key={at} data-day={at + 1 < day ? 'past' : at + 1 === day ? 'today' : undefined} />
        ))}
      </span>
      {t('trialDay', { day, days: trialDays })}
    </p>
  )
}
