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

/** What each kind of work takes. A job may have been queued by another version of the product. */
const payloads = {
  mail: z.object({
    to: z.string(),
    subject: z.string(),
    text: z.string(),
    html: z.string(),
    /** The business that writes to its customer: the name and the logo's address that are shown, and where an answer goes; the product without it. */
    sender: z.optional(z.object({ name: z.string(), replyTo: z.string(), logo: z.optional(z.string()) })),
  }),
}

/** Work that happens after the answer, by kind. */
export type JobKinds = { [Kind in keyof typeof payloads]: z.output<(typeof payloads)[Kind]> }
type Kind = keyof JobKinds

/**
 * A worker of one kind; it must do nothing harmful when it runs twice, and end soon once its signal
 * aborts. It throws `PermanentError` when trying again would change nothing, `Ambiguous` when it may have been done.
 * @param jobId the same for each try
 * @returns 'kept' where the work left nothing outside, as a mail without a mail server
 */
export type Workers = { [K in Kind]: (payload: JobKinds[K], signal: AbortSignal | undefined, jobId: string) => Promise<'kept' | void> }

/** The row of a vendor's log that says what became of a job. */
export type JobDelivery = { vendorId: string; id: string }

/** What a try came to. */
export type Outcome = { state: 'failed' | 'sent' | 'kept' | 'dropped' | 'givenUp'; at: string; error?: unknown }

/** Work that can never succeed; the cause says why. */
export class PermanentError extends Error {
  constructor(cause: unknown) {
    super('This can never succeed', { cause })
    this.name = 'PermanentError'
  }
}

/** Work that may have been done though no one said so, such as a mail whose line dropped after its last byte; doing it again soon may do it twice. */
export class Ambiguous extends Error {
  constructor(cause: unknown) {
    super('This may have been done', { cause })
    this.name = 'Ambiguous'
  }
}

/** How long a job is its taker's unless renewed, and how often he renews it; after that another process would do the work again. */
export const leaseMs = 60_000
const renewMs = 20_000
/** What is ambiguous is done again after so long, and then twice as long each time: at most three times an hour. */
const ambiguousMs = 20 * 60_000
const longestMs = 4 * 3_600_000
/** A job that still fails so long after it was queued is given up. */
const patienceMs = 24 * 3_600_000

/**
 * Queues work in the transaction of the change that causes it, so that neither is without the
 * other. The payload is sealed: a dump of the table shows no code and no address.
 * @param dropAt an ISO instant after which the work is worthless, such as a code's expiry
 * @param delivery where its outcome is written down, if anywhere
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

/** Takes back the jobs of some of a vendor's deliveries that have not been done. @returns how often each was tried */
export async function withdrawJobs(trx: Trx, vendorId: string, deliveries: readonly string[]) {
  return trx
    .deleteFrom('outbox')
    .where('deliveryVendor', '=', vendorId)
    .where(sql<boolean>`"delivery" = any(${deliveries}::uuid[])`)
    .returning(['delivery', 'attempts'])
    .execute()
}

/** How jobs are taken that one of the workers does. */
const jobsFor = (workers: Partial<Workers>) =>
  queueOf('outbox', {
    key: ['id'],
    reads: ['kind', 'payload', 'createdAt', 'dropAt', 'deliveryVendor', 'delivery'],
    isDue: (now) =>
      sql`"runAt" <= ${now} and "kind" = any(${Object.keys(workers)}::text[]) and ("leasedUntil" is null or "leasedUntil" <= ${now})`,
    // What expires first: a code of ten minutes overtakes any backlog of what has no end.
    order: sql`"dropAt" nulls last, "runAt"`,
    due: 'runAt',
    lease: 'leasedUntil',
    leaseMs,
    tries: 'attempts',
  })
type Job = Lease<'outbox', ReturnType<typeof jobsFor>['reads'][number]>

/** Removes what expired before it was done; what a log tells of is taken, so that it says what became of it. */
export async function dropExpiredJobs(trx: Trx, app: App): Promise<void> {
  await trx.deleteFrom('outbox').where('dropAt', '<=', instant(app)).where('delivery', 'is', null).execute()
}

/** Jobs that this process did but could not remove, because the database went away meanwhile, with what they came to; they must not be done twice. */
const done = new Map<string, 'sent' | 'kept'>()

/** Changes a job together with what its log says of it, so that neither is without the other. */
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

/** Writes down that a job was done. That holds for anyone who has it by now, and for one that was withdrawn meanwhile. */
function complete(app: App, job: Job, state: 'sent' | 'kept'): Promise<void> {
  const remove = (on: Kysely<Schema>) => on.deleteFrom('outbox').where('id', '=', job.row.id).execute()
  return finish(app, job, { state }, async (trx) => {
    await (trx ? remove(trx) : lone(app.db, remove))
    return true
  })
}

/** Postpones a job that failed for longer each time, or gives it up: at once when it is hopeless, else after a day. */
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
  // What was away for moments is met soon: three tries a second apart, and then twice as long each time.
  const soon = Math.min(2 ** Math.max(tries - 3, 0) * 1000, 10 * 60_000)
  const at = instant(app, failed instanceof Ambiguous ? Math.min(2 ** (tries - 1) * ambiguousMs, longestMs) : soon)
  await finish(app, job, { state: 'failed', error }, (trx) => job.retryLater(at, { lastError: why.error ?? null }, trx))
}

/** Takes the next due job that one of the workers does. @returns does it, unless its signal ends it early; undefined when nothing is due */
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

/** Does a job that was taken, and writes down what it came to. */
async function perform(app: App, workers: Partial<Workers>, job: Job, signal?: AbortSignal): Promise<void> {
  const { id, kind, payload, dropAt } = job.row
  const work = hasKey(workers, kind) ? workers[kind] : undefined
  if (!hasKey(payloads, kind) || !work) return void (await job.release())
  const open = () => payloads[kind].parse(readJson(app.secrets.open(payload)))
  try {
    const known = done.get(id)
    if (!known && dropAt !== null && dropAt <= instant(app)) {
      await finish(app, job, { state: 'dropped' }, (trx) => job.giveUp('remove', trx))
      return
    }
    const state = known ?? (await job.keep(renewMs, async () => work(open(), signal, id))) ?? 'sent'
    done.set(id, state)
    await complete(app, job, state)
    done.delete(id)
  } catch (error) {
    // A stop cuts off what a mail server has and has not confirmed: that waits like any other.
    await (signal?.aborted && !(error instanceof Ambiguous) ? job.release() : postpone(app, job, error))
  }
}
