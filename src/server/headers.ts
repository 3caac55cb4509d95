import { randomBytes } from 'node:crypto'
import helmet from '@fastify/helmet'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Config } from './config.ts'

/** The strict policy: everything from this origin, no inline script, styles inline only with the page's nonce. */
function policy(nonce?: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self'${nonce ? ` 'nonce-${nonce}'` : ''}`,
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

/** Security headers on every answer, also errors and images (checks H1). */
export async function secureHeaders(server: FastifyInstance, config: Config): Promise<void> {
  const https = config.publicOrigin?.startsWith('https:') === true
  await server.register(helmet, {
    contentSecurityPolicy: false,
    strictTransportSecurity: https ? { maxAge: 31_536_000, includeSubDomains: false } : false,
    referrerPolicy: { policy: 'same-origin' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    crossOriginOpenerPolicy: { policy: 'same-origin' },
    frameguard: { action: 'deny' },
  })
  server.addHook('onRequest', async (request, reply) => {
    reply.header('content-security-policy', policy())
    reply.header('permissions-policy', 'camera=(), microphone=(), geolocation=(self), payment=()')
    if (/^\/(?:api|rpc|dev|readyz|livez)(?:\/|$|\?)/.test(request.url)) reply.header('cache-control', 'no-store')
  })
}

/** A fresh nonce for one page's styles, set in its policy. */
export function pageNonce(reply: FastifyReply): string {
  const nonce = randomBytes(16).toString('base64')
  reply.header('content-security-policy', policy(nonce))
  return nonce
}
