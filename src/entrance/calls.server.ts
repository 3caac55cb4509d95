import { isIP } from 'node:net'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { OpenAPIHandler } from '@orpc/openapi/node'
import { ValidationError } from '@orpc/contract'
import { ORPCError } from '@orpc/server'
import { RPCHandler } from '@orpc/server/node'
import type { StandardHandlerOptions } from '@orpc/server/standard'
import { policies } from './policy.ts'
import { router } from './router.ts'
import { hasKey } from '#lib/choices.ts'
import type { App } from '#kernel/app.ts'
import type { Call } from '#kernel/base.ts'
import { apiKeyOf, linkOriginOf, originOf, signedText } from '#kernel/body.ts'
import { AddressCoercion } from '#kernel/coercion.ts'
import { compressAnswer } from '#kernel/compression.ts'
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

/** Mounts every call twice: as RPC for the web at /rpc, as REST by OpenAPI at /api. */
export function mountCalls(server: FastifyInstance, app: App): void {
  const reads = new WeakSet<Call>()
  const options: StandardHandlerOptions<Call> = {
    rootInterceptors: [
      async ({ next, request, context }) => {
        const result = await next()
        // Only reads are compressed: a secret is only in the answer of the write that created it (decision 22).
        if (!result.matched || !reads.has(context)) return result
        return { ...result, response: compressAnswer(result.response, request.headers['accept-encoding']) }
      },
    ],
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
        const name = path.join('.')
        if (hasKey(policies, name) && policies[name].writes === 'nothing') reads.add(context)
        context.named?.(name)
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
  }
  const rpc = new RPCHandler<Call>(router, options)
  const api = new OpenAPIHandler<Call>(router, { ...options, plugins: [new AddressCoercion()] })
  const serve = (handler: typeof rpc | typeof api, prefix: '/rpc' | '/api') => async (request: FastifyRequest, reply: FastifyReply) => {
    reply.hijack()
    Object.assign(request.raw, { body: request.body ?? null })
    const named = (name: string) => void (request.call = name)
    const context = { ...callOf(app, request, reply, apiKeyOf(request)), named }
    const { matched } = await handler.handle(request.raw, reply.raw, { prefix, context })
    if (!matched) {
      reply.raw.writeHead(404, { 'content-type': 'application/json' })
      reply.raw.end(JSON.stringify(failure('document/not-found').toJSON()))
    }
  }
  server.decorateRequest('call', null)
  server.all('/rpc/*', serve(rpc, '/rpc'))
  server.all('/api/*', serve(api, '/api'))
}
