import type { FastifyInstance } from 'fastify'
import type { App } from './app.ts'

/** What search engines may read: the pages that are meant for people without an account. */
const open = ['/login', '/register', '/plans', '/terms', '/privacy', '/assets/', '/favicon.svg', '/manifest.webmanifest']
const robots = ['User-agent: *', ...open.map((path) => `Allow: ${path}`), 'Disallow: /', ''].join('\n')

/** How long security.txt counts from when it is read; RFC 9116 asks for less than a year. */
const securityMs = 180 * 86_400_000

/** The addresses that programs look at without being pointed to them: robots.txt, security.txt (RFC 9116) and where a password is changed. */
export function mountWellKnown(server: FastifyInstance, app: App): void {
  const { securityContact, publicOrigin } = app.config
  server.get('/robots.txt', (_request, reply) =>
    reply.header('content-type', 'text/plain; charset=utf-8').header('cache-control', 'public, max-age=86400').send(robots),
  )
  server.get('/.well-known/change-password', (_request, reply) =>
    reply.header('cache-control', 'no-cache').redirect('/setup#new-password-newPassword'),
  )
  if (!securityContact) return
  server.get('/.well-known/security.txt', (_request, reply) => {
    const expires = new Date(app.now() + securityMs).toISOString().replace(/\.\d+Z$/, 'Z')
    const lines = [`Contact: ${securityContact}`, `Expires: ${expires}`, 'Preferred-Languages: en, ar']
    if (publicOrigin) lines.push(`Canonical: ${publicOrigin}/.well-known/security.txt`)
    return reply
      .header('content-type', 'text/plain; charset=utf-8')
      .header('cache-control', 'no-cache')
      .send(`${lines.join('\n')}\n`)
  })
}
