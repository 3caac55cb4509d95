import { event } from '#kernel/events.ts'

/** The business is in another time zone (IANA names) from the instant `now` on. */
export const zoneChanged = event<{ from: string; to: string; now: string }>('vendor.zoneChanged')
