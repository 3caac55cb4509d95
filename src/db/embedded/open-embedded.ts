import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { PGlite, type PGliteOptions } from '@electric-sql/pglite'
import { DurableFiles, syncDirectory, syncTree } from './durable.ts'
import { startEngine } from './engine.ts'
import { lockDirectory } from './lock.ts'

/** The embedded PostgreSQL on a locked data directory. Its user is a superuser: the product must set its role. */
export type EmbeddedDatabase = {
  pglite: PGlite
  /** Waits for running statements, writes everything out and unlocks the directory; calling it twice is harmless. */
  close(): Promise<void>
}

/** `files` and `startParams` are for tests of the self-test; the product uses the defaults. */
export type EmbeddedOptions = {
  parsers?: PGliteOptions['parsers']
  files?: (directory: string) => NonNullable<PGliteOptions['fs']>
  startParams?: string[]
}

const settings = {
  fsync: 'on',
  // The engine's fdatasync and O_SYNC do nothing; its fsync is the one that reaches the disk.
  wal_sync_method: 'fsync',
  max_wal_size: '64MB',
  min_wal_size: '32MB',
  shared_buffers: '16MB',
}

/** The start parameters with which the engine's data survives a power cut. */
export const durableStart: string[] = [
  ...PGlite.defaultStartParams.filter((parameter) => parameter !== '-F'),
  ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
]

/** The path of a data directory's database. */
export function databaseDirectory(dataDir: string): string {
  return join(dataDir, 'database')
}

/** The file that marks a data directory while a restore fills it; a killed restore leaves it behind. */
export function restoreMark(dataDir: string): string {
  return join(dataDir, 'restore.unfinished')
}

async function start(directory: string, options: EmbeddedOptions, files: NonNullable<PGliteOptions['fs']>): Promise<PGlite> {
  const lines: string[] = []
  try {
    return await startEngine({
      dataDir: directory,
      fs: files,
      startParams: options.startParams ?? durableStart,
      onStderr(line) {
        lines.push(line)
        if (lines.length > 5) lines.shift()
        return false
      },
      ...(options.parsers ? { parsers: options.parsers } : {}),
    })
  } catch (error) {
    throw new Error(`The database in ${directory} does not open: ${lines.join('; ') || String(error)}`, { cause: error })
  }
}

/**
 * Fills `<dataDir>/database` for the first time: built in a separate place, closed, synced, then renamed, so
 * that a power cut leaves a whole database or none.
 * @param fill work on the new database before it is closed, such as a restore; when it throws, nothing is left
 */
export async function buildDatabase(dataDir: string, fill?: (pglite: PGlite) => Promise<void>): Promise<void> {
  const building = join(dataDir, 'database.init')
  rmSync(building, { recursive: true, force: true })
  // Without fsync while it is being built: everything is synced below, before the rename makes it real.
  const pglite = await startEngine({ dataDir: building })
  try {
    await fill?.(pglite)
  } catch (error) {
    await pglite.close()
    rmSync(building, { recursive: true, force: true })
    throw error
  }
  await pglite.close()
  syncTree(building)
  renameSync(building, databaseDirectory(dataDir))
  syncDirectory(dataDir)
}

/** Proves that a commit reaches the disk. @throws when it does not; the server must not start then */
async function assertDurable(pglite: PGlite, files: NonNullable<PGliteOptions['fs']>, directory: string): Promise<void> {
  const refuse = (why: string): never => {
    throw new Error(`Touchline does not start: ${why}, so a power cut would lose acknowledged changes in ${directory}.`)
  }
  const { rows } = await pglite.query<{ name: string; setting: string }>(
    `select name, setting from pg_settings where name in ('fsync', 'full_page_writes', 'synchronous_commit') and setting <> 'on'
     union all select name, setting from pg_settings where name = 'wal_sync_method' and setting <> 'fsync'`,
  )
  if (rows.length > 0) refuse(`the database runs with ${rows.map(({ name, setting }) => `${name}=${setting}`).join(', ')}`)
  const syncs = () => (files instanceof DurableFiles ? files.walSyncs : 0)
  const before = syncs()
  await pglite.query(`select pg_logical_emit_message(true, 'touchline', 'start')`)
  if (syncs() === before) refuse('a commit of the database does not call fsync')
}

/**
 * Opens the embedded PostgreSQL of a data directory, which is created if missing.
 * @throws {import('./lock.ts').DirectoryInUse} when another process uses it
 * @throws when the files are not a database of this version, or a commit would not reach the disk
 */
export async function openEmbedded(dataDir: string, options: EmbeddedOptions = {}): Promise<EmbeddedDatabase> {
  const home = resolve(dataDir)
  const directory = databaseDirectory(home)
  mkdirSync(home, { recursive: true, mode: 0o700 })
  const unlock = lockDirectory(home)
  try {
    if (!existsSync(join(directory, 'PG_VERSION'))) {
      if (existsSync(directory) && readdirSync(directory).length > 0) throw new Error(`${directory} is not empty and no database`)
      if (existsSync(restoreMark(home)))
        throw new Error(`${home} holds a part of a restore that did not end: remove its images and its key, then restore again`)
      rmSync(directory, { recursive: true, force: true })
      await buildDatabase(home)
    }
    const files = (options.files ?? ((path) => new DurableFiles(path)))(directory)
    const pglite = await start(directory, options, files)
    if (files instanceof DurableFiles) files.isOpen = true
    try {
      await assertDurable(pglite, files, directory)
    } catch (error) {
      await pglite.close()
      throw error
    }
    let closing: Promise<void> | undefined
    return {
      pglite,
      close: () => (closing ??= pglite.close().finally(unlock)),
    }
  } catch (error) {
    unlock()
    throw error
  }
}
