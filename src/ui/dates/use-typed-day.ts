import { CalendarDate, GregorianCalendar, parseDate } from '@internationalized/date'
import { useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useDateFieldState } from 'react-stately/useDateFieldState'
import { useLocale } from 'use-intl'
import { fullYear } from '#lib/typed-day.ts'
import type { DayBoxProps } from './day-box.tsx'

/** All dates here are Gregorian, whatever the country's own calendar is. */
export const gregorian = () => new GregorianCalendar()

/** A day as the editor's date; null if it is none. */
export function dateOf(day: string | undefined): CalendarDate | null {
  if (day === undefined || !/^\d{4}-\d\d-\d\d$/.test(day)) return null
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number)
  // A day such as 30 February becomes the last of its month, and is none.
  const nearest = new CalendarDate(year, month, date)
  return nearest.toString() === day ? parseDate(day) : null
}

type State = ReturnType<typeof useDateFieldState>

/** What the segments show: YYYY-MM-DD, '' for none, and else the parts that are there, which are no day. */
function textOf({ segments }: State): string {
  const part = (type: string) => segments.find((segment) => segment.type === type && !segment.isPlaceholder)?.value ?? null
  const [year, month, day] = [part('year'), part('month'), part('day')]
  const digits = (number: number | null, length: number) => (number === null ? '' : String(number).padStart(length, '0'))
  // A year passes through 2, 20 and 202 as it is typed.
  const isWhole = year !== null && year >= 1000
  const text = `${isWhole ? year : (year ?? '')}-${digits(month, 2)}-${digits(day, 2)}`
  if (text === '--') return ''
  return isWhole && /-\d\d-\d\d$/.test(text) && dateOf(text) === null ? `${text}?` : text
}

/**
 * The state of a typed day. What the box shows is what the form gets, so that a date that is half typed or does not
 * exist is never stored as the one before it.
 */
export function useTypedDay({ value, onChange, isInvalid, isRequired, isDisabled, labelledBy, describedBy }: DayBoxProps) {
  const locale = useLocale()
  const [date, setDate] = useState(() => dateOf(value))
  const props = {
    value: date,
    onChange: setDate,
    locale,
    createCalendar: gregorian,
    granularity: 'day' as const,
    shouldForceLeadingZeros: true,
    isInvalid: isInvalid ?? false,
    isRequired: isRequired ?? false,
    isDisabled: isDisabled ?? false,
    'aria-labelledby': labelledBy,
    'aria-describedby': describedBy,
  }
  const known = useDateFieldState(props)
  // It would turn 30 February into the 28th when the field is left.
  const state = useMemo(() => ({ ...known, confirmPlaceholder() {} }), [known])
  const text = textOf(state)
  const shown = useRef(value)
  const sent = useRef(value)
  useLayoutEffect(() => {
    if (text !== shown.current) {
      shown.current = text
      if (text === sent.current) return
      sent.current = text
      onChange(text)
    } else if (value !== sent.current) {
      sent.current = value
      if (value !== text) state.setValue(dateOf(value))
    }
  })
  /** Completes a year of two digits, once the field is left. */
  const complete = () => {
    const year = state.segments.find(({ type, isPlaceholder }) => type === 'year' && !isPlaceholder)?.value
    if (year != null && year < 100) state.setSegment('year', fullYear(year, new Date().getFullYear()))
  }
  return { props, state, text, complete }
}
