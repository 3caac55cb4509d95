import type { CalendarDate } from '@internationalized/date'
import { useCalendar, useCalendarCell, useCalendarGrid } from 'react-aria/useCalendar'
import { useMemo, useRef } from 'react'
import { useCalendarState } from 'react-stately/useCalendarState'
import { useLocale, useTimeZone, useTranslations } from 'use-intl'
import { hereAt } from '#lib/zones.ts'
import { Button } from '../button.tsx'
import css from './day-calendar.module.css'
import { DateIcon } from './date-icon.tsx'
import { firstWeekdayOf } from './first-weekday.ts'
import { usePartName } from './use-part-name.ts'
import { dateOf, gregorian } from './use-typed-day.ts'

type State = ReturnType<typeof useCalendarState>

function Cell({ state, date, isToday }: { state: State; date: CalendarDate; isToday: boolean }) {
  const ref = useRef<HTMLSpanElement>(null)
  const { cellProps, buttonProps, isSelected, isDisabled, isOutsideVisibleRange, formattedDate } = useCalendarCell({ date }, state, ref)
  return (
    <div {...cellProps}>
      <span
        {...buttonProps}
        ref={ref}
        className={css['day']}
        hidden={isOutsideVisibleRange}
        data-selected={isSelected}
        data-disabled={isDisabled}
        data-today={isToday}
      >
        {formattedDate}
      </span>
    </div>
  )
}

function Grid({ state, today }: { state: State; today: string }) {
  const firstDayOfWeek = firstWeekdayOf(useLocale())
  const { gridProps, headerProps, weekDays, weeksInMonth } = useCalendarGrid({ weekdayStyle: 'short', firstDayOfWeek }, state)
  return (
    <div {...gridProps}>
      <div {...headerProps} className={css['week']}>
        {weekDays.map((weekday) => (
          <span key={weekday} className={css['weekday']}>
            {weekday}
          </span>
        ))}
      </div>
      {Array.from({ length: weeksInMonth }, (_, week) => (
        <div key={week} role="row" className={css['week']}>
          {state
            .getDatesInWeek(week)
            .map((date) => date && <Cell key={date.toString()} state={state} date={date} isToday={date.toString() === today} />)}
        </div>
      ))}
    </div>
  )
}

/** Months and years are chosen directly: a birthday is hundreds of months away. */
function Jump({ state }: { state: State }) {
  const part = usePartName()
  const locale = useLocale()
  const { focusedDate, minValue, maxValue } = state
  const month = new Intl.DateTimeFormat(locale, { month: 'long', timeZone: 'UTC' })
  const [first, last] = [minValue?.year ?? 1920, maxValue?.year ?? 2099]
  const go = (part: 'month' | 'year', value: string) => state.setFocusedDate(focusedDate.set({ [part]: Number(value) }))
  return (
    <>
      <select aria-label={part('month')} value={focusedDate.month} onChange={({ target }) => go('month', target.value)}>
        {Array.from({ length: 12 }, (_, at) => (
          <option key={at} value={at + 1}>
            {month.format(Date.UTC(2026, at))}
          </option>
        ))}
      </select>
      <select aria-label={part('year')} value={focusedDate.year} onChange={({ target }) => go('year', target.value)}>
        {Array.from({ length: last - first + 1 }, (_, at) => (
          <option key={at}>{first + at}</option>
        ))}
      </select>
    </>
  )
}

/** A month of days to pick one, in the business's week; today is the business's today. */
export function DayCalendar({
  value,
  min,
  max,
  labelledBy,
  onPick,
}: {
  value: string
  min: string | undefined
  max: string | undefined
  labelledBy: string
  onPick: (day: string) => void
}) {
  const t = useTranslations('dates')
  const locale = useLocale()
  const zone = useTimeZone() ?? 'UTC'
  const today = hereAt(new Date(), zone).day
  const firstDayOfWeek = firstWeekdayOf(locale)
  const props = {
    value: dateOf(value),
    onChange: (date: CalendarDate | null) => date && onPick(date.toString()),
    minValue: dateOf(min),
    maxValue: dateOf(max),
    defaultFocusedValue: dateOf(value) ?? dateOf(today),
    autoFocus: true,
    locale,
    createCalendar: gregorian,
    firstDayOfWeek,
    'aria-labelledby': labelledBy,
  }
  const known = useCalendarState(props)
  const state = useMemo(() => ({ ...known, timeZone: zone }), [known, zone])
  const { calendarProps, prevButtonProps, nextButtonProps } = useCalendar(props, state)
  const isOutside = (day: string) => (min !== undefined && day < min) || (max !== undefined && day > max)
  return (
    <div {...calendarProps} className={css['calendar']}>
      <div className={css['head']}>
        <button
          type="button"
          className={css['step']}
          aria-label={prevButtonProps['aria-label']}
          disabled={prevButtonProps.isDisabled}
          onClick={() => state.focusPreviousPage()}
        >
          <DateIcon name="back" />
        </button>
        <Jump state={state} />
        <button
          type="button"
          className={css['step']}
          aria-label={nextButtonProps['aria-label']}
          disabled={nextButtonProps.isDisabled}
          onClick={() => state.focusNextPage()}
        >
          <DateIcon name="onward" />
        </button>
      </div>
      <Grid state={state} today={today} />
      <div className={css['foot']}>
        <Button look="quiet" onClick={() => onPick(today)} disabled={isOutside(today)}>
          {t('today')}
        </Button>
        <Button look="quiet" onClick={() => onPick('')} disabled={value === ''}>
          {t('clear')}
        </Button>
      </div>
    </div>
  )
}
