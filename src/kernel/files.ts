import { randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, readdir, rename, stat, unlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import { AwsClient } from 'aws4fetch'
import type { Config } from './config.ts'

/** The bucket did not answer in time, or answered that it can't. */
export class StoreAway extends Error {
  constructor(cause: unknown) {
    super('The file store is away', { cause })
    this.name = 'StoreAway'
  }
}

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
  return config.s3 ? s3Store(config.s3, waitMs) : directoryStore(join(config.dataDir, 'media'))
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

function s3Store(s3: NonNullable<Config['s3']>, waitMs: number): FileStore {
  const client = new AwsClient({
    accessKeyId: s3.accessKeyId,
    secretAccessKey: s3.secretAccessKey,
    region: s3.region,
    service: 's3',
  })
  const address = (name: string) => `${s3.endpoint.replace(/\/$/, '')}/${s3.bucket}/media/${name}`
  type Init = { method?: string; body?: Uint8Array<ArrayBuffer>; headers?: Record<string, string> }
  /**
   * Signs and sends until the store neither fails nor asks to wait, four times at most. The signal goes directly to `fetch`:
   * the signal derived for a signed request is garbage-collected while the answer is awaited, and then there is no timeout.
   */
  const send = async (name: string, init: Init, signal: AbortSignal): Promise<Response> => {
    for (let attempt = 0; ; attempt++) {
      const answer = await fetch(await client.sign(address(name), init), { signal })
      if (attempt === 3 || (answer.status < 500 && answer.status !== 429)) return answer
      await answer.body?.cancel()
      await wait(Math.random() * 50 * 2 ** attempt, undefined, { signal })
    }
  }
  /** One request with its retries, all within the timeout. @throws {StoreAway} */
  const ask = async (name: string, init: Init = {}) => {
    const answer = await send(name, init, AbortSignal.timeout(waitMs)).catch((error: unknown) => {
      throw new StoreAway(error)
    })
    if (answer.status >= 500 || answer.status === 429) throw new StoreAway(new Error(`The file store answered ${answer.status}`))
    return answer
  }
  return {
    async put(name, bytes) {
      const answer = await ask(name, {
        method: 'PUT',
        body: Uint8Array.from(bytes),
        headers: { 'content-type': 'image/webp' },
      })
      if (!answer.ok) throw new Error(`The file store answered ${answer.status}`)
    },
    async get(name) {
      const answer = await ask(name)
      if (answer.status === 404 || answer.status === 403) return null
      if (!answer.ok || !answer.body) throw new Error(`The file store answered ${answer.status}`)
      return {
        size: Number(answer.headers.get('content-length') ?? 0),
        stream: Readable.fromWeb(answer.body as import('node:stream/web').ReadableStream),
      }
    },
    async remove(name, before = Infinity) {
      const found = await ask(name, { method: 'HEAD' })
      // Without its age it might be new; a leftover file does no harm.
      if (!found.ok || !(Date.parse(found.headers.get('last-modified') ?? '') < before)) return
      await ask(name, { method: 'DELETE' })
    },
    // A bucket shows a file completely or not at all.
    removeParts: () => Promise.resolve(),
  }
}
