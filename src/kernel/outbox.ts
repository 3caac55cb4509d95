import { sql } from 'kysely'
import { ownJson } from '#lib/own-json.ts'
import { platform, tenant, type Trx } from '#db/tenant.ts'
import { instant, type App } from './app.ts'
import { newId } from './ids.ts'
import { describeError } from './log.ts'

/** Work that happens after the answer, by kind. */
export type JobKinds = {
  mail: {
    to: string
    subject: string
    text: string
    html: string
    /** The business that writes to its customer: the name and the logo's address that are shown, and where an answer goes; the product without it. */
    sender?: { name: string; replyTo: string; logo?: string }
  }
}
type Kind = keyof JobKinds

/**
 * A worker of one kind; it must do nothing harmful when it runs twice, and end soon once its signal
 * aborts. It throws `PermanentError` when trying again would change nothing, `Ambiguous` when it may have been done.
 * @param jobId the same for each try
 * @returns 'kept' where the work left nothing outside, as a mail without a mail server
 */
export type Workers = { [K in Kind]: (payload: JobKinds[K], signal: AbortSignal | undefined, jobId: string) => Promise<'kept' | void> }

/** The row of a vendor's log that says what became of a job. */
export type Delivery = { vendorId: string; id: string }

/** What a try came to. */
export type Outcome = { state: 'failed' | 'sent' | 'kept' | 'dropped' | 'givenUp'; at: string; error?: unknown }

/** Work that can never succeed; the cause says why. */
export class PermanentError extends Error {
  constructor(cause: unknown) {
    super('This can never succeed', { cause })
    this.name = 'PermanentError'
  }
}

/** Work that may have been done though nobody said so, such as a mail whose line dropped after its last byte; doing it again soon may do it twice. */
export class Ambiguous extends Error {
  constructor(cause: unknown) {
    super('This may have been done', { cause })
    this.name = 'Ambiguous'
  }
}

/** How long a job is its taker's unless renewed; after that another process would do the work again. */
export const leaseMs = 60_000
/** What is ambiguous is done again after so long, and then twice as long each time: at most three times an hour. */
const ambiguousMs = 20 * 60_000
const longestMs = 4 * 3_600_000
/** A job that still fails so long after it was queued is given up. */
const patienceMs = 24 * 3_600_000
/** What work that is under way gets when the process stops. */
export const graceMs = 3_000

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
  delivery?: Delivery,
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

/** A job as its taker sees it. */
export type Job = {
  id: string
  kind: string
  payload: string
  attempts: number
  createdAt: string
  dropAt: string | null
  deliveryVendor: string | null
  delivery: string | null
}

/** Takes one due job for a minute that one of the workers does; SKIP LOCKED lets many processes take different ones. */
export async function takeJob(app: App, workers: Partial<Workers>): Promise<Job | undefined> {
  return platform(app.db, async (trx) => {
    const now = instant(app)
    // Those that a log tells of are taken, so that it says what became of them.
    await trx.deleteFrom('outbox').where('dropAt', '<=', now).where('delivery', 'is', null).execute()
    const job = await trx
      .selectFrom('outbox')
      .select(['id', 'kind', 'payload', 'attempts', 'createdAt', 'dropAt', 'deliveryVendor', 'delivery'])
      .where('runAt', '<=', now)
      .where(sql<boolean>`"kind" = any(${Object.keys(workers)}::text[])`)
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

/** Jobs that this process did but could not remove, because the database went away meanwhile, with what they came to; they must not be done twice. */
const done = new Map<string, 'sent' | 'kept'>()

/** Changes a job together with what its log says of it, so that neither is without the other. */
async function finish(
  app: App,
  { deliveryVendor: vendorId, delivery }: Job,
  outcome: Omit<Outcome, 'at'>,
  work: (trx: Trx) => Promise<unknown>,
): Promise<void> {
  if (!vendorId || !delivery) {
    await platform(app.db, work)
    return
  }
  await tenant(app.db, vendorId, async (trx) => {
    await app.modules.noteOutcome(trx, vendorId, delivery, { ...outcome, at: instant(app) })
    await work(trx)
  })
}

const complete =
  ({ id }: Job) =>
  (trx: Trx) =>
    trx.deleteFrom('outbox').where('id', '=', id).execute()

/** Puts a job that failed off for longer each time, or gives it up: at once when it is hopeless, else after a day. */
async function putOff(app: App, job: Job, failed: unknown): Promise<void> {
  const { id, kind, attempts, createdAt } = job
  const error = failed instanceof PermanentError || failed instanceof Ambiguous ? failed.cause : failed
  const why = describeError(error)
  const about = { job: kind, jobId: id, attempts: attempts + 1, ...why }
  if (failed instanceof PermanentError || app.now() - Date.parse(createdAt) >= patienceMs) {
    await finish(app, job, { state: 'givenUp', error }, complete(job))
    app.log.error('A job was given up', about)
    return
  }
  app.log.error('A job failed and will run again', about)
  // What was away for moments is met soon: three tries a second apart, and then twice as long each time.
  const soon = Math.min(2 ** Math.max(attempts - 2, 0) * 1000, 10 * 60_000)
  const runAt = instant(app, failed instanceof Ambiguous ? Math.min(2 ** attempts * ambiguousMs, longestMs) : soon)
  await finish(app, job, { state: 'failed', error }, (trx) =>
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

/** Keeps a job its taker's while work on it is under way. @returns ends it */
function renew(app: App, { id }: Job): () => void {
  const timer = setInterval(() => {
    const leasedUntil = instant(app, leaseMs)
    platform(app.db, (trx) =>
      trx.updateTable('outbox').set({ leasedUntil }).where('id', '=', id).where('leasedUntil', 'is not', null).execute(),
    ).catch((error: unknown) => app.log.error('A job could not be renewed', describeError(error)))
  }, leaseMs / 3)
  return () => clearInterval(timer)
}

/** Runs one due job. @param signal ends its work early @returns false when nothing was due */
export async function runOne(app: App, workers: Partial<Workers>, signal?: AbortSignal): Promise<boolean> {
  const job = await takeJob(app, workers)
  if (job) await perform(app, workers, job, signal)
  return job !== undefined
}

/** Does a job that was taken, and writes down what it came to. @param signal ends its work early */
export async function perform(app: App, workers: Partial<Workers>, job: Job, signal?: AbortSignal): Promise<void> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a kind is looked up with what was queued for it
  const work = workers[job.kind as Kind]
  if (!work) return giveBack(app, job)
  const renewed = renew(app, job)
  try {
    const known = done.get(job.id)
    if (!known && job.dropAt !== null && job.dropAt <= instant(app)) {
      await finish(app, job, { state: 'dropped' }, complete(job))
      return
    }
    const state = known ?? (await work(ownJson<JobKinds[Kind]>(app.secrets.open(job.payload)), signal, job.id)) ?? 'sent'
    done.set(job.id, state)
    await finish(app, job, { state }, complete(job))
    done.delete(job.id)
  } catch (error) {
    // A stop cuts off what a mail server has and has not confirmed: that waits like any other.
    await (signal?.aborted && !(error instanceof Ambiguous) ? giveBack(app, job) : putOff(app, job, error))
  } finally {
    renewed()
  }
}
