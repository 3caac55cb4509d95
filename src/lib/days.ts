// Days are YYYY-MM-DD and belong to no zone, so all are equally long.
/** A day in milliseconds. */
export const dayMs = 86_400_000

/** Whether a value is a calendar day between 2000 and 2100. */
export const isDay = (value: unknown): value is string =>
  typeof value === 'string' &&
  /^20\d\d-\d\d-\d\d$/.test(value) &&
  !Number.isNaN(Date.parse(value)) &&
  new Date(value).toISOString().startsWith(value)

/** A month, YYYY-MM, between 2000 and 2100. */
export const monthPattern = /^20\d\d-(?:0[1-9]|1[0-2])$/

/** Whether a value is a month between 2000 and 2100. */
export const isMonth = (value: unknown): value is string => typeof value === 'string' && monthPattern.test(value)

/** The day a number of days later; earlier if negative. */
export function addDays(day: string, days: number): string {
  return new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10)
}

/** The day a number of months later; the month's last day if that month is shorter. */
export function addMonths(day: string, months: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const last = new Date(Date.UTC(year, month - 1 + months + 1, 0)).getUTCDate()
  return new Date(Date.UTC(year, month - 1 + months, Math.min(date, last))).toISOString().slice(0, 10)
}

/** The first day of the calendar period of this many months that contains a day: 3 for its quarter, 12 for its year. */
export function spanStart(day: string, months: number): string {
  const month = Math.floor((Number(day.slice(5, 7)) - 1) / months) * months + 1
  return `${day.slice(0, 4)}-${String(month).padStart(2, '0')}-01`
}

/** The number of months between the months of two days, whatever their dates. */
export function monthsBetween(from: string, to: string): number {
  const [fromYear = 0, fromMonth = 0] = from.split('-').map(Number)
  const [toYear = 0, toMonth = 0] = to.split('-').map(Number)
  return (toYear - fromYear) * 12 + toMonth - fromMonth
}

/** The last day of a month, YYYY-MM. */
export const lastDayOf = (month: string) => addDays(addMonths(`${month}-01`, 1), -1)

/** The number of days from one to the other, both included. */
export function daysIn({ from, to }: { from: string; to: string }): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / dayMs) + 1
}

/** Days from one day to another, YYYY-MM-DD; below 0 if `to` is before `from`. */
export const daysBetween = (from: string, to: string): number => Math.round((Date.parse(to) - Date.parse(from)) / dayMs)

/** The later of two days. */
export const later = (a: string, b: string) => (a > b ? a : b)

/** The earlier of two days. */
export const earlier = (a: string, b: string) => (a < b ? a : b)

/**
 * The days with which a report compares some days, equally many. Days that begin with a month are compared with
 * the same days that many months before: whole months with whole months, a current span only up to `today`, and
 * the last month cut where it is shorter. Other days are compared with as many days before them.
 */
export function daysBefore(days: { from: string; to: string }, today: string): { from: string; to: string } {
  const { from } = days
  const to = days.to > today && from <= today ? today : days.to
  if (!from.endsWith('-01')) return { from: addDays(from, -daysIn(days)), to: addDays(from, -1) }
  const months = monthsBetween(from, days.to) + 1
  const isWhole = to === lastDayOf(to.slice(0, 7))
  const same = addMonths(to, -months)
  return { from: addMonths(from, -months), to: isWhole ? lastDayOf(same.slice(0, 7)) : same }
}

/**
 * The same days of the year before, up to `today` where they are not over; a month that was whole stays whole, and one that
 * is shorter then is cut.
 */
export function yearBefore(days: { from: string; to: string }, today: string): { from: string; to: string } {
  const to = days.to > today && days.from <= today ? today : days.to
  const same = addMonths(to, -12)
  return { from: addMonths(days.from, -12), to: to === lastDayOf(to.slice(0, 7)) ? lastDayOf(same.slice(0, 7)) : same }
}

/**
 * An instant in a zone's local time with its offset: `2026-11-23T12:12:46+04:00`.
 * @param zone IANA
 */
export function localInstant(instant: string, zone: string): string {
  const at = new Date(instant)
  // Sweden's notation is ISO's except for the space.
  const local = new Intl.DateTimeFormat('sv-SE', {
    timeZone: zone,
    dateStyle: 'short',
    timeStyle: 'medium',
    numberingSystem: 'latn',
  }).format(at)
  const parts = new Intl.DateTimeFormat('en-GB', { timeZone: zone, timeZoneName: 'longOffset' }).formatToParts(at)
  const offset = parts.find(({ type }) => type === 'timeZoneName')?.value.slice(3)
  return `${local.replace(' ', 'T')}${offset || '+00:00'}`
}
