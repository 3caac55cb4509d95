import { createHash } from 'node:crypto'
import { createReadStream, openAsBlob } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
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

/** One folder of an S3 bucket. Each call is retried within its time. */
export type Bucket = {
  /** Stores the bytes under a name. @throws {StoreAway} */
  put(name: string, bytes: Uint8Array<ArrayBuffer>, type: string): Promise<void>
  /**
   * Stores a file of this machine, which is never in memory as a whole; the bucket checks its SHA-256.
   * @param signal stops it
   * @throws {StoreAway} also when it was stopped
   */
  putFile(name: string, path: string, type: string, signal: AbortSignal): Promise<void>
  /** The size in bytes and the contents; null if there is none. @throws {StoreAway} */
  get(name: string): Promise<{ size: number; stream: Readable } | null>
  /** When it was stored, in milliseconds by the bucket's clock; null if there is none or the bucket doesn't say. @throws {StoreAway} */
  storedAt(name: string): Promise<number | null>
  /** Removes it, if it is there. @throws {StoreAway} */
  remove(name: string): Promise<void>
}

/** The slowest that a file is expected to be sent to the bucket, and to be read by a client, in bytes per millisecond. */
const slowest = { sent: 1000, read: 10 }

const digestOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

async function digestOfFile(path: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return hash.digest('hex')
}

type Sent = { method: string; body?: Uint8Array<ArrayBuffer> | Blob; sha256?: string; type?: string; stop?: AbortSignal }

/**
 * Opens a folder of the configured bucket.
 * @param waitMs how long the bucket may take for one answer, in milliseconds; a file may take longer by its size
 */
export function openBucket(s3: NonNullable<Config['s3']>, folder: string, waitMs: number): Bucket {
  const client = new AwsClient({ ...s3, service: 's3' })
  const address = (name: string) => `${s3.endpoint.replace(/\/$/, '')}/${s3.bucket}/${folder}/${name}`
  /**
   * Signs and sends until the store neither fails nor asks to wait, four times at most. The signal goes directly to `fetch`:
   * the signal derived for a signed request is garbage-collected while the answer is awaited, and then there is no timeout.
   */
  const send = async (name: string, { method, body, sha256, type }: Sent, signal: AbortSignal): Promise<Response> => {
    const headers = { ...(type ? { 'content-type': type } : {}), ...(sha256 ? { 'x-amz-content-sha256': sha256 } : {}) }
    for (let attempt = 0; ; attempt++) {
      const signed = await client.sign(address(name), { method, headers })
      const answer = await fetch(signed.url, { method, headers: signed.headers, signal, ...(body ? { body } : {}) })
      if (attempt === 3 || (answer.status < 500 && answer.status !== 429)) return answer
      await answer.body?.cancel()
      await wait(Math.random() * 50 * 2 ** attempt, undefined, { signal })
    }
  }
  /** One request with its retries, all within the timeout; what is read then may take longer by its size. */
  const ask = async (name: string, sent: Sent, ms = waitMs) => {
    const end = new AbortController()
    const endAfter = (time: number) => setTimeout(() => end.abort(), time).unref()
    const timer = endAfter(ms)
    sent.stop?.addEventListener('abort', () => end.abort(), { once: true })
    const answer = await send(name, sent, end.signal)
      .catch((error: unknown) => {
        throw new StoreAway(error)
      })
      .finally(() => clearTimeout(timer))
    if (answer.status >= 500 || answer.status === 429) throw new StoreAway(new Error(`The file store answered ${answer.status}`))
    const size = Number(answer.headers.get('content-length') ?? 0)
    if (sent.method === 'GET') endAfter(waitMs + size / slowest.read)
    return { answer, size }
  }
  const put = async (name: string, sent: Omit<Sent, 'method'>, ms?: number) => {
    const { answer } = await ask(name, { method: 'PUT', ...sent }, ms)
    await answer.body?.cancel()
    if (!answer.ok) throw new Error(`The file store answered ${answer.status}`)
  }
  return {
    put: (name, body, type) => put(name, { body, sha256: digestOf(body), type }),
    async putFile(name, path, type, stop) {
      const [body, sha256] = [await openAsBlob(path), await digestOfFile(path)]
      stop.throwIfAborted()
      await put(name, { body, sha256, type, stop }, waitMs + body.size / slowest.sent)
    },
    async get(name) {
      const { answer, size } = await ask(name, { method: 'GET' })
      if (answer.status === 404 || answer.status === 403) return null
      if (!answer.ok || !answer.body) throw new Error(`The file store answered ${answer.status}`)
      return { size, stream: Readable.fromWeb(answer.body as import('node:stream/web').ReadableStream) }
    },
    async storedAt(name) {
      const { answer } = await ask(name, { method: 'HEAD' })
      const at = Date.parse(answer.headers.get('last-modified') ?? '')
      return answer.ok && !Number.isNaN(at) ? at : null
    },
    async remove(name) {
      const { answer } = await ask(name, { method: 'DELETE' })
      await answer.body?.cancel()
      if (!answer.ok && answer.status !== 404) throw new Error(`The file store answered ${answer.status}`)
    },
  }
}
