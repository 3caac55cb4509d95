import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** Below this length, in characters, compressing costs more than it saves. */
const threshold = 1024

// The smallest output that takes less than a millisecond for a page.
const quick = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }

const compressors = {
  br: (text: string) => brotliCompressSync(text, quick),
  gzip: (text: string) => gzipSync(text, { level: 6 }),
}
type Encoding = keyof typeof compressors

/** The best encoding that an Accept-Encoding header accepts, null for none; `;q=0` refuses one. */
function encodingOf(accepted: string | string[] = ''): Encoding | null {
  const taken = String(accepted)
    .toLowerCase()
    .split(',')
    .flatMap((part) => (/;\s*q=0(?:\.0*)?\s*$/.test(part) ? [] : [part.split(';')[0]?.trim()]))
  if (taken.includes('br')) return 'br'
  return taken.includes('gzip') ? 'gzip' : null
}

/**
 * Sends a text in the smallest encoding that the client accepts: brotli, gzip or none.
 * @param known the encodings of this very text so far, for a text that is always the same
 */
export function sendCompressed(
  { headers }: FastifyRequest,
  reply: FastifyReply,
  text: string,
  known = new Map<Encoding, Buffer>(),
): FastifyReply {
  const encoding = encodingOf(headers['accept-encoding'])
  if (!encoding) return reply.send(text)
  const body = known.get(encoding) ?? compressors[encoding](text)
  known.set(encoding, body)
  return reply.header('content-encoding', encoding).send(body)
}

/**
 * A route's handler for a text that is always the same.
 * @param write returns the text; called at the first request, as it is compressed once for each encoding
 */
export function constantText(
  type: string,
  write: () => Promise<string>,
): (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply> {
  const known = new Map<Encoding, Buffer>()
  let text: Promise<string> | undefined
  return async (request, reply) =>
    sendCompressed(request, reply.header('content-type', type).header('vary', 'accept-encoding'), await (text ??= write()), known)
}

type Answer = { headers: Record<string, string | string[] | undefined>; body: unknown }

/**
 * Encodes a call's answer as the client accepts it, if it is JSON of 1,024 characters or more. Files and event streams stay
 * as they are.
 * @param accepted the Accept-Encoding of the request
 */
export function compressAnswer<Of extends Answer>(answer: Of, accepted: string | string[] | undefined): Of {
  const { body } = answer
  if (typeof body !== 'object' || body === null) return answer
  if (!Array.isArray(body) && Object.getPrototypeOf(body) !== Object.prototype) return answer
  const headers = { ...answer.headers, vary: 'accept-encoding' }
  const encoding = encodingOf(accepted)
  const text = encoding ? JSON.stringify(body) : ''
  if (!encoding || text.length < threshold) return { ...answer, headers }
  const bytes = compressors[encoding](text)
  const own = { 'content-type': 'application/json', 'content-encoding': encoding, 'content-length': String(bytes.length) }
  // Only a stream body is sent with exactly the headers that it is given.
  return { ...answer, headers: { ...headers, ...own }, body: new Blob([Uint8Array.from(bytes)]).stream() }
}
