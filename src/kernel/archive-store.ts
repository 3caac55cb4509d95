import { open, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { openBucket } from './bucket.ts'
import type { Config } from './config.ts'

/** Where finished archives are stored, so that every process on the database can give them out (decision 67). */
export type ArchiveStore = {
  /** Moves a finished file of this machine, `place(name)`, into the store. @param signal stops it @throws when it was stopped */
  store(name: string, signal: AbortSignal): Promise<void>
  /** The archive's bytes, or null if it does not exist. */
  get(name: string): Promise<{ size: number; stream: Readable } | null>
  remove(name: string): Promise<void>
  /** The path on this machine where an archive is made; without a name, the folder of all. */
  place(name?: string): string
}

/**
 * Opens the configured store: the bucket that has the images, or the directory in which archives are made.
 * @param waitMs how long a bucket may take for one answer, in milliseconds
 */
export function openArchives({ s3, dataDir }: Pick<Config, 's3' | 'dataDir'>, waitMs = 8000): ArchiveStore {
  const place = (name = '') => join(dataDir, 'archives', name)
  const removeHere = (name: string) => rm(place(name), { force: true })
  if (!s3)
    return {
      place,
      // It is made in its place.
      store: () => Promise.resolve(),
      async get(name) {
        const found = await stat(place(name)).catch(() => null)
        return found?.isFile() ? { size: found.size, stream: (await open(place(name))).createReadStream() } : null
      },
      remove: removeHere,
    }
  const bucket = openBucket(s3, 'archives', waitMs)
  return {
    place,
    async store(name, signal) {
      await bucket.putFile(name, place(name), 'application/zip', signal)
      await removeHere(name)
    },
    get: (name) => bucket.get(name),
    async remove(name) {
      await removeHere(name)
      await bucket.remove(name)
    },
  }
}
