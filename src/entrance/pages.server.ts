import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { readJson } from '#lib/json.ts'
import type { App } from '#kernel/app.ts'
import { callOf, readCookies } from './calls.server.ts'
import { sendCompressed } from '#kernel/compression.ts'
import { failure } from '#kernel/failure.ts'
import { firstPicture } from './first-picture.server.ts'
import { pageNonce } from '#kernel/headers.ts'
import { languageAskedFor } from '#kernel/texts.ts'

const publicPages = new Set(['login', 'register', 'forgot-password', 'plans', 'invite', 'quote', 'place', 'terms', 'privacy'])
const root = fileURLToPath(new URL('../../dist/client/', import.meta.url))

const cache = new Map<string, string>()
function template(name: string): string {
  const known = cache.get(name)
  if (known !== undefined) return known
  const file = join(root, `${name}.html`)
  if (!existsSync(file)) throw failure('server/unavailable')
  const html = readFileSync(file, 'utf8')
  cache.set(name, html)
  return html
}

const linksSchema = z.record(z.string(), z.string())
const screens = new Map<string, z.output<typeof linksSchema>>()
/** Preload links, so that a screen's chunks load together with the shell instead of after it. */
function screenLinks(path: string, language: string): string {
  const links = screens.get(language) ?? linksSchema.parse(readJson(readFileSync(join(root, `screens.${language}.json`), 'utf8')))
  screens.set(language, links)
  return Object.hasOwn(links, path) ? (links[path] ?? '') : ''
}

/** Sends the prerendered page or the shell in the reader's language and theme; Home with the member's own day. */
async function sendPage(app: App, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const cookies = readCookies(request.headers.cookie)
  // A link in an email names the email's language; a language that the reader chose wins over it.
  const asked = new URLSearchParams(request.url.split('?')[1]).get('lang') ?? undefined
  const language = languageAskedFor(cookies['lang'] ?? asked, request.headers['accept-language'])
  const theme = cookies['theme'] === 'light' ? 'light' : 'dark'
  const path = request.url.split('?')[0] ?? '/'
  const name = publicPages.has(path.slice(1)) ? path.slice(1) : 'shell'
  const nonce = pageNonce(reply)
  const first = path === '/' ? await firstPicture(callOf(app, request, reply), nonce) : null
  const [head = '', ...rest] = template(`${first ? 'home' : name}.${language}`)
    .replaceAll('__THEME__', theme)
    .replaceAll('__NONCE__', nonce)
    .replace('__SCREEN__', () => screenLinks(path, language))
    // Split, since text written by vendors may contain the same placeholder.
    .split('__FIRST__')
  const html = first ? [head, first.answers, rest[0], first.picture, rest[1]].join('') : head
  reply
    .header('content-type', 'text/html; charset=utf-8')
    // A page with a business's data must not be cached.
    .header('cache-control', first ? 'no-store' : 'no-cache')
    .header('vary', 'cookie, accept-language, accept-encoding')
  // Styles are inline, so compression saves a tenth of a second on a slow line; the nonce differs, so each page is compressed.
  return sendCompressed(request, reply, html)
}

/** Serves the built app: hashed assets for a year, pages fresh, and stored images in a sandbox. */
export async function mountPages(server: FastifyInstance, app: App): Promise<void> {
  await server.register(fastifyStatic, {
    root: join(root, 'assets'),
    prefix: '/assets/',
    index: false,
    dotfiles: 'deny',
    preCompressed: true,
    immutable: true,
    maxAge: '1y',
    wildcard: true,
  })

  server.get<{ Params: { name: string } }>('/media/:name', async (request, reply) => {
    const { name } = request.params
    const file = /^[0-9a-f]{64}\.webp$/.test(name) ? await app.files.get(name) : null
    if (!file) throw failure('document/not-found')
    reply.header('content-security-policy', "default-src 'none'; sandbox; frame-ancestors 'none'")
    reply
      .header('content-type', 'image/webp')
      .header('content-disposition', 'inline; filename="image.webp"')
      .header('cache-control', 'public, max-age=31536000, immutable')
    if (file.size > 0) reply.header('content-length', file.size)
    return reply.send(file.stream)
  })

  for (const icon of ['favicon.svg', 'manifest.webmanifest']) {
    server.get(`/${icon}`, (_request, reply) =>
      // The name has no content hash, so it is cached for a day only.
      reply.sendFile(icon, root, { immutable: false, maxAge: '1d' }),
    )
  }
  server.get('/favicon.ico', (_request, reply) => reply.code(204).header('cache-control', 'public, max-age=86400').send())

  for (const [path, own] of [
    ['/terms', app.config.termsUrl],
    ['/privacy', app.config.privacyUrl],
  ] as const)
    if (own) server.get(path, (_request, reply) => reply.header('cache-control', 'no-cache').redirect(own))

  server.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?')[0] ?? '/'
    if (request.method !== 'GET' && request.method !== 'HEAD') throw failure('request/refused')
    // A dot in the last segment requests a file; every other address is one of the app's screens.
    if (/^\/(?:api|rpc|assets|media|dev)(?:\/|$)/.test(path) || /(?:^|\/)\.|%|\\|\.[A-Za-z0-9]{1,12}$|\/\//.test(path))
      throw failure('document/not-found')
    return sendPage(app, request, reply)
  })
}
