import { useFormatter, useLocale } from 'use-intl'
import { momentManner } from '#lib/manner.ts'

/** Writes instants, UTC, as day and time, signed in where the business is: the shell gives all below it that zone. */
export function useMoment(): (instant: string) => string {
  const format = useFormatter()
  const manner = momentManner(useLocale())
  return (instant) => format.dateTime(new Date(instant), manner)
}
