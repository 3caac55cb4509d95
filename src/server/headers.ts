import { randomBytes } from 'node:crypto'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Config } from './config.ts'

/** What is no page loads nothing wherever it is opened, but the site's icon. */
const inert = "default-src 'none'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

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

/** What every answer carries (checks H1); constants, so a list is all it takes. */
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

/** Security headers on every answer, also errors and images; set on the raw answer, because calls write to it themselves. */
export function secureHeaders(server: FastifyInstance, config: Config): void {
  const https = config.publicOrigin?.startsWith('https:') === true
  const headers = https ? [...everywhere, ['strict-transport-security', 'max-age=31536000'] as const] : everywhere
  server.addHook('onRequest', (request, reply, done) => {
    for (const [name, value] of headers) reply.raw.setHeader(name, value)
    if (uncached.test(request.url)) reply.raw.setHeader('cache-control', 'no-store')
    done()
  })
}

/** A fresh nonce for one page's styles, set in its policy. */
export function pageNonce(reply: FastifyReply): string {
  const nonce = randomBytes(16).toString('base64')
  reply.header('content-security-policy', policy(nonce))
  return nonce
}
