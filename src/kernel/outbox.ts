import { sql, type Kysely } from 'kysely'
import * as z from 'zod/mini'
import { hasKey } from '#lib/choices.ts'
import { readJson } from '#lib/json.ts'
import type { Schema } from '#db/schema.gen.ts'
import { lone, tenant, type Trx } from '#db/tenant.ts'
import { instant, type App } from './app.ts'
import { newId } from './ids.ts'
import { claim, queueOf, type Lease } from './lease.ts'
import { describeError } from './log.ts'

/** The payload of each kind of job. Another version of the product may have queued a job. */
const payloads = {
  mail: z.object({
    to: z.string(),
    subject: z.string(),
    text: z.string(),
    html: z.string(),
    /** The business that writes to its customer: name, logo address and reply address; without it, the product writes. */
    sender: z.optional(z.object({ name: z.string(), replyTo: z.string(), logo: z.optional(z.string()) })),
  }),
  /** Work of a room for a business in many transactions: its name, the business, and the id of what it is about. */
  task: z.object({ name: z.string(), vendorId: z.string(), about: z.string() }),
}

/** Work that happens after the answer, by kind. */
export type JobKinds = { [Kind in keyof typeof payloads]: z.output<(typeof payloads)[Kind]> }
type Kind = keyof JobKinds

/**
 * A worker of one kind; it must do no harm when it runs twice, and end soon once its signal aborts. It throws
 * `PermanentError` when a retry would change nothing, `Ambiguous` when the work may have been done.
 * @param jobId the same for each try
 * @returns 'kept' if the work had no effect outside, such as a mail without a mail server
 */
export type Workers = { [K in Kind]: (payload: JobKinds[K], signal: AbortSignal | undefined, jobId: string) => Promise<'kept' | void> }

/** The row of a vendor's log that records a job's outcome. */
export type JobDelivery = { vendorId: string; id: string }

/** The outcome of a try. */
export type Outcome = { state: 'failed' | 'sent' | 'kept' | 'dropped' | 'givenUp'; at: string; error?: unknown }

/** Work that can never succeed; the cause explains why. */
export class PermanentError extends Error {
  constructor(cause: unknown) {
    super('This can never succeed', { cause })
    this.name = 'PermanentError'
  }
}

/** Work that may be done but is unconfirmed, such as a mail whose connection dropped after its last byte; a retry may repeat it. */
export class Ambiguous extends Error {
  constructor(cause: unknown) {
    super('This may have been done', { cause })
    this.name = 'Ambiguous'
  }
}

/** How long a job is leased, and how often its claimant renews the lease; after expiry another process would repeat the work. */
export const leaseMs = 60_000
const renewMs = 20_000
/** The delay before ambiguous work is retried, doubled each time: at most three times an hour. */
const ambiguousMs = 20 * 60_000
const longestMs = 4 * 3_600_000
/** A job that still fails this long after it was queued is given up. */
const patienceMs = 24 * 3_600_000

/**
 * Queues work in the transaction of the change that causes it, so that both commit or neither does.
 * The payload is sealed: a dump of the table shows no code and no address.
 * @param dropAt an ISO instant after which the work is worthless, such as a code's expiry
 * @param delivery the log row that records its outcome, if any
 * @param runAt the ISO instant before which it waits
 */
export async function queue<K extends Kind>(
  trx: Trx,
  app: App,
  kind: K,
  payload: JobKinds[K],
  dropAt?: string,
  delivery?: JobDelivery,
  runAt = instant(app),
): Promise<void> {
  await trx
    .insertInto('outbox')
    .values({
      id: newId(app.now()),
      kind,
      payload: app.secrets.seal(JSON.stringify(payload)),
      runAt,
      dropAt: dropAt ?? null,
      leasedUntil: null,
      lastError: null,
      createdAt: instant(app),
      deliveryVendor: delivery?.vendorId ?? null,
      delivery: delivery?.id ?? null,
    })
    .execute()
}

/** Withdraws the pending jobs of some of a vendor's deliveries. @returns how often each was tried */
export async function withdrawJobs(trx: Trx, vendorId: string, deliveries: readonly string[]) {
  return trx
    .deleteFrom('outbox')
    .where('deliveryVendor', '=', vendorId)
    .where(sql<boolean>`"delivery" = any(${deliveries}::uuid[])`)
    .returning(['delivery', 'attempts'])
    .execute()
}

/** How the jobs that these workers can do are claimed. */
const jobsFor = (workers: Partial<Workers>) =>
  queueOf('outbox', {
    key: ['id'],
    reads: ['kind', 'payload', 'createdAt', 'dropAt', 'deliveryVendor', 'delivery'],
    isDue: (now) =>
      sql`"runAt" <= ${now} and "kind" = any(${Object.keys(workers)}::text[]) and ("leasedUntil" is null or "leasedUntil" <= ${now})`,
    // The earliest expiry first: a code of ten minutes overtakes any backlog of jobs without an expiry.
    order: sql`"dropAt" nulls last, "runAt"`,
    due: 'runAt',
    lease: 'leasedUntil',
    leaseMs,
    tries: 'attempts',
  })
