import { useTranslations } from 'use-intl'
import type { ReactNode } from 'react'
import { choiceOf } from '#lib/choices.ts'
import { Button } from '#ui/button.tsx'
import { Choice } from '#ui/choice.tsx'
import { useDay, useDays } from '#ui/use-day.ts'
import css from '#insight/finance/finance.module.css'
import type { useMonth } from './use-month.ts'

type Month = ReturnType<typeof useMonth>

/** A day outside a form; a year that is still being typed is not applied. */
export function DayBox({ label, value, onChange }: { label: string; value: string; onChange: (day: string) => void }) {
  return (
    <label className={css['day']}>
      {label}
      <input
        type="date"
        min="2000-01-01"
        max="2099-12-31"
        defaultValue={value}
        onChange={({ target }) => {
          if (target.value.startsWith('20')) onChange(target.value)
        }}
      />
    </label>
  )
}

/** The selected days, with the controls to change them. */
export function MonthBar({ month, children }: { month: Month; children?: ReactNode }) {
  const t = useTranslations('finance.month')
  const day = useDay({ month: 'long', year: 'numeric' })
  const days = useDays()
  return (
    <div className={css['bar']}>
      {month.choices.length > 1 && (
        <Choice
          label={t('span')}
          value={month.span}
          options={month.choices.map((value) => ({ value, label: t(`spans.${value}`) }))}
          onChange={(value) => month.setSpan(choiceOf(month.choices, value))}
        />
      )}
      {month.span === 'custom' ? (
        <>
          <DayBox label={t('from')} value={month.from} onChange={(from) => month.setDays({ from })} />
          <DayBox label={t('to')} value={month.to} onChange={(to) => month.setDays({ to })} />
        </>
      ) : (
        <>
          <Button onClick={month.previous}>{t('previous')}</Button>
          <Button onClick={month.now} disabled={month.isRunning}>
            {month.span === 'month' ? t('now') : t('today')}
          </Button>
          <Button onClick={month.next} disabled={month.isRunning}>
            {t('next')}
          </Button>
        </>
      )}
      <h2 className={css['month']} aria-live="polite">
        {month.span === 'month' ? day(month.from) : days(month.from, month.to)}
      </h2>
      {children}
    </div>
  )
}
