import { useNavigate, useSearch } from '@tanstack/react-router'
import type { Search, Unchecked } from '#lib/addresses.ts'
import { isDay } from '#lib/days.ts'
import { calendarViews, type CalendarView } from './calendar.rules.ts'

/** What the calendar shows, according to the URL. `day` is YYYY-MM-DD. */
export type CalendarState = {
  view: CalendarView
  day: string
  lanes: 'trainer' | 'hall'
  trainer: string
  hall: string
  batch: string
  /** The id of the session that is shown beside the calendar; '' for none. */
  session: string
}

const word = (value: unknown) => (typeof value === 'string' ? value : '')

/**
 * The calendar's state from the URL, a setter, and the URL search for another state.
 * @param today the day shown for a URL without one
 */
export function useCalendarState(
  today: string,
): [CalendarState, (change: Partial<CalendarState>) => void, (change: Partial<CalendarState>) => Search] {
  const raw: Unchecked = useSearch({ strict: false })
  const navigate = useNavigate()
  const view = calendarViews.find((known) => known === raw.view) ?? 'week'
  const state: CalendarState = {
    view,
    day: isDay(raw.date) ? raw.date : today,
    lanes: raw.lanes === 'hall' ? 'hall' : 'trainer',
    trainer: word(raw.trainer),
    hall: word(raw.hall),
    batch: word(raw.batch),
    session: word(raw.session),
  }
  const searchOf = (change: Partial<CalendarState>): Search => {
    // Other days or filters close the session beside them.
    const next = { ...state, session: '', ...change }
    return {
      tab: 'calendar',
      ...(next.view === 'week' ? {} : { view: next.view }),
      ...(next.day === today ? {} : { date: next.day }),
      ...(next.lanes === 'hall' ? { lanes: 'hall' } : {}),
      ...(next.trainer ? { trainer: next.trainer } : {}),
      ...(next.hall ? { hall: next.hall } : {}),
      ...(next.batch ? { batch: next.batch } : {}),
      ...(next.session ? { session: next.session } : {}),
    }
  }
  return [state, (change) => void navigate({ to: '.', search: searchOf(change), resetScroll: false }), searchOf]
}
