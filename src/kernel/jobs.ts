import { AsyncLocalStorage } from 'node:async_hooks'
import { afterCommit, platform } from '#db/tenant.ts'
import { instant, type App } from './app.ts'
import { describeError } from './log.ts'
import { dropExpiredJobs, nextJob, type Workers } from './outbox.ts'

/** Deletes expired rows: codes, limits, mails, and those that the rooms name. */
export async function sweep(app: App): Promise<void> {
  const now = instant(app)
  await platform(app.db, async (trx) => {
    for (const dropExpired of app.modules.expires) await dropExpired(trx, app)
    await trx.deleteFrom('oneTimeCodes').where('expiresAt', '<=', now).execute()
    await trx.deleteFrom('limits').where('resetsAt', '<=', now).execute()
    await dropExpiredJobs(trx, app)
  })
}

/** Notifies work that the process is ending: work in parts stops between two of them, and the rest is aborted after a while. */
export type Ending = { isOver: () => boolean; signal: AbortSignal }

/** One kind of work: a process looks for it every second, when woken, and after each task that ended. */
export type Work = {
  /** For the log. */
  name: string
  /** How many may run at once. */
  atOnce: number
  /** Claims the next due task. @returns a function that runs it; undefined when nothing is due */
  next: (app: App) => Promise<((ending: Ending) => Promise<unknown>) | undefined>
}

/** Work that is due again this long after its last start, in milliseconds by the real clock. */
export function every(ms: number, name: string, run: (app: App, isOver: () => boolean) => Promise<unknown>): Work {
  let begun = 0
  return {
    name,
    atOnce: 1,
    async next(app) {
      if (Date.now() - begun <= ms) return undefined
      begun = Date.now()
      return ({ isOver }) => run(app, isOver)
    },
  }
}

/** Jobs of the queue: one slow mail server must not delay the mails to others. */
export const jobs = (workers: Partial<Workers>): Work => ({
  name: 'Doing queued jobs',
  atOnce: 4,
  async next(app) {
    const job = await nextJob(app, workers)
    return job && (({ signal }) => job(signal))
  },
})

/** How long running work may take when the process stops; a working mail server has accepted its mail by then. */
const graceMs = 3_000

/** Runs as many tasks of one kind as allowed. @returns a function that looks for more */
function openHands(app: App, { name, atOnce, next }: Work, ending: Ending, underWay: Set<Promise<unknown>>): () => void {
  let hands = atOnce
  let isAsked = false
  let isLooking = false
  const track = (work: Promise<unknown>, end: () => void) => {
    const tracked = work
      .catch((error: unknown) => {
        if (!app.room.noteError(error)) app.log.error(`${name} failed and will run again`, describeError(error))
      })
      .finally(() => {
        underWay.delete(tracked)
        end()
      })
    underWay.add(tracked)
  }
  const fill = async () => {
    while (hands > 0 && !ending.isOver()) {
      app.room.demand(app.db)
      const work = await next(app)
      if (!work) return
      hands -= 1
      track(work(ending), () => {
        hands += 1
        look()
      })
    }
  }
  function look(): void {
    isAsked = true
    if (isLooking) return
    isLooking = true
    isAsked = false
    track(fill(), () => {
      isLooking = false
      if (isAsked) look()
    })
  }
  return look
}

/** Runs all kinds of work until it is stopped. */
export function startJobs(app: App, tasks: readonly Work[]): { wake: () => void; stop: () => Promise<void> } {
  const ending = new AbortController()
  const underWay = new Set<Promise<unknown>>()
  let isOver = false
  const looks = tasks.map((work) => openHands(app, work, { isOver: () => isOver, signal: ending.signal }, underWay))
  const wake = () => {
    for (const look of looks) look()
  }
  const timer = setInterval(wake, 1000).unref()
  wake()
  // Jobs are no part of the request that queues them, and see its job only once it is committed.
  const outside = AsyncLocalStorage.snapshot()
  const wakeOutside = () => outside(wake)
  return {
    wake: () => afterCommit(wakeOutside),
    async stop() {
      isOver = true
      clearInterval(timer)
      setTimeout(() => ending.abort(), graceMs).unref()
      while (underWay.size > 0) await Promise.all(underWay)
    },
  }
}
