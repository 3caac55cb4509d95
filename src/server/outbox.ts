import { sql } from 'kysely'
import { platform, type Trx } from '#db/tenant.ts'
import { instant, type App } from './app.ts'
import { newId } from './ids.ts'
import { sweepImages } from './image-sweep.ts'
import { describeError } from './log.ts'

/** Work that happens after the answer, by kind. */
export type JobKinds = {
  mail: { to: string; subject: string; text: string; html: string }
}
type Kind = keyof JobKinds

/**
 * A worker of one kind; it must do nothing harmful when it runs twice, end within a lease, and
 * end soon once its signal aborts. It throws `Hopeless` when trying again would change nothing.
 */
export type Workers = { [K in Kind]: (payload: JobKinds[K], signal?: AbortSignal) => Promise<void> }

/** Work that can never succeed; the cause says why. */
export class Hopeless extends Error {
  constructor(cause: unknown) {
    super('This can never succeed', { cause })
    this.name = 'Hopeless'
  }
}

/** How long a job is its taker's; a worker ends before, or another process would do the work again. */
export const leaseMs = 60_000
/** A job that still fails so long after it was queued is given up. */
const patienceMs = 24 * 3_600_000
/** What work that is under way gets when the process stops. */
const graceMs = 3_000

/**
 * Queues work in the transaction of the change that causes it, so that neither is without the
 * other. The payload is sealed: a dump of the table shows no code and no address.
 * @param dropAt an ISO instant after which the work is worthless, such as a code's expiry
 */
export async function queue<K extends Kind>(trx: Trx, app: App, kind: K, payload: JobKinds[K], dropAt?: string): Promise<void> {
  await trx
    .insertInto('outbox')
    .values({
      id: newId(app.now()),
      kind,
      payload: app.secrets.seal(JSON.stringify(payload)),
      runAt: instant(app),
      dropAt: dropAt ?? null,
      leasedUntil: null,
      lastError: null,
      createdAt: instant(app),
    })
    .execute()
}

type Job = { id: string; kind: string; payload: string; attempts: number; createdAt: string }

/** Takes one due job for a minute; SKIP LOCKED lets many processes take different ones. */
async function take(app: App): Promise<Job | undefined> {
  return platform(app.db, async (trx) => {
    const now = instant(app)
    await trx.deleteFrom('outbox').where('dropAt', '<=', now).execute()
    const job = await trx
      .selectFrom('outbox')
      .select(['id', 'kind', 'payload', 'attempts', 'createdAt'])
      .where('runAt', '<=', now)
      .where((where) => where.or([where('leasedUntil', 'is', null), where('leasedUntil', '<=', now)]))
      // What expires first: a code of ten minutes overtakes any backlog of what has no end.
      .orderBy('dropAt', (order) => order.asc().nullsLast())
      .orderBy('runAt')
      .limit(1)
      .forUpdate()
      .skipLocked()
      .executeTakeFirst()
    if (job) {
      await trx
        .updateTable('outbox')
        .set({ leasedUntil: instant(app, leaseMs), attempts: sql<number>`"attempts" + 1` })
        .where('id', '=', job.id)
        .execute()
    }
    return job
  })
}

/** Jobs that this process did but could not strike off, because the database went away meanwhile; they must not be done twice. */
const done = new Set<string>()

/** Puts a job that failed off for longer each time, or gives it up: at once when it is hopeless, else after a day. */
async function putOff(app: App, { id, kind, attempts, createdAt }: Job, error: unknown): Promise<void> {
  const why = describeError(error instanceof Hopeless ? error.cause : error)
  const about = { job: kind, jobId: id, attempts: attempts + 1, ...why }
  if (error instanceof Hopeless || app.now() - Date.parse(createdAt) >= patienceMs) {
    await platform(app.db, (trx) => trx.deleteFrom('outbox').where('id', '=', id).execute())
    app.log.error('A job was given up', about)
    return
  }
  app.log.error('A job failed and will run again', about)
  const runAt = instant(app, Math.min(2 ** attempts * 1000, 10 * 60_000))
  await platform(app.db, (trx) =>
    trx
      .updateTable('outbox')
      .set({ leasedUntil: null, runAt, lastError: why.error ?? null })
      .where('id', '=', id)
      .execute(),
  )
}

/** Gives a job back untried, for the next start to take at once. */
async function giveBack(app: App, { id, attempts }: Job): Promise<void> {
  await platform(app.db, (trx) => trx.updateTable('outbox').set({ leasedUntil: null, attempts }).where('id', '=', id).execute())
}

/** Runs one due job. @param signal ends its work early @returns false when nothing was due */
export async function runOne(app: App, workers: Workers, signal?: AbortSignal): Promise<boolean> {
  const job = await take(app)
  if (!job) return false
  try {
    if (!done.has(job.id)) await workers[job.kind as Kind](JSON.parse(app.secrets.open(job.payload)) as never, signal)
    done.add(job.id)
    await platform(app.db, (trx) => trx.deleteFrom('outbox').where('id', '=', job.id).execute())
    done.delete(job.id)
  } catch (error) {
    await (signal?.aborted ? giveBack(app, job) : putOff(app, job, error))
  }
  return true
}

/** Deletes what has expired: sessions, codes, grants, limits. */
export async function sweep(app: App): Promise<void> {
  const now = instant(app)
  await platform(app.db, async (trx) => {
    await trx.deleteFrom('sessions').where('expiresAt', '<=', now).execute()
    await trx.deleteFrom('oneTimeCodes').where('expiresAt', '<=', now).execute()
    await trx.deleteFrom('resetGrants').where('expiresAt', '<=', now).execute()
    await trx.deleteFrom('limits').where('resetsAt', '<=', now).execute()
  })
}

/** A loop that polls every second, at once when woken; every ten minutes it sweeps, every six hours images too. */
export function startJobs(app: App, workers: Workers): { wake: () => void; stop: () => Promise<void> } {
  const ending = new AbortController()
  let stopping = false
  let woken = false
  let rouse = () => {}
  let swept = 0
  let imagesSwept = 0
  let sweeping = Promise.resolve()
  const loop = (async () => {
    while (!stopping) {
      woken = false
      try {
        while (!stopping && (await runOne(app, workers, ending.signal)));
        if (Date.now() - swept > 600_000) {
          swept = Date.now()
          await sweep(app)
        }
        if (Date.now() - imagesSwept > 6 * 3_600_000) {
          imagesSwept = Date.now()
          // Beside the loop: no code waits until it has been through all vendors.
          sweeping = sweepImages(app, () => stopping).catch((error: unknown) => {
            app.log.error('Unused images could not be removed', describeError(error))
          })
        }
      } catch (error) {
        app.log.error('The job loop could not reach the database', describeError(error))
      }
      if (stopping || woken) continue
      await new Promise<void>((resolve) => {
        rouse = resolve
        setTimeout(resolve, 1000).unref()
      })
    }
  })()
  const wake = () => {
    woken = true
    rouse()
  }
  return {
    wake,
    stop: () => {
      stopping = true
      wake()
      // A mail server that hangs must not hold the process up; one that works has taken its mail by then.
      setTimeout(() => ending.abort(), graceMs).unref()
      return loop.then(() => sweeping)
    },
  }
}
