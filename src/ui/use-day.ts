import { useFormatter, useLocale, type DateTimeFormatOptions } from 'use-intl'
import { dayManner } from '#lib/manner.ts'

// A day has no time zone: it is parsed and formatted in the same one, or it would shift for some readers.
const timeZone = 'UTC'
const dateOf = (day: string) => new Date(`${day}T00:00:00Z`)

/** The format of a day in the reader's language. */
export const useDayManner = (): DateTimeFormatOptions => dayManner(useLocale())

/**
 * Formats days in the reader's language.
 * @param usual the default format
 * @returns a function that formats a day, YYYY-MM-DD
 */
export function useDay(usual?: DateTimeFormatOptions): (day: string, how?: DateTimeFormatOptions) => string {
  const format = useFormatter()
  const manner = useDayManner()
  return (day, how = usual ?? manner) => format.dateTime(dateOf(day), { ...how, timeZone })
}

/**
 * Formats ranges of days in the reader's language, without repeating what both ends have in common.
 * @param usual the format of the ends
 * @returns a function that formats the range of two days, YYYY-MM-DD; a single day if they are equal
 */
export function useDays(usual?: DateTimeFormatOptions): (from: string, to: string) => string {
  const format = useFormatter()
  const manner = useDayManner()
  const how = usual ?? manner
  const day = useDay(how)
  const range = (from: string, to: string) => format.dateTimeRange(dateOf(from), dateOf(to), { ...how, timeZone })
  // The server and browsers differ in the spaces around the dash.
  return (from, to) => (from === to ? day(from) : range(from, to).replace(/\s*–\s*/u, ' – '))
}
