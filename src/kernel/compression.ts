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

/** A JSON text of 1,024 characters or more as the client accepts it; null where it stays as it is. @param accepted the Accept-Encoding of the request */
export function compressed(text: string, accepted: string | string[] | undefined): { encoding: Encoding; bytes: Buffer } | null {
  const encoding = text.length < threshold ? null : encodingOf(accepted)
  return encoding && { encoding, bytes: compressors[encoding](text) }
}
