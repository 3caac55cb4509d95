import { addDays, addMonths, lastDayOf, spanStart } from './days.ts'

/** Ranges of days that people ask for by name. */
export const dayPresets = ['today', 'last7', 'last30', 'thisMonth', 'lastMonth', 'thisQuarter', 'thisYear', 'lastYear'] as const
export type DayPreset = (typeof dayPresets)[number]

/** The preset of a name, such as in an address; undefined for other texts. */
export const presetNamed = (name: string | null): DayPreset | undefined => dayPresets.find((preset) => preset === name)

/** The first and last day of a preset, YYYY-MM-DD, both included; `last7` and `last30` end today. */
export function daysOfPreset(preset: DayPreset, today: string): { from: string; to: string } {
  const months = (first: string, count: number) => ({ from: first, to: addDays(addMonths(first, count), -1) })
  const month = `${today.slice(0, 7)}-01`
  const year = `${today.slice(0, 4)}-01-01`
  switch (preset) {
    case 'today':
      return { from: today, to: today }
    case 'last7':
      return { from: addDays(today, -6), to: today }
    case 'last30':
      return { from: addDays(today, -29), to: today }
    case 'thisMonth':
      return { from: month, to: lastDayOf(today.slice(0, 7)) }
    case 'lastMonth':
      return months(addMonths(month, -1), 1)
    case 'thisQuarter':
      return months(spanStart(month, 3), 3)
    case 'thisYear':
      return months(year, 12)
    case 'lastYear':
      return months(addMonths(year, -12), 12)
  }
}

/** The preset with these days; null for other days. */
export const presetOf = (days: { from: string; to: string }, today: string): DayPreset | null =>
  dayPresets.find((preset) => {
    const { from, to } = daysOfPreset(preset, today)
    return from === days.from && to === days.to
  }) ?? null
