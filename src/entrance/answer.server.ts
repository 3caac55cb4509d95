import type { ServerResponse } from 'node:http'
import { StandardRPCCodec, type StandardHandler } from '@orpc/server/standard'
import { StandardRPCJsonSerializer, StandardRPCSerializer } from '@orpc/client/standard'
import { sendStandardResponse, toAbortSignal } from '@orpc/standard-server-node'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { compressed } from '#kernel/compression.ts'

type Handler = Pick<StandardHandler<never>, 'handle'>
type Asked = Parameters<Handler['handle']>[0]
type Answer = Extract<Awaited<ReturnType<Handler['handle']>>, { matched: true }>['response']

const isPlain = (body: unknown) =>
  typeof body === 'object' && body !== null && (Array.isArray(body) || Object.getPrototypeOf(body) === Object.prototype)

/**
 * Writes an answer as RPC: a call's answer holds what JSON has (its contract checks that), so that it need not be searched for
 * dates and files. Events and errors are left to oRPC.
 */
export class AnswerCodec extends StandardRPCCodec {
  constructor() {
    super(new StandardRPCSerializer(new StandardRPCJsonSerializer()))
  }
  override encode(...[output, procedure]: Parameters<StandardRPCCodec['encode']>): Answer {
    return isPlain(output) ? { status: 200, headers: {}, body: { json: output } } : super.encode(output, procedure)
  }
}

/** A request with the body that Fastify has read. */
export function askedBy({ method, url, headers, body }: FastifyRequest, { raw }: FastifyReply): Asked {
  // Only the path and the query count; the host is checked before.
  return { method, url: new URL(url, 'http://localhost'), headers, body: async () => body ?? null, signal: toAbortSignal(raw) }
}

/**
 * Sends a call's answer: JSON with its length, so that head and body are written at once; a stream of events as it comes.
 * @param accepted the request's Accept-Encoding, undefined where it has none; null for an answer that is never compressed
 */
export async function sendAnswer(response: ServerResponse, answer: Answer, accepted: string | string[] | undefined | null): Promise<void> {
  const { status, headers, body } = answer
  if (!isPlain(body)) return sendStandardResponse(response, answer)
  const text = JSON.stringify(body)
  const encoded = accepted === null ? null : compressed(text, accepted)
  const bytes = encoded?.bytes ?? text
  response.writeHead(status, {
    ...headers,
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(bytes),
    ...(accepted === null ? {} : { vary: 'accept-encoding' }),
    ...(encoded ? { 'content-encoding': encoded.encoding } : {}),
  })
  response.end(bytes)
}
