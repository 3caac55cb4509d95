import { randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, readdir, rename, stat, unlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { openBucket, type Bucket } from './bucket.ts'
import type { Config } from './config.ts'

/** The image store: a directory or an S3 bucket. Names are checked by the caller (64 hex digits and .webp). */
export type FileStore = {
  /** Stores the bytes durably; storing the same name again has no effect. */
  put(name: string, bytes: Uint8Array): Promise<void>
  /** The file's bytes, or null if it does not exist. */
  get(name: string): Promise<{ size: number; stream: Readable } | null>
  /** Removes a file. @param before only if it was stored before this instant, in milliseconds by the real clock */
  remove(name: string, before?: number): Promise<void>
  /** Removes the remains of killed writes; other processes' writes may be in progress. */
  removeParts(): Promise<void>
}

/** No write takes this long. */
const partMs = 3_600_000

/** Syncs a directory's entries to disk. */
async function syncEntries(directory: string): Promise<void> {
  const handle = await open(directory, 'r')
  await handle.sync().finally(() => handle.close())
}

/** Opens the configured store. @param waitMs how long a bucket may take for one answer, in milliseconds */
export function openFiles(config: Pick<Config, 's3' | 'dataDir'>, waitMs = 8000): FileStore {
  return config.s3 ? bucketStore(openBucket(config.s3, 'media', waitMs)) : directoryStore(join(config.dataDir, 'media'))
}

function directoryStore(directory: string): FileStore {
  // Two levels keep each folder small: ab/abcdef….webp
  const place = (name: string) => join(directory, name.slice(0, 2), name)
  return {
    async put(name, bytes) {
      const target = place(name)
      const folder = join(directory, name.slice(0, 2))
      const createdFolder = await mkdir(folder, { recursive: true })
      const temporary = `${target}.${randomBytes(6).toString('hex')}.part`
      const file = await open(temporary, 'wx', 0o640)
      try {
        try {
          await file.writeFile(bytes)
          await file.sync()
        } finally {
          await file.close()
        }
        await rename(temporary, target)
      } catch (error) {
        // A full disk must not stay full because of a file that did not fit.
        await unlink(temporary).catch(() => {})
        throw error
      }
      await syncEntries(folder)
      if (createdFolder) for (const above of [directory, dirname(directory)]) await syncEntries(above)
    },
    async get(name) {
      const found = await stat(place(name)).catch(() => null)
      return found?.isFile() ? { size: found.size, stream: createReadStream(place(name)) } : null
    },
    async remove(name, before = Infinity) {
      const found = await stat(place(name)).catch(() => null)
      if (found && found.mtimeMs < before) await unlink(place(name)).catch(() => {})
    },
    async removeParts() {
      const entries = await readdir(directory, { withFileTypes: true, recursive: true }).catch(() => [])
      for (const entry of entries) {
        if (!entry.isFile() || !entry.name.endsWith('.part')) continue
        const path = join(entry.parentPath, entry.name)
        const found = await stat(path).catch(() => null)
        if (found && found.mtimeMs < Date.now() - partMs) await unlink(path).catch(() => {})
      }
    },
  }
}

function bucketStore(bucket: Bucket): FileStore {
  return {
    put: (name, bytes) => bucket.put(name, Uint8Array.from(bytes), 'image/webp'),
    get: (name) => bucket.get(name),
    async remove(name, before = Infinity) {
      // Without its age it might be new; a leftover file does no harm.
      const storedAt = await bucket.storedAt(name)
      if (storedAt !== null && storedAt < before) await bucket.remove(name)
    },
    // A bucket shows a file completely or not at all.
    removeParts: () => Promise.resolve(),
  }
}
