import { sql } from 'kysely'
import { platform, type Trx } from '#db/tenant.ts'
import { instant, type App } from './app.ts'
import { newId } from './ids.ts'
import { describeError } from './log.ts'

/** Work that happens after the answer, by kind. */
export type JobKinds = {
  mail: { to: string; subject: string; text: string; html: string }
}
type Kind = keyof JobKinds

/** A worker of one kind; it must do nothing harmful when it runs twice. */
export type Workers = { [K in Kind]: (payload: JobKinds[K]) => Promise<void> }

const leaseMs = 60_000

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

type Job = { id: string; kind: string; payload: string; attempts: number }

/** Takes one due job for a minute; SKIP LOCKED lets many processes take different ones. */
async function take(app: App): Promise<Job | undefined> {
  return platform(app.db, async (trx) => {
    const now = instant(app)
    await trx.deleteFrom('outbox').where('dropAt', '<=', now).execute()
    const job = await trx
      .selectFrom('outbox')
      .select(['id', 'kind', 'payload', 'attempts'])
      .where('runAt', '<=', now)
      .where((where) => where.or([where('leasedUntil', 'is', null), where('leasedUntil', '<=', now)]))
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

/** Runs one due job. @returns false when nothing was due */
export async function runOne(app: App, workers: Workers): Promise<boolean> {
  const job = await take(app)
  if (!job) return false
  try {
    if (!done.has(job.id)) await workers[job.kind as Kind](JSON.parse(app.secrets.open(job.payload)) as never)
    done.add(job.id)
    await platform(app.db, (trx) => trx.deleteFrom('outbox').where('id', '=', job.id).execute())
    done.delete(job.id)
  } catch (error) {
    app.log.error('A job failed and will run again', { job: job.kind, ...describeError(error) })
    const delay = Math.min(2 ** job.attempts * 1000, 10 * 60_000)
    await platform(app.db, (trx) =>
      trx
        .updateTable('outbox')
        .set({
          leasedUntil: null,
          runAt: instant(app, delay),
          lastError: describeError(error).error ?? null,
        })
        .where('id', '=', job.id)
        .execute(),
    )
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

/** A loop that polls every second, at once when woken, and sweeps every ten minutes. */
export function startJobs(app: App, workers: Workers): { wake: () => void; stop: () => Promise<void> } {
  let stopping = false
  let woken = false
  let rouse = () => {}
  let swept = 0
  const loop = (async () => {
    while (!stopping) {
      woken = false
      try {
        while (!stopping && (await runOne(app, workers)));
        if (Date.now() - swept > 600_000) {
          swept = Date.now()
          await sweep(app)
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
      return loop
    },
  }
}
