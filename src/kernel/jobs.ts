import { platform } from '#db/tenant.ts'
import { instant, type App } from './app.ts'
import { describeError } from './log.ts'
import { dropExpiredJobs, nextJob, type Workers } from './outbox.ts'

/** Deletes what has expired: codes, limits, mails, and what the rooms say has. */
export async function sweep(app: App): Promise<void> {
  const now = instant(app)
  await platform(app.db, async (trx) => {
    for (const dropExpired of app.modules.expires) await dropExpired(trx, app)
    await trx.deleteFrom('oneTimeCodes').where('expiresAt', '<=', now).execute()
    await trx.deleteFrom('limits').where('resetsAt', '<=', now).execute()
    await dropExpiredJobs(trx, app)
  })
}

/** How work hears of the process' end: what has parts stops between two, and what is still under way after a while is cut off. */
export type Ending = { isOver: () => boolean; signal: AbortSignal }

/** Work of one kind that a process looks for every second, when woken, and after each that ended. */
export type Work = {
  /** For the log. */
  name: string
  /** How many are under way at once. */
  atOnce: number
  /** Takes the next that is due. @returns does it; undefined when nothing is due */
  next: (app: App) => Promise<((ending: Ending) => Promise<unknown>) | undefined>
}

/** Work that is due again so long after it last began, in milliseconds by the real clock. */
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

/** Jobs of the queue: one slow mail server must not hold up the mails to others. */
export const jobs = (workers: Partial<Workers>): Work => ({
  name: 'Doing queued jobs',
  atOnce: 4,
  async next(app) {
    const job = await nextJob(app, workers)
    return job && (({ signal }) => job(signal))
  },
})

/** What work that is under way gets when the process stops; a mail server that works has taken its mail by then. */
const graceMs = 3_000

/** Has as many of a kind of work under way as may be. @returns looks for more */
function openHands(app: App, { name, atOnce, next }: Work, ending: Ending, underWay: Set<Promise<unknown>>): () => void {
  let hands = atOnce
  let isAsked = false
  let isLooking = false
  const track = (work: Promise<unknown>, end: () => void) => {
    const tracked = work
      .catch((error: unknown) => {
        if (!app.room.hears(error)) app.log.error(`${name} failed and will run again`, describeError(error))
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

/** Does all kinds of work until it is stopped. */
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
  return {
    wake,
    async stop() {
      isOver = true
      clearInterval(timer)
      setTimeout(() => ending.abort(), graceMs).unref()
      while (underWay.size > 0) await Promise.all(underWay)
    },
  }
}
