import { useEffect, useState } from 'react'
import { hereAt, type Here } from './today.rules.ts'

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
