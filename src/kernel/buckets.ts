import { setTimeout } from 'node:timers/promises'
import { tooManyRequests } from './failure.ts'

/** So many calls at once, and so many a second on the average. */
export type CallRate = { burst: number; perSecond: number }

/**
 * Calls of one session, and of one business with its keys. A person who opens a page a second makes some fifteen
 * calls; an import or a test of the business's own makes a hundred and more. What goes on beyond that is a program gone wild.
 */
export const rates = {
  session: { burst: 6_000, perSecond: 250 },
  business: { burst: 20_000, perSecond: 600 },
  /** Costly calls of one business: a person opens a few reports and then reads; one a second leaves the database to the others. */
  reports: { burst: 5, perSecond: 1 },
} as const satisfies Record<string, CallRate>

/** Uses of keys by a rate; what is not used fills up again. */
export type Buckets = {
  /** Takes one use. @returns the seconds until there is one again; 0 where it was taken */
  take(key: string): number
}

/** Buckets that are full again are forgotten, so that memory follows who calls now. */
const sweepAt = 10_000

/** @param clock milliseconds that only go forward */
export function openBuckets({ burst, perSecond }: CallRate, clock: () => number = () => performance.now()): Buckets {
  const open = new Map<string, { left: number; at: number }>()
  const filled = ({ left, at }: { left: number; at: number }, now: number) => Math.min(burst, left + ((now - at) / 1000) * perSecond)
  return {
    take(key) {
      const now = clock()
      if (open.size >= sweepAt) for (const [name, bucket] of open) if (filled(bucket, now) >= burst) open.delete(name)
      const bucket = open.get(key) ?? { left: burst, at: now }
      const left = filled(bucket, now)
      open.set(key, { left: left >= 1 ? left - 1 : left, at: now })
      return left >= 1 ? 0 : Math.ceil((1 - left) / perSecond)
    },
  }
}

/** What keeps one session or business from calling without end, in this process. */
export type CallRates = {
  /** What the session is refused does not count for its business. @throws auth/too-many-requests with the seconds to wait */
  count(session: string, vendorId: string): void
  /** Waits until the business may make its next costly call; its callers come one after the other (lanes.ts). */
  turn(vendorId: string): Promise<void>
  /** Lets all turns come at once from now on: a process that ends must answer who waits. */
  hurry(): void
}

/** @param clock milliseconds that only go forward @param wait waits so many milliseconds */
export function openCallRates(clock?: () => number, wait: (ms: number) => Promise<unknown> = setTimeout): CallRates {
  const sessions = openBuckets(rates.session, clock)
  const businesses = openBuckets(rates.business, clock)
  const reports = openBuckets(rates.reports, clock)
  let isEnding = false
  return {
    count(session, vendorId) {
      const seconds = sessions.take(session) || businesses.take(vendorId)
      if (seconds > 0) throw tooManyRequests(seconds)
    },
    async turn(vendorId) {
      for (let seconds = reports.take(vendorId); seconds > 0 && !isEnding; seconds = reports.take(vendorId)) await wait(seconds * 1000)
    },
    hurry() {
      isEnding = true
    },
  }
}
