import type { TrainingDay } from './fields.ts'
import { languageOf } from './manner.ts'

/** The short names of the selected days in the reader's language, from the country's first weekday (0 = Sunday). */
export function dayList(days: readonly TrainingDay[], firstWeekday: number, locale: string): string {
  // 4 January 1970 was a Sunday.
  const name = new Intl.DateTimeFormat(locale, { weekday: 'short', timeZone: 'UTC' })
  return days
    .map((_, index) => days[(index + firstWeekday) % 7])
    .filter((day) => day?.isSelected)
    .map((day) => name.format(Date.UTC(1970, 0, 4 + (day?.id ?? 0))))
    .join(languageOf(locale) === 'ar' ? '، ' : ', ')
}
