import { createHmac } from 'node:crypto'
import { request as requestHttp, type IncomingMessage } from 'node:http'
import { request as requestHttps } from 'node:https'
import type { LookupFunction } from 'node:net'
import { addressesOf, type Resolve } from './address.server.ts'
import { errorCode } from '#db/errors.ts'

/** How long a webhook may take for its whole answer. */
const timeoutMs = 10_000
/** The number of characters of an answer that are stored. */
const storedCharacters = 200

/** The result of an attempt: status, milliseconds, and the start of the answer or why there was none. */
export type SendResult = { code: number | null; ms: number; answer: string }

/** The prefix of every secret (Standard Webhooks). */
export const secretPrefix = 'whsec_'

/**
 * The headers of a message as in Standard Webhooks: its id, the second of sending, and HMAC-SHA256 over
 * `id.timestamp.body` with each secret, base64.
 * @param at milliseconds since the epoch
 */
export function signedHeaders(secrets: readonly string[], id: string, at: number, body: string): Record<string, string> {
  const timestamp = String(Math.floor(at / 1000))
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(secretPrefix.length), 'base64')
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`
  })
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') }
}

/** The start of an answer's text, without control characters and lone surrogates. */
const beginningOf = (text: string): string => [...text.replace(/[\p{Cc}\p{Cs}]+/gu, ' ').trim()].slice(0, storedCharacters).join('')

/** Reads no more of an answer than is stored; an answer that breaks off still counts by its status. */
async function beginning(answer: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  let size = 0
  try {
    for await (const part of answer as AsyncIterable<Buffer>) {
      parts.push(part)
      size += part.length
      if (size >= storedCharacters * 4) break
    }
  } catch {
    // Whatever arrived before the error is used.
  }
  answer.destroy()
  return beginningOf(Buffer.concat(parts).toString('utf8'))
}

const aborted = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })

/** Posts a body to the addresses from one resolution, using the first that answers; follows no redirect. */
async function ask(url: URL, headers: Record<string, string>, body: string, how: How & { signal: AbortSignal }): Promise<IncomingMessage> {
  const found = await Promise.race([addressesOf(url, how.production, how.resolve), aborted(how.signal)])
  const [{ address, family }] = found
  const pinned: LookupFunction = (_host, options, done) => (options.all ? done(null, found) : done(null, address, family))
  return new Promise((resolve, reject) => {
    const send = url.protocol === 'https:' ? requestHttps : requestHttp
    send(
      url,
      {
        method: 'POST',
        agent: false,
        lookup: pinned,
        signal: how.signal,
        headers: {
          ...headers,
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(body),
          'user-agent': 'Touchline-Webhooks/1',
        },
      },
      resolve,
    )
      .on('error', reject)
      // A protocol switch closes the request with neither a response nor an error.
      .on('close', () => reject(Object.assign(new Error('No answer came'), { code: 'ECONNRESET' })))
      .end(body)
  })
}

type How = { production: boolean; signal?: AbortSignal; resolve?: Resolve; timeout?: number }

/**
 * Posts a body and returns the result; never throws for a failed attempt.
 * @param how.signal aborts the attempt; how.timeout in milliseconds, 10,000 by default
 */
export async function postMessage(url: string, headers: Record<string, string>, body: string, how: How): Promise<SendResult> {
  const begun = performance.now()
  const late = AbortSignal.timeout(how.timeout ?? timeoutMs)
  const signal = how.signal ? AbortSignal.any([how.signal, late]) : late
  const passed = () => Math.round(performance.now() - begun)
  try {
    const answer = await ask(new URL(url), headers, body, { ...how, signal })
    return { code: answer.statusCode ?? 0, answer: await beginning(answer), ms: passed() }
  } catch (error) {
    const why = late.aborted ? 'Timeout' : (errorCode(error) ?? (error instanceof Error ? error.name : 'Error'))
    return { code: null, answer: beginningOf(why), ms: passed() }
  }
}

/** Whether an attempt succeeded. */
export const hasArrived = ({ code }: SendResult): boolean => code !== null && code >= 200 && code < 300
