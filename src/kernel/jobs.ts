import { platform } from '#db/tenant.ts'
import { instant, type App } from './app.ts'
import { sweepImages } from './image-sweep.ts'
import { describeError } from './log.ts'
import { graceMs, perform, takeJob, type Workers } from './outbox.ts'

/** Deletes what has expired: codes, limits, and what the rooms say has. */
export async function sweep(app: App): Promise<void> {
  const now = instant(app)
  await platform(app.db, async (trx) => {
    for (const dropExpired of app.modules.expires) await dropExpired(trx, app)
    await trx.deleteFrom('oneTimeCodes').where('expiresAt', '<=', now).execute()
    await trx.deleteFrom('limits').where('resetsAt', '<=', now).execute()
  })
}

/** Now and then, beside the loop, so that no code waits for it; never twice at once. */
function createThrottledTask(app: App, everyMs: number, name: string, work: () => Promise<void>) {
  let begun = 0
  let running: Promise<void> | null = null
  return {
    begin() {
      if (running || Date.now() - begun <= everyMs) return
      begun = Date.now()
      running = work()
        .catch((error: unknown) => {
          if (!app.room.hears(error)) app.log.error(`${name} failed and will run again`, describeError(error))
        })
        .finally(() => (running = null))
    },
    end: () => running,
  }
}

/** Work over all vendors that ends soon after the process is to end. */
type Work = (app: App, isOver: () => boolean) => Promise<void>

/** What is done besides what is queued: what is looked for every minute and every second, and what removes the expired. */
export type Works = {
  /** Tells whether the clock may be believed: what is due by date, and removing what expired, waits while it may not. */
  clock: (app: App) => () => Promise<boolean>
  minutely: readonly Work[]
  secondly: readonly Work[]
  sweeps: readonly ((app: App) => Promise<void>)[]
}

/** Jobs that are under way at once: one slow mail server must not hold up the mails to others. */
const hands = 4

/** A loop that polls every second, at once when woken; every ten minutes it sweeps, every six hours images too. */
export function startJobs(
  app: App,
  workers: Partial<Workers>,
  works: Partial<Works> = {},
): { wake: () => void; stop: () => Promise<void> } {
  const { clock, minutely = [], secondly = [], sweeps = [] } = works
  const isClockRight = clock?.(app) ?? (() => Promise.resolve(true))
  const ending = new AbortController()
  let stopping = false
  let woken = false
  let rouse = () => {}
  let swept = 0
  const underWay = new Set<Promise<void>>()
  const images = createThrottledTask(app, 6 * 3_600_000, 'Removing unused images', async () => {
    if (await isClockRight()) await sweepImages(app, () => stopping)
  })
  const days = createThrottledTask(app, 60_000, 'Doing what is due each day', async () => {
    app.room.look()
    if (!(await isClockRight())) return
    for (const work of minutely) await work(app, () => stopping)
  })
  const soon = createThrottledTask(app, 1000, 'Doing what is asked for', async () => {
    for (const work of secondly) await work(app, () => stopping)
  })
  const wake = () => {
    woken = true
    rouse()
  }
  /** Begins the next due job where a hand is free. @returns whether one was due */
  const beginJob = async (): Promise<boolean> => {
    const job = underWay.size < hands ? await takeJob(app, workers) : undefined
    if (!job) return false
    const work = perform(app, workers, job, ending.signal)
      .catch((error: unknown) => {
        if (!app.room.hears(error)) app.log.error('The job loop could not reach the database', describeError(error))
      })
      .finally(() => {
        underWay.delete(work)
        wake()
      })
    underWay.add(work)
    return true
  }
  const loop = (async () => {
    while (!stopping) {
      woken = false
      let isBusy = false
      try {
        app.room.demand(app.db)
        isBusy = await beginJob()
        // After each job: a mail server that is away may leave jobs due for hours.
        if (Date.now() - swept > 600_000) {
          swept = Date.now()
          if (await isClockRight()) for (const each of [sweep, ...sweeps]) await each(app)
        }
        images.begin()
        soon.begin()
        days.begin()
      } catch (error) {
        if (!app.room.hears(error)) app.log.error('The job loop could not reach the database', describeError(error))
      }
      if (stopping || woken || isBusy) continue
      await new Promise<void>((resolve) => {
        rouse = resolve
        setTimeout(resolve, 1000).unref()
      })
    }
  })()
  return {
    wake,
    stop: () => {
      stopping = true
      wake()
      // A mail server that hangs must not hold the process up; one that works has taken its mail by then.
      setTimeout(() => ending.abort(), graceMs).unref()
      return loop.then(async () => {
        await Promise.all(underWay)
        await images.end()
        await soon.end()
        await days.end()
      })
    },
  }
}
