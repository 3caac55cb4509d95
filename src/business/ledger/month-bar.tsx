import { useTranslations } from 'use-intl'
import type { ReactNode } from 'react'
import { useToday } from '#business/setup/here.ts'
import { choiceOf } from '#lib/choices.ts'
import { dayPresets, presetNamed } from '#lib/day-presets.ts'
import { Choice } from '#ui/choice.tsx'
import { DayPill } from '#ui/dates/day-pill.tsx'
import { MonthPicker } from '#ui/dates/month-picker.tsx'
import { StepButtons } from '#ui/step-buttons.tsx'
import { useDays } from '#ui/use-day.ts'
import css from '#insight/finance/finance.module.css'
import type { useMonth } from './use-month.ts'

type Month = ReturnType<typeof useMonth>

/** The period by name, such as last month, or how long it is. */
function Period({ month }: { month: Month }) {
  const t = useTranslations('finance.month')
  const preset = useTranslations('lists.days')
  return (
    <Choice
      label={t('span')}
      value={month.preset ?? month.span}
      onChange={(value) => {
        const named = presetNamed(value)
        if (named) month.setPreset(named)
        else month.setSpan(choiceOf(month.choices, value))
      }}
    >
      <optgroup label={t('named')}>
        {dayPresets.map((value) => (
          <option key={value} value={value}>
            {preset(value)}
          </option>
        ))}
      </optgroup>
      <optgroup label={t('other')}>
        {month.choices.map((value) => (
          <option key={value} value={value}>
            {t(`spans.${value}`)}
          </option>
        ))}
      </optgroup>
    </Choice>
  )
}

/** The selected days, with the controls to change them. */
export function MonthBar({ month, children }: { month: Month; children?: ReactNode }) {
  const t = useTranslations('finance.month')
  const days = useDays()
  const today = useToday()
  const heading = (name: ReactNode) => (
    <h2 className={css['month']} aria-live="polite">
      {name}
    </h2>
  )
  return (
    <div className={css['bar']}>
      {month.choices.length > 1 && <Period month={month} />}
      {month.span === 'custom' ? (
        <>
          <DayPill label={t('from')} value={month.from} onChange={(from) => month.setDays({ from })} />
          <DayPill label={t('to')} value={month.to} min={month.from} onChange={(to) => month.setDays({ to })} />
        </>
      ) : (
        <StepButtons
          previous={{ label: t('previous'), run: month.previous }}
          now={{ label: month.span === 'month' ? t('now') : t('today'), run: month.now, isOff: month.isRunning }}
          next={{ label: t('next'), run: month.next, isOff: month.isRunning }}
        />
      )}
      {month.span === 'month' ? (
        <MonthPicker month={month.from.slice(0, 7)} max={today.slice(0, 7)} onChange={month.setMonth} frame={heading} />
      ) : (
        heading(days(month.from, month.to))
      )}
      {children}
    </div>
  )
}
