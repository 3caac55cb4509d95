import { constants, existsSync } from 'node:fs'
import { cp, readFile, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { PGlite } from '@electric-sql/pglite'
import { pgDump } from '@electric-sql/pglite-tools/pg_dump'
import { appRole } from '../migrator.ts'
import { differences, plainText, readContents, readSchemaVersion, type RunStatement, type TableContents } from './contents.ts'
import { askControl } from './control.ts'
import { DirectoryInUse, lockDirectory } from './lock.ts'
import { copyHashed, filesBelow, hashed, newFolder, writeManifest, type BackupFile, type Manifest } from './manifest.ts'
import { openInMemory } from './memory.ts'
import { startEngine } from './engine.ts'
import { databaseDirectory } from './open-embedded.ts'
import type { Alone } from './upkeep.ts'
import { newCopy } from './work.ts'
import { errorCode } from '#db/errors.ts'

/** A statement runner for a PGlite, whether the server's or one that a command opened. */
export function asking(pglite: PGlite): RunStatement {
  return async <Row>(statement: string) => (await pglite.query<Row>(statement)).rows
}

/**
 * Copies the files of an open database into a folder, as of now. The caller must have exclusive access to
 * the connection: nothing may be written meanwhile. Requests wait for a file copy, not for a dump.
 */
async function backupEmbedded(pglite: PGlite, folder: string): Promise<void> {
  if (!pglite.dataDir) throw new Error('A database in memory has no files to copy')
  await pglite.exec('checkpoint')
  await cp(pglite.dataDir, folder, { recursive: true, mode: constants.COPYFILE_FICLONE })
}

/** Handles a backup command in the running server: returns the folder with the copy. */
export function backupHandler(dataDir: string, alone: Alone): (pid: number) => Promise<string> {
  return async (pid) => {
    const copy = await newCopy(resolve(dataDir), pid)
    await alone((pglite) => backupEmbedded(pglite, copy))
    return copy
  }
}

/** Copies the database's files: directly when no process uses the directory, else through the process that does. */
async function copyOf(home: string): Promise<string> {
  let unlock: () => void
  try {
    unlock = lockDirectory(home)
  } catch (error) {
    if (!(error instanceof DirectoryInUse)) throw error
    return String(await askControl(home, 'backup'))
  }
  try {
    const copy = await newCopy(home, process.pid)
    await cp(databaseDirectory(home), copy, { recursive: true, mode: constants.COPYFILE_FICLONE })
    return copy
  } finally {
    unlock()
  }
}

/** Fills an empty database from a dump, and proves that it contains what was dumped. @throws naming the differences */
export async function fillFromDump(pglite: PGlite, dump: string, tables: Record<string, TableContents>): Promise<void> {
  await pglite.exec(`create role "${appRole}" nologin nosuperuser nobypassrls`)
  await pglite.exec(dump)
  await pglite.exec(`set search_path = public; ${plainText}`)
  const wrong = differences(tables, await readContents(asking(pglite)))
  if (wrong.length > 0) throw new Error(`The dump does not give the database back: ${wrong.join('; ')}`)
}

type Dumped = Pick<Manifest, 'tables' | 'schema' | 'postgres'>

/** Dumps a copy of a database into a file. @returns what the dump must restore */
async function dumpTo(path: string, copy: string): Promise<Dumped> {
  const pglite = await startEngine({ dataDir: copy })
  try {
    await pglite.exec(plainText)
    const ask = asking(pglite)
    const tables = await readContents(ask)
    const [version] = await ask<{ version: string }>(`select current_setting('server_version') as "version"`)
    const schema = await readSchemaVersion(ask)
    const dump = await pgDump({ pg: pglite, args: ['--no-owner', '--rows-per-insert=200'] })
    await writeFile(path, dump.stream(), { flag: 'wx', mode: 0o600 })
    return { tables, schema, postgres: version?.version ?? '' }
  } finally {
    await pglite.close()
  }
}

/** Dumps a copy of a database into the folder, and tries the dump on a new in-memory database: one engine after the other. */
async function dumpInto(folder: string, copy: string): Promise<Dumped & Pick<Manifest, 'database'>> {
  const path = 'database.sql'
  const dumped = await dumpTo(join(folder, path), copy)
  const trial = await openInMemory()
  await fillFromDump(trial, await readFile(join(folder, path), 'utf8'), dumped.tables).finally(() => trial.close())
  return { ...dumped, database: await hashed(folder, path) }
}

/** Copies the media files that the folder does not have yet; a file that is removed meanwhile is no longer in use. */
export async function copyMedia(home: string, folder: string, known: Map<string, BackupFile>): Promise<void> {
  for (const path of await filesBelow(join(home, 'media'))) {
    if (known.has(path)) continue
    try {
      known.set(path, await copyHashed(join(home, 'media', path), folder, `media/${path}`))
    } catch (error) {
      if (errorCode(error) !== 'ENOENT') throw error
    }
  }
}

/** The key that seals secrets in the database; null where SECRET_KEY is used instead. */
export async function copyKey(home: string, folder: string): Promise<BackupFile | null> {
  const key = join(home, 'secret.key')
  return existsSync(key) ? copyHashed(key, folder, 'secret.key') : null
}

/**
 * Backs up a data directory into a new folder, whether its server runs or not: a dump that was tested,
 * the images, the key, and a manifest of them all.
 * @throws when there is no database, the folder is not empty or in the data directory, or the dump does not restore the database
 */
export async function backupDataDir(dataDir: string, folder: string): Promise<Manifest> {
  const home = resolve(dataDir)
  if (!existsSync(databaseDirectory(home))) throw new Error(`There is no database in ${home}`)
  await newFolder(folder, home)
  // Images before and after the database, so that all images that its rows name are there and no request waits for them.
  const media = new Map<string, BackupFile>()
  await copyMedia(home, folder, media)
  const copy = await copyOf(home)
  const madeAt = new Date().toISOString()
  try {
    const dumped = await dumpInto(folder, copy)
    await copyMedia(home, folder, media)
    const manifest: Manifest = {
      format: 'touchline-backup-1',
      madeAt,
      engine: 'embedded',
      ...dumped,
      media: [...media.values()],
      key: await copyKey(home, folder),
    }
    await writeManifest(folder, manifest)
    return manifest
  } finally {
    await rm(copy, { recursive: true, force: true })
  }
}
