import { useQuery } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { useLocale } from 'use-intl'
import { progressQuery, vendorQuery } from './setup.queries.ts'
import type { Locale } from '#lib/manner.ts'
import { hereAt, type Here } from '#lib/zones.ts'
import { weekdays } from '#ui/dates/first-weekday.ts'

const listeners = new Set<() => void>()
const notifyListeners = (): void => listeners.forEach((listener) => listener())
let timer: ReturnType<typeof setInterval> | undefined

/** One clock shared by all subscribers: checked every half minute and when the page becomes visible again. */
function watch(listener: () => void): () => void {
  if (listeners.size === 0) {
    timer = setInterval(notifyListeners, 30_000)
    document.addEventListener('visibilitychange', notifyListeners)
  }
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(timer)
    document.removeEventListener('visibilitychange', notifyListeners)
  }
}

const minuteMs = 60_000
const minuteNow = () => Math.floor(Date.now() / minuteMs)

/** The business's time zone (IANA name): the profile's, else the country's first, and UTC until that has loaded. */
export function useZone(): string {
  const { data: vendor } = useQuery(vendorQuery)
  const { data: progress } = useQuery(progressQuery)
  return vendor?.timeZone ?? progress?.country.timeZones[0] ?? 'UTC'
}

/** The reader's locale with the first weekday of the business's country, for calendars: `ar-KW-u-ca-gregory-nu-latn-fw-sat`. */
export function useWeekLocale(): Locale {
  const locale = useLocale()
  const first = useQuery(progressQuery).data?.country.firstWeekday
  return first === undefined ? locale : `${locale}-fw-${weekdays[first]}`
}

/** The current minute in the business's time zone, updated as it passes. */
export function useHere(): Here {
  const zone = useZone()
  const minute = useSyncExternalStore(watch, minuteNow, minuteNow)
  return hereAt(new Date(minute * minuteMs), zone)
}

/** The current day (YYYY-MM-DD) in the business's time zone; changes at its midnight, wherever the reader is. */
export function useToday(): string {
  const zone = useZone()
  const dayNow = () => hereAt(new Date(), zone).day
  return useSyncExternalStore(watch, dayNow, dayNow)
}
