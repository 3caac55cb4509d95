import { useEffect, useState } from 'react'

/** A moment where the business is: its day (YYYY-MM-DD), hours since midnight with their fraction, and HH:mm. */
export type Here = { now: Date; day: string; hours: number; time: string }

/** Day and time of an instant in a time zone (IANA name). */
export function hereAt(now: Date, timeZone: string): Here {
  const parts = Object.fromEntries(
    new Intl.DateTimeFormat('en-CA', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
    })
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

/** The present moment in a time zone, told again every half minute and when the page is looked at again. */
export function useHere(timeZone: string): Here {
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    const look = () => setNow(new Date())
    const timer = setInterval(look, 30_000)
    document.addEventListener('visibilitychange', look)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', look)
    }
  }, [])
  return hereAt(now, timeZone)
}
