/** A moment in a time zone: its day (YYYY-MM-DD), hours since midnight with their fraction, and HH:mm. */
export type Here = { now: Date; day: string; hours: number; time: string }

// Created once per zone: a list needs the day in each of its rows.
const clocks = new Map<string, Intl.DateTimeFormat>()

function clockOf(timeZone: string): Intl.DateTimeFormat {
  const known = clocks.get(timeZone)
  if (known) return known
  const clock = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  })
  clocks.set(timeZone, clock)
  return clock
}

/** Day and time of an instant in a time zone (IANA name). */
export function hereAt(now: Date, timeZone: string): Here {
  const parts = Object.fromEntries(
    clockOf(timeZone)
      .formatToParts(now)
      .map(({ type, value }) => [type, value]),
  )
  return {
    now,
    day: `${parts['year']}-${parts['month']}-${parts['day']}`,
    hours: Number(parts['hour']) + Number(parts['minute']) / 60,
    time: `${parts['hour']}:${parts['minute']}`,
  }
}

/** Whether clocks in two zones (IANA names) show different times at an instant; zones with the same clock have several names. */
export function differs(zone: string, other: string, at: Date): boolean {
  if (zone === other) return false
  const [here, there] = [hereAt(at, zone), hereAt(at, other)]
  return here.day !== there.day || here.time !== there.time
}

/** The local name of a zone (IANA name): the city that it is named after. */
export function cityOf(zone: string): string {
  return zone.slice(zone.indexOf('/') + 1).replaceAll('_', ' ')
}
