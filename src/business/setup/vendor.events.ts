import { event } from '#kernel/events.ts'

/** The business changes its time zone (IANA names) at the instant `now`. */
export const zoneChanged = event<{ from: string; to: string; now: string }>('vendor.zoneChanged')