type Job = Lease<'outbox', ReturnType<typeof jobsFor>['reads'][number]>

/** Removes jobs that expired before they were done; a job with a log row is claimed instead, so that its outcome is recorded. */
export async function dropExpiredJobs(trx: Trx, app: App): Promise<void> {
  await trx.deleteFrom('outbox').where('dropAt', '<=', instant(app)).where('delivery', 'is', null).execute()
}

/** Outcomes of jobs that were done but could not be removed, because the database was unavailable; they must not be done twice. */
const done = new Map<string, 'sent' | 'kept'>()

/** Changes a job together with its log row, so that both commit or neither does. */
async function finish(app: App, { row }: Job, outcome: Omit<Outcome, 'at'>, work: (trx?: Trx) => Promise<boolean>): Promise<void> {
  const { deliveryVendor: vendorId, delivery } = row
  const overtaken = new Error('Another process has this job')
  if (!vendorId || !delivery) return void (await work())
  await tenant(app.db, vendorId, async (trx) => {
    await app.modules.noteOutcome(trx, vendorId, delivery, { ...outcome, at: instant(app) })
    if (!(await work(trx))) throw overtaken
  }).catch((error: unknown) => {
    if (error !== overtaken) throw error
  })
}

/** Records that a job was done, even if another process has claimed it by now, or if it was withdrawn meanwhile. */
function complete(app: App, job: Job, state: 'sent' | 'kept'): Promise<void> {
  const remove = (on: Kysely<Schema>) => on.deleteFrom('outbox').where('id', '=', job.row.id).execute()
  return finish(app, job, { state }, async (trx) => {
    await (trx ? remove(trx) : lone(app.db, remove))
    return true
  })
}

/** Postpones a failed job, longer each time, or gives it up: at once after a permanent error, else after a day. */
async function postpone(app: App, job: Job, failed: unknown): Promise<void> {
  const { row, tries } = job
  const error = failed instanceof PermanentError || failed instanceof Ambiguous ? failed.cause : failed
  const why = describeError(error)
  const about = { job: row.kind, jobId: row.id, attempts: tries, ...why }
  if (failed instanceof PermanentError || app.now() - Date.parse(row.createdAt) >= patienceMs) {
    await finish(app, job, { state: 'givenUp', error }, (trx) => job.giveUp('remove', trx))
    app.log.error('A job was given up', about)
    return
  }
  app.log.error('A job failed and will run again', about)
  // Brief outages are retried soon: three tries a second apart, and then twice as long each time.
  const soon = Math.min(2 ** Math.max(tries - 3, 0) * 1000, 10 * 60_000)
  const at = instant(app, failed instanceof Ambiguous ? Math.min(2 ** (tries - 1) * ambiguousMs, longestMs) : soon)
  await finish(app, job, { state: 'failed', error }, (trx) => job.retryLater(at, { lastError: why.error ?? null }, trx))
}

/** Claims these workers' next due job. @returns a function that runs it until its signal aborts; undefined when none is due */
export async function nextJob(app: App, workers: Partial<Workers>): Promise<((signal?: AbortSignal) => Promise<void>) | undefined> {
  const job = await claim(app, jobsFor(workers))
  return job && ((signal) => perform(app, workers, job, signal))
}

/** Runs one due job. @param signal ends its work early @returns false when nothing was due */
export async function runOne(app: App, workers: Partial<Workers>, signal?: AbortSignal): Promise<boolean> {
  const perform = await nextJob(app, workers)
  await perform?.(signal)
  return perform !== undefined
}

const parsers: { [K in Kind]: { parse: (payload: unknown) => JobKinds[K] } } = payloads

/** Does one job. */
function doJob<K extends Kind>(
  app: App,
  kind: K,
  work: Workers[K],
  { payload, id }: Job['row'],
  signal?: AbortSignal,
): Promise<'kept' | void> {
  return work(parsers[kind].parse(readJson(app.secrets.open(payload))), signal, id)
}

/** Runs a claimed job, and records its outcome. */
async function perform(app: App, workers: Partial<Workers>, job: Job, signal?: AbortSignal): Promise<void> {
  const { id, kind, dropAt } = job.row
  const work = hasKey(payloads, kind) ? workers[kind] : undefined
  if (!hasKey(payloads, kind) || !work) return void (await job.release())
  try {
    const known = done.get(id)
    if (!known && dropAt !== null && dropAt <= instant(app)) {
      await finish(app, job, { state: 'dropped' }, (trx) => job.giveUp('remove', trx))
      return
    }
    const state = known ?? (await job.renewDuring(renewMs, async () => doJob(app, kind, work, job.row, signal))) ?? 'sent'
    done.set(id, state)
    await complete(app, job, state)
    done.delete(id)
  } catch (error) {
    // A shutdown interrupts a mail that the server has but has not confirmed: it waits like any other ambiguous work.
    await (signal?.aborted && !(error instanceof Ambiguous) ? job.release() : postpone(app, job, error))
  }
}
