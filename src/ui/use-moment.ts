import { useFormatter } from 'use-intl'

/** Writes instants, UTC, as day and time, signed in where the business is: the shell gives all below it that zone. */
export function useMoment(): (instant: string) => string {
  const format = useFormatter()
  return (instant) => format.dateTime(new Date(instant), { dateStyle: 'medium', timeStyle: 'short' })
}
