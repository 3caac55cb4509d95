// Days are YYYY-MM-DD and belong to no zone, so each of them is as long as any other.
const dayMs = 86_400_000

/** A day so many days later; earlier with a negative number. */
export function addDays(day: string, days: number): string {
  return new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10)
}

/** A day so many months later; the month's last day where it is shorter. */
export function addMonths(day: string, months: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const last = new Date(Date.UTC(year, month - 1 + months + 1, 0)).getUTCDate()
  return new Date(Date.UTC(year, month - 1 + months, Math.min(date, last))).toISOString().slice(0, 10)
}

/** How many days from one to the other, both included. */
export function daysIn({ from, to }: { from: string; to: string }): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / dayMs) + 1
}

/** The later of two days. */
export const later = (a: string, b: string) => (a > b ? a : b)

/** The earlier of two days. */
export const earlier = (a: string, b: string) => (a < b ? a : b)
