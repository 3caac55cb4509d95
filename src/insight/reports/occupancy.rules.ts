import { addDays } from '#lib/days.ts'

/** The weeks that the occupancy covers: whole weeks up to yesterday, or from today on. */
export const occupancySpans = ['last4', 'last12', 'last52', 'next4'] as const
type OccupancyWeeks = (typeof occupancySpans)[number]

const weeks = { last4: 4, last12: 12, last52: 52, next4: 4 } as const

/** The days of a span, both included: as many of each weekday. @param today YYYY-MM-DD */
export function spanDays(over: OccupancyWeeks, today: string): { from: string; to: string } {
  const days = weeks[over] * 7
  return over === 'next4' ? { from: today, to: addDays(today, days - 1) } : { from: addDays(today, -days), to: addDays(today, -1) }
}
