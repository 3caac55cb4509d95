import { isIP } from 'node:net'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { StandardOpenAPIHandler } from '@orpc/openapi/standard'
import { ValidationError } from '@orpc/contract'
import { ORPCError } from '@orpc/server'
import { StrictGetMethodPlugin } from '@orpc/server/plugins'
import { StandardHandler, StandardRPCMatcher, type StandardHandlerOptions } from '@orpc/server/standard'
import { AnswerCodec, askedBy, sendAnswer } from './answer.server.ts'
import { router } from './router.ts'
import type { App } from '#kernel/app.ts'
import { readsOnly, type Call } from '#kernel/base.ts'
import { apiKeyOf, linkOriginOf, originOf, signedText } from '#kernel/body.ts'
import { AddressCoercion } from '#kernel/coercion.ts'
import { answerFor, failure, retryAfterOf } from '#kernel/failure.ts'
import { isFailureCode } from '#lib/failures.ts'
import { describeError } from '#kernel/log.ts'
import { proofOf } from '#kernel/signature.ts'
import { languageAskedFor } from '#kernel/texts.ts'

/** Cookies of a request by name; of two equal names the first wins, as browsers send the most specific first. */
export function readCookies(header: string | undefined): Record<string, string> {
  const cookies: Record<string, string> = {}
  for (const part of (header ?? '').slice(0, 8192).split(';')) {
    const at = part.indexOf('=')
    if (at < 1) continue
    const name = part.slice(0, at).trim()
    // Also skips names that every object inherits, such as `constructor`.
    if (!(name in cookies)) cookies[name] = part.slice(at + 1).trim()
  }
  return cookies
}

/** The rate-limit key of an address, one for all its spellings: IPv4 unchanged (also when mapped into IPv6), IPv6 cut to its /64. */
function addressKey(ip: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)
  if (mapped?.[1]) return mapped[1]
  const address = `http://[${ip.split('%')[0] ?? ''}]`
  if (!ip.includes(':') || !URL.canParse(address)) return ip
  // A URL's host has a single spelling: lower case, no leading zeros, no dotted part.
  const host = new URL(address).hostname.slice(1, -1)
  const [head = '', tail = ''] = host.split('::')
  const left = head.split(':').filter(Boolean)
  const right = tail.split(':').filter(Boolean)
  const full = [...left, ...Array.from({ length: 8 - left.length - right.length }, () => '0'), ...right]
  if (full.slice(0, 6).join(':') === '0:0:0:0:0:ffff')
    return full
      .slice(6)
      .map((group) => `${parseInt(group, 16) >> 8}.${parseInt(group, 16) & 255}`)
      .join('.')
  return `${full.slice(0, 4).join(':')}::/64`
}

/** The sender's address without the port that some proxies append; the socket's address if the proxy's is not an IP address. */
function senderOf({ ip, socket }: FastifyRequest): string {
  const [, v6, v4] = /^(?:\[([^\]]+)\](?::\d+)?|([\d.]+):\d+)$/.exec(ip) ?? []
  const address = v6 ?? v4 ?? ip
  return isIP(address) ? address : (socket.remoteAddress ?? '')
}

/** The context of a call made by a request. @param bearer the request's API key */
export function callOf(app: App, request: FastifyRequest, reply: FastifyReply, bearer: string | null = null): Call {
  const cookies = readCookies(request.headers.cookie)
  return {
    app,
    requestId: request.id,
    ip: addressKey(senderOf(request)),
    browser: String(request.headers['user-agent'] ?? '')
      .replace(/[^\x20-\x7e]/g, '')
      .slice(0, 200),
    origin: linkOriginOf(request, app.config),
    site: originOf(request, app.config),
    language: languageAskedFor(cookies['lang'], request.headers['accept-language']),
    cookies,
    setHeader: (name, value) => reply.raw.appendHeader(name, value),
    session: null,
    bearer,
    proof: proofOf(request.headers, signedText(request)),
  }
}

/** The paths, without values, of answer fields that violate the contract; nothing for any other error. */
function wrongFields(fault: unknown): { fields?: string[] } {
  const cause = fault instanceof Error ? fault.cause : null
  if (!(cause instanceof ValidationError)) return {}
  return {
    fields: cause.issues
      .slice(0, 10)
      .map(({ path = [] }) => path.map((part) => String(typeof part === 'object' ? part.key : part)).join('.')),
  }
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The name of the call that the request makes, for its log line. */
    call: string | null
  }
}

const notFound = () => ({ status: 404, headers: {}, body: failure('document/not-found').toJSON() })

/** Mounts every call twice: as RPC for the web at /rpc, as REST by OpenAPI at /api. */
export function mountCalls(server: FastifyInstance, app: App): void {
  // Made for each handler: a plugin adds to the lists that it is given.
  const options = (): StandardHandlerOptions<Call> => ({
    interceptors: [
      async ({ next }) => {
        try {
          return await next()
        } catch (error) {
          if (error instanceof ORPCError && isFailureCode(error.code)) throw error
          // Any other error than a procedure's own is a body that could not be read.
          throw failure('request/invalid', { issues: [] })
        }
      },
    ],
    clientInterceptors: [
      async ({ next, path, context }) => {
        context.named?.(path.join('.'))
        try {
          return await next()
        } catch (cause) {
          const { error, unexpected } = answerFor(cause)
          app.room.noteError(cause)
          if (unexpected)
            app.log.error('A call failed', {
              requestId: context.requestId,
              call: path.join('.'),
              ...describeError(cause),
              ...wrongFields(cause),
            })
          const retryAfter = retryAfterOf(error)
          if (retryAfter !== null) context.setHeader('retry-after', String(retryAfter))
          throw error
        }
      },
    ],
  })
  const rpc = new StandardHandler<Call>(router, new StandardRPCMatcher(), new AnswerCodec(), {
    ...options(),
    plugins: [new StrictGetMethodPlugin()],
  })
  const api = new StandardOpenAPIHandler<Call>(router, { ...options(), plugins: [new AddressCoercion()] })
  const serve = (handler: StandardHandler<Call>, prefix: '/rpc' | '/api') => async (request: FastifyRequest, reply: FastifyReply) => {
    reply.hijack()
    const named = (name: string) => void (request.call = name)
    const context = { ...callOf(app, request, reply, apiKeyOf(request)), named }
    const { matched, response } = await handler.handle(askedBy(request, reply), { prefix, context })
    // Only reads are compressed: a secret is only in the answer of the write that created it (decision 22).
    const accepted = readsOnly({ app, name: request.call ?? undefined }) ? request.headers['accept-encoding'] : null
    await sendAnswer(reply.raw, matched ? response : notFound(), accepted)
  }
  server.decorateRequest('call', null)
  server.all('/rpc/*', serve(rpc, '/rpc'))
  server.all('/api/*', serve(api, '/api'))
}
