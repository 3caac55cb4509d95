import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { daysOf, type CalendarView } from './calendar.rules.ts'
import { api } from './sessions.client.ts'

/** What the calendar is narrowed to; '' for all. */
type Narrowed = { trainer: string; hall: string; batch: string }

/** The sessions of the days that a view shows. @param firstWeekday of the business, 0 = Sunday */
export function calendarQuery(view: CalendarView, day: string, firstWeekday: number, { trainer, hall, batch }: Narrowed) {
  const days = daysOf(view, day, firstWeekday)
  const input = {
    from: days[0] ?? day,
    to: days.at(-1) ?? day,
    ...(trainer ? { trainer } : {}),
    ...(hall ? { hall } : {}),
    ...(batch ? { batch } : {}),
  }
  return queryOptions({
    queryKey: ['sessions', 'calendar', input],
    queryFn: () => api.sessions.list(input),
    placeholderData: keepPreviousData,
  })
}

/** All closures, also past ones, for the days of any view. */
export const allClosuresQuery = queryOptions({ queryKey: ['closures', 'all'], queryFn: () => api.closures.list({ all: true }) })
