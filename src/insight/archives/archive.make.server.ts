import { randomBytes } from 'node:crypto'
import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { lone, platform, type Trx } from '#db/tenant.ts'
import { notify } from '#business/notifications/notify.server.ts'
import { instant, type App } from '#kernel/app.ts'
import { runAs } from '#kernel/inside.ts'
import { describeError } from '#kernel/log.ts'
import { copyAll, Ended } from './archive.copy.server.ts'
import { pack } from './archive.pack.server.ts'
import { keptMs } from './archive.rules.ts'

/** How long an archive is its maker's, who says every half minute that it is alive. */
const leaseMs = 2 * 60_000
/** An archive that failed so often is given up; whoever asked may ask again. */
const triesAtMost = 3
/** By the real clock: nothing that an archive is made of, and no archive, lies there so long. */
const strayMs = keptMs + 3_600_000

/** How long the row of an archive that is gone or failed is shown. */
const rowMs = 30 * 86_400_000

/** Where archives lie: beside the database, so no address leads there but through a session. */
export const archivePlace = (app: App, name = '') => join(app.config.dataDir, 'archives', name)

type Taken = { vendorId: string; id: string; askedBy: string; tries: number }

/** Takes the archive that waits longest; SKIP LOCKED lets processes take different ones. */
async function take(app: App): Promise<Taken | undefined> {
  return platform(app.db, async (trx) => {
    const row = await trx
      .selectFrom('archives')
      .select(['vendorId', 'id', 'askedBy', 'tries'])
      .where('state', '=', 'making')
      .where((where) => where.or([where('leasedUntil', 'is', null), where('leasedUntil', '<=', instant(app))]))
      .orderBy('createdAt')
      .limit(1)
      .forUpdate()
      .skipLocked()
      .executeTakeFirst()
    if (!row) return undefined
    const taken = { ...row, tries: row.tries + 1 }
    await trx
      .updateTable('archives')
      .set({ leasedUntil: instant(app, leaseMs), tries: taken.tries })
      .where('vendorId', '=', row.vendorId)
      .where('id', '=', row.id)
      .execute()
    return taken
  })
}

type Ready = { state: 'ready'; leasedUntil: null; file: string; asOf: string; rows: number; bytes: number; expiresAt: string }
type Left = Ready | { state?: 'failed'; leasedUntil: string | null; tries?: number }

/** Writes down what became of an archive, unless another process has taken it since. @returns whether it did */
async function leave(kysely: Pick<Trx, 'updateTable'>, { vendorId, id, tries }: Taken, left: Left): Promise<boolean> {
  const { numUpdatedRows } = await kysely
    .updateTable('archives')
    .set(left)
    .where('vendorId', '=', vendorId)
    .where('id', '=', id)
    .where('state', '=', 'making')
    .where('tries', '=', tries)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Writes down that an archive is there, and tells who asked for it. @returns whether it was still this process' to make */
function leaveReady(app: App, taken: Taken, ready: Ready): Promise<boolean> {
  const { vendorId, id, askedBy } = taken
  return runAs(app, 'system', vendorId, async (inside) => {
    if (!(await leave(inside.trx, taken, ready))) return false
    await notify(inside, { kind: 'archiveReady', cause: id, values: { rows: ready.rows, until: ready.expiresAt }, to: { user: askedBy } })
    return true
  })
}

async function make(app: App, taken: Taken, isOver: () => boolean): Promise<void> {
  // Random, and its maker's alone: a second maker of the same archive has other names.
  const name = randomBytes(32).toString('hex')
  const folder = archivePlace(app, `${name}.work`)
  const file = `${name}.zip`
  const isEnding = () => {
    // All along: an archive may be larger than what is left on the disk, and the database's log needs its part.
    app.room.demand(app.db)
    return isOver()
  }
  await mkdir(folder, { recursive: true, mode: 0o700 })
  try {
    const copy = await copyAll(app, taken.vendorId, folder, isEnding)
    await pack(folder, copy, archivePlace(app, file), isEnding)
    const { size } = await stat(archivePlace(app, file))
    const rows = copy.tables.reduce((sum, table) => sum + table.rows, 0)
    const ready = { state: 'ready', leasedUntil: null, file, asOf: copy.asOf, rows, bytes: size, expiresAt: instant(app, keptMs) } as const
    if (!(await leaveReady(app, taken, ready))) await rm(archivePlace(app, file), { force: true })
  } catch (error) {
    await rm(archivePlace(app, file), { force: true })
    throw error
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/**
 * Makes the archive that waits longest. One that fails, or whose maker dies, is tried again, three times in all.
 * @param isOver whether the process is to end; what is begun is given back
 * @returns false when none was asked for
 */
export async function makeArchive(app: App, isOver: () => boolean = () => false): Promise<boolean> {
  const taken = await take(app)
  if (!taken) return false
  const alone = (left: Left) => lone(app.db, (kysely) => leave(kysely, taken, left))
  if (taken.tries > triesAtMost) {
    // No maker lived to say that it failed: what they made may be what ended them.
    await alone({ state: 'failed', leasedUntil: null })
    app.log.error('An archive was given up: its makers ended', { job: 'archive', jobId: taken.id, attempts: triesAtMost })
    return true
  }
  const alive = setInterval(() => {
    alone({ leasedUntil: instant(app, leaseMs) }).catch(() => {})
  }, leaseMs / 4).unref()
  try {
    await make(app, taken, isOver)
  } catch (error) {
    if (error instanceof Ended) await alone({ leasedUntil: null, tries: taken.tries - 1 })
    else {
      app.log.error('An archive could not be made', { job: 'archive', jobId: taken.id, attempts: taken.tries, ...describeError(error) })
      const isLast = taken.tries >= triesAtMost
      await alone(isLast ? { state: 'failed', leasedUntil: null } : { leasedUntil: instant(app, 10_000 * taken.tries) })
    }
  } finally {
    clearInterval(alive)
  }
  return true
}

/** Makes every archive that was asked for, one after the other. */
export async function makeArchives(app: App, isOver: () => boolean = () => false): Promise<void> {
  while (!isOver() && (await makeArchive(app, isOver)));
}

/** Removes archives after their day, their rows a month later, and what makers that were killed left behind. */
export async function sweepArchives(app: App): Promise<void> {
  const gone = await lone(app.db, (kysely) =>
    kysely
      .updateTable('archives')
      .set({ state: 'expired' })
      .where('state', '=', 'ready')
      .where('expiresAt', '<=', instant(app))
      .returning('file')
      .execute(),
  )
  await lone(app.db, (kysely) =>
    kysely.deleteFrom('archives').where('state', 'in', ['expired', 'failed']).where('createdAt', '<=', instant(app, -rowMs)).execute(),
  )
  for (const { file } of gone) if (file) await rm(archivePlace(app, file), { force: true })
  for (const name of await readdir(archivePlace(app)).catch(() => [])) {
    const found = await stat(archivePlace(app, name)).catch(() => null)
    if (found && found.mtimeMs < Date.now() - strayMs) await rm(archivePlace(app, name), { recursive: true, force: true })
  }
}
