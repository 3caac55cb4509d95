import type { App } from './app.ts'
import { rates } from './buckets.ts'
import { failure, tooManyRequests } from './failure.ts'
import { semaphore, type Semaphore } from './semaphore.ts'
import { letRequestsIn } from './turns.ts'

/** Concurrent costly calls of one business; the embedded engine has one connection for all. */
export const lanes = { embedded: 1, server: 2 } as const
/** Costly calls of one business that may wait; more are refused. */
export const laneQueue = 10

type Lane = { semaphore: Semaphore; uses: number; lastMs: number }
const open = new Map<string, Lane>()

function newLane(atOnce: number): Lane {
  const refuse = () => {
    const each = Math.max(lane.lastMs / atOnce / 1000, 1 / rates.reports.perSecond)
    return tooManyRequests(each * (laneQueue + atOnce))
  }
  const lane: Lane = { semaphore: semaphore(atOnce, laneQueue, refuse), uses: 0, lastMs: 1000 }
  return lane
}

/** Ends the call of a client that has disconnected; no one reads the answer. */
function throwIfAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw failure('server/busy')
}

/** Whether no costly call of a business is running or waiting. */
export const isLaneFree = (vendorId: string): boolean => !open.has(vendorId)

/**
 * Runs a costly call after the others of its business, so that one business's reports leave the database free for others.
 * @throws auth/too-many-requests when too many wait, with the seconds until those are done
 */
export async function inLane<T>(
  { db, callRates }: Pick<App, 'db' | 'callRates'>,
  vendorId: string,
  work: () => Promise<T>,
  signal?: AbortSignal,
): Promise<T> {
  const atOnce = lanes[db.engine]
  const lane = open.get(vendorId) ?? newLane(atOnce)
  open.set(vendorId, lane)
  lane.uses += 1
  try {
    return await lane.semaphore.run(async () => {
      throwIfAborted(signal)
      if (callRates) await callRates.turn(vendorId)
      await letRequestsIn()
      throwIfAborted(signal)
      const start = performance.now()
      try {
        return await work()
      } finally {
        lane.lastMs = performance.now() - start
      }
    })
  } finally {
    lane.uses -= 1
    if (lane.uses === 0) open.delete(vendorId)
  }
}
