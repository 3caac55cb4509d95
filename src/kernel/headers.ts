import { createHash, randomBytes } from 'node:crypto'
import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from './config.ts'
import { failure } from './failure.ts'

/** A response that is not a page loads nothing wherever it is opened, except the site's icon. */
const inert = "default-src 'none'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** The policy of a page without scripts that has this one style sheet inline. */
export const styledPolicy = (css: string): string => `${inert}; style-src 'sha256-${createHash('sha256').update(css).digest('base64')}'`

/** The strict policy of a page: everything from this origin, no inline script, styles inline only with the page's nonce. */
function policy(nonce: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "worker-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')
}

/** The headers of every answer (checks H1); constants, so a list is enough. */
const everywhere: [name: string, value: string][] = [
  ['content-security-policy', inert],
  ['x-content-type-options', 'nosniff'],
  ['x-frame-options', 'DENY'],
  ['referrer-policy', 'same-origin'],
  ['cross-origin-opener-policy', 'same-origin'],
  ['cross-origin-resource-policy', 'same-origin'],
  ['permissions-policy', 'camera=(), microphone=(), geolocation=(self), payment=()'],
]

const uncached = /^\/(?:api|rpc|dev|readyz|livez)(?:\/|$|\?)/

/** The headers of every answer under a configuration. */
function headersOf({ publicOrigin }: Config): (readonly [name: string, value: string])[] {
  return publicOrigin?.startsWith('https:') ? [...everywhere, ['strict-transport-security', 'max-age=31536000']] : everywhere
}

/** Sets security headers on every answer, including errors and images; on the raw answer, because calls write to it themselves. */
export function secureHeaders(server: FastifyInstance, config: Config): void {
  const headers = headersOf(config)
  server.addHook('onRequest', (request, reply, done) => {
    for (const [name, value] of headers) reply.raw.setHeader(name, value)
    if (uncached.test(request.url)) reply.raw.setHeader('cache-control', 'no-store')
    done()
  })
}

/**
 * The answers that bypass all hooks, in the product's format and with its headers: `frameworkErrors` for URLs that
 * can't be parsed, `clientErrorHandler` for data that is not a request.
 */
export function answersOutsideHooks(config: Config) {
  const refused = (tooLarge: boolean) => (tooLarge ? failure('request/too-large') : failure('request/invalid', { issues: [] }))
  const headers = [...headersOf(config), ['cache-control', 'no-store'], ['content-type', 'application/json']] as const
  return {
    frameworkErrors: (_error: FastifyError, _request: FastifyRequest, reply: FastifyReply): void => {
      for (const [name, value] of headers) reply.raw.setHeader(name, value)
      void reply.code(400).send(JSON.stringify(refused(false).toJSON()))
    },
    clientErrorHandler: (error: NodeJS.ErrnoException, socket: Socket): void => {
      if (error.code === 'ECONNRESET' || socket.destroyed) return
      const isHeader = error.code === 'HPE_HEADER_OVERFLOW'
      const status = isHeader ? 431 : error.code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 408 : 400
      const body = JSON.stringify(refused(isHeader).toJSON())
      const lines = [...headers, ['content-length', String(Buffer.byteLength(body))], ['connection', 'close']].map((pair) =>
        pair.join(': '),
      )
      if (socket.writable) socket.write([`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`, ...lines, '', body].join('\r\n'))
      socket.destroySoon()
    },
  }
}

/** Creates a nonce for one page's styles and sets it in the page's policy. */
export function pageNonce(reply: FastifyReply): string {
  const nonce = randomBytes(16).toString('base64')
  reply.header('content-security-policy', policy(nonce))
  return nonce
}
