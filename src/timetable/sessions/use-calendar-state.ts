import { useNavigate, useSearch } from '@tanstack/react-router'
import { isDay } from '#lib/days.ts'

/** What the calendar shows, as the URL says it. `day` is YYYY-MM-DD. */
export type CalendarState = {
  view: 'day' | 'week' | 'month'
  day: string
  lanes: 'trainer' | 'hall'
  trainer: string
  hall: string
  batch: string
}

type Raw = Record<string, unknown>
const word = (value: unknown) => (typeof value === 'string' ? value : '')

/**
 * The calendar's state out of the URL, how to change it, and the search of an address that shows another.
 * @param today what an address without a day shows
 */
export function useCalendarState(
  today: string,
): [CalendarState, (change: Partial<CalendarState>) => void, (change: Partial<CalendarState>) => Raw] {
  const raw = useSearch({ strict: false }) as Raw
  const navigate = useNavigate()
  const view = (['day', 'month'] as const).find((known) => known === raw['view']) ?? 'week'
  const state: CalendarState = {
    view,
    day: isDay(raw['date']) ? raw['date'] : today,
    lanes: raw['lanes'] === 'hall' ? 'hall' : 'trainer',
    trainer: word(raw['trainer']),
    hall: word(raw['hall']),
    batch: word(raw['batch']),
  }
  const searchOf = (change: Partial<CalendarState>): Raw => {
    const next = { ...state, ...change }
    return {
      tab: 'calendar',
      ...(next.view === 'week' ? {} : { view: next.view }),
      ...(next.day === today ? {} : { date: next.day }),
      ...(next.lanes === 'hall' ? { lanes: 'hall' } : {}),
      ...Object.fromEntries((['trainer', 'hall', 'batch'] as const).flatMap((name) => (next[name] ? [[name, next[name]]] : []))),
    }
  }
  return [state, (change) => void navigate({ to: '.', search: searchOf(change) as never, resetScroll: false }), searchOf]
}
