import { Temporal } from 'temporal-polyfill'

/** When a session meets: its day where the business is, and its instants. */
export type SessionTimes = { day: string; startsAt: string; endsAt: string }
type Hours = { startingTime: string; endingTime: string }

/**
 * The instants of a wall-clock time on a day. A time skipped in spring moves later by the skipped amount; a repeated
 * one in autumn is the first (Temporal's "compatible"). A session whose whole time is skipped retains its length.
 */
export function meetingOn(day: string, { startingTime, endingTime }: Hours, zone: string): SessionTimes {
  const at = (time: string) => Temporal.PlainDateTime.from(`${day}T${time}`).toZonedDateTime(zone).toInstant()
  const startsAt = at(startingTime)
  const length = Temporal.PlainTime.from(startingTime).until(endingTime)
  const endsAt = at(endingTime)
  return {
    day,
    startsAt: startsAt.toString(),
    endsAt: (Temporal.Instant.compare(endsAt, startsAt) > 0 ? endsAt : startsAt.add(length)).toString(),
  }
}

/** The days between two days, both included, that fall on one of the weekdays (0 = Sunday). */
export function plannedDays(startDate: string, endDate: string, weekdays: readonly number[]): string[] {
  const days: string[] = []
  const end = Date.parse(endDate)
  for (let at = Date.parse(startDate); at <= end; at += 86_400_000) {
    const day = new Date(at)
    if (weekdays.includes(day.getUTCDay())) days.push(day.toISOString().slice(0, 10))
  }
  return days
}
