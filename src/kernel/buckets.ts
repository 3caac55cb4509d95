import { setTimeout } from 'node:timers/promises'
import { tooManyRequests } from './failure.ts'

/** A burst of calls at once, and an average number per second. */
export type CallRate = { burst: number; perSecond: number }

/**
 * The limits for calls of one session, and of one business with its keys. A person who opens a page per second makes
 * some fifteen calls; the business's own import or test makes a hundred or more. Anything beyond that is a runaway program.
 */
export const rates = {
  session: { burst: 6_000, perSecond: 250 },
  business: { burst: 20_000, perSecond: 600 },
  /** Costly calls of one business: a person opens a few reports and then reads; one per second leaves capacity to the others. */
  reports: { burst: 5, perSecond: 1 },
} as const satisfies Record<string, CallRate>

/** Counts uses per key at a rate; unused capacity refills. */
export type Buckets = {
  /** Takes one use. @returns the seconds until one is available; 0 when it was taken */
  consume(key: string): number
}

/** Full buckets are dropped above this number, so that memory depends on the current callers only. */
const sweepAt = 10_000

/** @param clock milliseconds that only go forward */
export function openBuckets({ burst, perSecond }: CallRate, clock: () => number = () => performance.now()): Buckets {
  const open = new Map<string, { left: number; at: number }>()
  const filled = ({ left, at }: { left: number; at: number }, now: number) => Math.min(burst, left + ((now - at) / 1000) * perSecond)
  return {
    consume(key) {
      const now = clock()
      if (open.size >= sweepAt) for (const [name, bucket] of open) if (filled(bucket, now) >= burst) open.delete(name)
      const bucket = open.get(key) ?? { left: burst, at: now }
      const left = filled(bucket, now)
      open.set(key, { left: left >= 1 ? left - 1 : left, at: now })
      return left >= 1 ? 0 : Math.ceil((1 - left) / perSecond)
    },
  }
}

/** Limits how fast one session or business may call, in this process. */
export type CallRates = {
  /** A call refused to the session does not count for its business. @throws auth/too-many-requests with the seconds to wait */
  count(session: string, vendorId: string): void
  /** Waits until the business may make its next costly call; its callers come one after the other (lanes.ts). */
  turn(vendorId: string): Promise<void>
  /** Grants all turns at once from now on: a process that is ending must answer the waiting callers. */
  hurry(): void
}

/** @param clock milliseconds that only go forward @param wait waits for that many milliseconds */
export function openCallRates(clock?: () => number, wait: (ms: number) => Promise<unknown> = setTimeout): CallRates {
  const sessions = openBuckets(rates.session, clock)
  const businesses = openBuckets(rates.business, clock)
  const reports = openBuckets(rates.reports, clock)
  let isEnding = false
  return {
    count(session, vendorId) {
      const seconds = sessions.consume(session) || businesses.consume(vendorId)
      if (seconds > 0) throw tooManyRequests(seconds)
    },
    async turn(vendorId) {
      for (let seconds = reports.consume(vendorId); seconds > 0 && !isEnding; seconds = reports.consume(vendorId))
        await wait(seconds * 1000)
    },
    hurry() {
      isEnding = true
    },
  }
}
