import { useFormatter, useLocale } from 'use-intl'
import { momentManner } from '#lib/manner.ts'

/** Formats instants (UTC) as day and time, in the business's time zone on signed-in screens: the shell provides it. */
export function useMoment(): (instant: string) => string {
  const format = useFormatter()
  const manner = momentManner(useLocale())
  return (instant) => format.dateTime(new Date(instant), manner)
}
