import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { readFile, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { fillFromDump } from './backup.ts'
import { syncDirectory, syncTree } from './durable.ts'
import { lockDirectory } from './lock.ts'
import { copyHashed, filesBelow, verifiedManifest, type Manifest } from './manifest.ts'
import { buildDatabase, databaseDirectory, restoreMark } from './open-embedded.ts'

/** @throws when the directory already contains the product's data, naming it, or the remains of a killed restore */
export async function assertEmpty(home: string, withDatabase: boolean): Promise<void> {
  const there = [
    ...(withDatabase && existsSync(databaseDirectory(home)) ? ['a database'] : []),
    ...((await filesBelow(join(home, 'media'))).length > 0 ? ['images'] : []),
    ...(existsSync(join(home, 'secret.key')) ? ['a key'] : []),
  ]
  if (there.length === 0) return
  // The database comes last: if it is there, the restore was practically complete.
  const isLeft = existsSync(restoreMark(home)) && !existsSync(databaseDirectory(home))
  throw new Error(
    isLeft
      ? `${home} holds ${there.join(' and ')} of a restore that did not end: remove them, then restore again`
      : `${home} holds ${there.join(' and ')} already: restore into an empty directory`,
  )
}

/** Copies a backup's images and key durably into an empty data directory. */
export async function restoreFiles(home: string, folder: string, { media, key }: Manifest): Promise<void> {
  for (const { path, sha256 } of [...media, ...(key ? [key] : [])]) {
    const copied = await copyHashed(join(folder, path), home, path)
    if (copied.sha256 !== sha256) throw new Error(`${path} changed while it was copied`)
  }
  if (media.length > 0) syncTree(join(home, 'media'))
  syncDirectory(home)
}

/** Runs a restore that leaves nothing behind when it fails; the directory was empty before. */
export async function restoring(home: string, work: () => Promise<void>): Promise<void> {
  writeFileSync(restoreMark(home), '')
  try {
    await work()
  } catch (error) {
    await rm(join(home, 'media'), { recursive: true, force: true })
    await rm(join(home, 'secret.key'), { force: true })
    throw error
  } finally {
    await rm(restoreMark(home), { force: true })
  }
}

/**
 * Restores a backup into an empty data directory, completely or not at all.
 * @throws when the backup is damaged or of a server, the directory is not empty or in use, or a
 *   restored table differs from the manifest
 */
export async function restoreDataDir(dataDir: string, folder: string): Promise<Manifest> {
  const home = resolve(dataDir)
  const manifest = await verifiedManifest(folder)
  if (manifest.engine !== 'embedded') throw new Error(`${folder} is the backup of a server: set DATABASE_URL to an empty database`)
  mkdirSync(home, { recursive: true, mode: 0o700 })
  const unlock = lockDirectory(home)
  try {
    await assertEmpty(home, true)
    await restoring(home, async () => {
      await restoreFiles(home, folder, manifest)
      const dump = await readFile(join(folder, manifest.database.path), 'utf8')
      // The database last: a directory that has one is complete.
      await buildDatabase(home, (pglite) => fillFromDump(pglite, dump, manifest.tables))
    })
    return manifest
  } finally {
    unlock()
  }
}
