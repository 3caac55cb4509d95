import type { FastifyInstance } from 'fastify'
import type { App } from './app.ts'

/** The paths that search engines may crawl: the pages meant for people without an account. */
const open = ['/login', '/register', '/plans', '/terms', '/privacy', '/assets/', '/favicon.svg', '/manifest.webmanifest']
const robots = ['User-agent: *', ...open.map((path) => `Allow: ${path}`), 'Disallow: /', ''].join('\n')

/** The validity of security.txt from the time it is read; RFC 9116 recommends less than a year. */
const securityMs = 180 * 86_400_000

/** Serves the well-known paths: robots.txt, security.txt (RFC 9116) and the one for changing a password. */
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
