import { useFormatter, useLocale, type DateTimeFormatOptions } from 'use-intl'
import { dayManner } from '#lib/manner.ts'

// A day belongs to no zone: it is read and written in the same one, or it would be another day for some.
const timeZone = 'UTC'
const dateOf = (day: string) => new Date(`${day}T00:00:00Z`)

/** How a day is written in the reader's language. */
export const useDayManner = (): DateTimeFormatOptions => dayManner(useLocale())

/**
 * Writes days in the reader's language.
 * @param usual how they are written where a call says nothing else
 * @returns the words of a day, YYYY-MM-DD
 */
export function useDay(usual?: DateTimeFormatOptions): (day: string, how?: DateTimeFormatOptions) => string {
  const format = useFormatter()
  const manner = useDayManner()
  return (day, how = usual ?? manner) => format.dateTime(dateOf(day), { ...how, timeZone })
}

/**
 * Writes spans of days in the reader's language, without what both ends have in common.
 * @param how the ends are written
 * @returns the words of the days from one to another, YYYY-MM-DD; of the one day where they are the same
 */
export function useDays(usual?: DateTimeFormatOptions): (from: string, to: string) => string {
  const format = useFormatter()
  const manner = useDayManner()
  const how = usual ?? manner
  const day = useDay(how)
  return (from, to) => (from === to ? day(from) : format.dateTimeRange(dateOf(from), dateOf(to), { ...how, timeZone }))
}
