import { randomBytes } from 'node:crypto'
import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { sql } from 'kysely'
import { lone } from '#db/tenant.ts'
import { notify } from '#business/notifications/notify.server.ts'
import { instant, type App } from '#kernel/app.ts'
import { runAs } from '#kernel/context.ts'
import { claim, queueOf, type Lease } from '#kernel/lease.ts'
import { describeError } from '#kernel/log.ts'
import { copyAll, Ended } from './archive.copy.server.ts'
import { pack } from './archive.pack.server.ts'
import { retentionMs } from './archive.rules.ts'

/** How long a worker's lease on an archive lasts, and how often it is renewed. */
const leaseMs = 2 * 60_000
const renewMs = 30_000
/** An archive that failed this often is given up; anyone may request one again. */
const triesAtMost = 3
/** By the real clock: no archive or working file stays there this long. */
const strayMs = retentionMs + 3_600_000

/** How long the row of a removed or failed archive is shown. */
const rowMs = 30 * 86_400_000

/** Archives waiting to be created, longest waiting first. */
const asked = queueOf('archives', {
  key: ['vendorId', 'id'],
  reads: ['askedBy', 'hasCare', 'file'],
  isDue: (now) => sql`"state" = 'making' and ("leasedUntil" is null or "leasedUntil" <= ${now})`,
  order: sql`"createdAt"`,
  due: 'leasedUntil',
  lease: 'leasedUntil',
  leaseMs,
  tries: 'tries',
})
type Taken = Lease<'archives', 'vendorId' | 'id' | 'askedBy' | 'hasCare' | 'file'>
type Ready = { asOf: string; rows: number; bytes: number; expiresAt: string }

/** Marks an archive as ready and notifies the user who requested it. @returns whether this process still had the lease */
function markReady(app: App, { row: { vendorId, id, askedBy }, complete }: Taken, ready: Ready): Promise<boolean> {
  return runAs(app, 'system', vendorId, async (ctx) => {
    if (!(await complete({ state: 'ready', ...ready }, ctx.trx))) return false
    await notify(ctx, { kind: 'archiveReady', cause: id, values: { rows: ready.rows, until: ready.expiresAt }, to: { user: askedBy } })
    return true
  })
}

/** Work that is stopped when the process is shutting down. @throws Ended if it was */
async function untilOver(isOver: () => boolean, work: (signal: AbortSignal) => Promise<void>): Promise<void> {
  const end = new AbortController()
  const look = setInterval(() => isOver() && end.abort(), 100)
  try {
    await work(end.signal)
  } catch (error) {
    throw end.signal.aborted ? new Ended() : error
  } finally {
    clearInterval(look)
  }
}

async function buildArchive(app: App, taken: Taken, isOver: () => boolean): Promise<void> {
  // Random and known to this worker alone: a second worker on the same archive uses other names.
  const name = randomBytes(32).toString('hex')
  const { archives } = app
  const folder = archives.place(`${name}.work`)
  const file = `${name}.zip`
  const isEnding = () => {
    // Checked throughout: an archive may be larger than the free disk space, and the database's log needs its share.
    app.room.demand(app.db)
    return isOver()
  }
  await mkdir(folder, { recursive: true, mode: 0o700 })
  try {
    // Named before it is there: one that a killed worker has stored is removed by the next.
    if (taken.row.file) await archives.remove(taken.row.file)
    if (!(await taken.note({ file }))) throw new Ended()
    const copy = await copyAll(app, taken.row, folder, isEnding)
    await pack(folder, copy, archives.place(file), isEnding)
    const { size } = await stat(archives.place(file))
    await untilOver(isOver, (signal) => archives.store(file, signal))
    const rows = copy.tables.reduce((sum, table) => sum + table.rows, 0)
    const ready = { asOf: copy.asOf, rows, bytes: size, expiresAt: instant(app, retentionMs) }
    if (!(await markReady(app, taken, ready))) await archives.remove(file)
  } catch (error) {
    await archives.remove(file).catch(() => {})
    throw error
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/**
 * Creates the archive that has waited longest. One that fails, or whose worker dies, is retried, three attempts in
 * all.
 * @param isOver whether the process is shutting down; work in progress is released
 * @returns false when none was requested
 */
export async function createArchive(app: App, isOver: () => boolean = () => false): Promise<boolean> {
  const taken = await claim(app, asked)
  if (!taken) return false
  const { row, tries } = taken
  if (tries > triesAtMost) {
    // No worker survived to report the failure: creating the archive may be what ended them.
    if (row.file) await app.archives.remove(row.file)
    await taken.giveUp({ state: 'failed' })
    app.log.error('An archive was given up: its makers ended', { job: 'archive', jobId: row.id, attempts: triesAtMost })
    return true
  }
  try {
    await taken.renewDuring(renewMs, () => buildArchive(app, taken, isOver))
  } catch (error) {
    if (error instanceof Ended) await taken.release()
    else {
      app.log.error('An archive could not be made', { job: 'archive', jobId: row.id, attempts: tries, ...describeError(error) })
      await (tries >= triesAtMost ? taken.giveUp({ state: 'failed' }) : taken.retryLater(instant(app, 10_000 * tries)))
    }
  }
  return true
}

/** Creates every requested archive, one after another. */
export async function createArchives(app: App, isOver: () => boolean = () => false): Promise<void> {
  while (!isOver() && (await createArchive(app, isOver)));
}

/** Removes expired archives, their rows a month later, and what killed workers left behind. */
export async function sweepArchives(app: App): Promise<void> {
  const over = await lone(app.db, (kysely) =>
    kysely
      .selectFrom('archives')
      .select(['vendorId', 'id', 'file'])
      .where('state', '=', 'ready')
      .where('expiresAt', '<=', instant(app))
      .execute(),
  )
  // The file first: a bucket may be away, and then the next sweep removes it.
  for (const { vendorId, id, file } of over) {
    if (file) await app.archives.remove(file)
    await lone(app.db, (kysely) =>
      kysely.updateTable('archives').set({ state: 'expired' }).where('vendorId', '=', vendorId).where('id', '=', id).execute(),
    )
  }
  await lone(app.db, (kysely) =>
    kysely.deleteFrom('archives').where('state', 'in', ['expired', 'failed']).where('createdAt', '<=', instant(app, -rowMs)).execute(),
  )
  for (const name of await readdir(app.archives.place()).catch(() => [])) {
    const path = app.archives.place(name)
    const found = await stat(path).catch(() => null)
    if (found && found.mtimeMs < Date.now() - strayMs) await rm(path, { recursive: true, force: true })
  }
}
