import type { TrainingDay } from './fields.ts'
import { languageFacts } from './manner.ts'

type Named = { place: number; name: string }

/** The short names of the selected days, with their positions in the country's week. */
function namedDays(days: readonly TrainingDay[], firstWeekday: number, locale: string): Named[] {
  // 4 January 1970 was a Sunday.
  const name = new Intl.DateTimeFormat(locale, { weekday: 'short', timeZone: 'UTC' })
  return days.flatMap((_, place) => {
    const day = days[(place + firstWeekday) % 7]
    return day?.isSelected ? [{ place, name: name.format(Date.UTC(1970, 0, 4 + day.id)) }] : []
  })
}

/** The short names of the selected days in the reader's language, from the country's first weekday (0 = Sunday). */
export function dayList(days: readonly TrainingDay[], firstWeekday: number, locale: string): string {
  return namedDays(days, firstWeekday, locale)
    .map(({ name }) => name)
    .join(languageFacts(locale).comma)
}

/** Like `dayList`, with three or more consecutive days as a span: Mon–Sat. */
export function daySpans(days: readonly TrainingDay[], firstWeekday: number, locale: string): string {
  const runs: Named[][] = []
  for (const day of namedDays(days, firstWeekday, locale)) {
    const run = runs.at(-1)
    if (run?.at(-1)?.place === day.place - 1) run.push(day)
    else runs.push([day])
  }
  return runs
    .flatMap((run) => (run.length < 3 ? run.map(({ name }) => name) : [`${run[0]?.name}–${run.at(-1)?.name}`]))
    .join(languageFacts(locale).comma)
}
