import { useFormatter, type DateTimeFormatOptions } from 'use-intl'

// A day belongs to no zone: it is read and written in the same one, or it would be another day for some.
const timeZone = 'UTC'
const dateOf = (day: string) => new Date(`${day}T00:00:00Z`)
const medium: DateTimeFormatOptions = { dateStyle: 'medium' }

/**
 * Writes days in the reader's language.
 * @param usual how they are written where a call says nothing else
 * @returns the words of a day, YYYY-MM-DD
 */
export function useDay(usual: DateTimeFormatOptions = medium): (day: string, how?: DateTimeFormatOptions) => string {
  const format = useFormatter()
  return (day, how = usual) => format.dateTime(dateOf(day), { ...how, timeZone })
}

/**
 * Writes spans of days in the reader's language, without what both ends have in common.
 * @param how the ends are written
 * @returns the words of the days from one to another, YYYY-MM-DD; of the one day where they are the same
 */
export function useDays(how: DateTimeFormatOptions = medium): (from: string, to: string) => string {
  const format = useFormatter()
  const day = useDay(how)
  return (from, to) => (from === to ? day(from) : format.dateTimeRange(dateOf(from), dateOf(to), { ...how, timeZone }))
}
