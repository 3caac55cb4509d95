import { useTranslations } from 'use-intl'
import type { ReactNode } from 'react'
import { Button } from '#ui/button.tsx'
import { useDay } from '#ui/use-day.ts'
import css from './finance.module.css'
import type { useMonth } from './use-month.ts'

/** Which month is shown, with the ways to the ones beside it. */
export function MonthBar({ month, children }: { month: ReturnType<typeof useMonth>; children?: ReactNode }) {
  const t = useTranslations('finance.month')
  const day = useDay({ month: 'long', year: 'numeric' })
  return (
    <div className={css['bar']}>
      <Button onClick={month.previous}>{t('previous')}</Button>
      <Button onClick={month.now} disabled={month.isRunning}>
        {t('now')}
      </Button>
      <Button onClick={month.next} disabled={month.isRunning}>
        {t('next')}
      </Button>
      <h2 className={css['month']} aria-live="polite">
        {day(month.from)}
      </h2>
      {children}
    </div>
  )
}
