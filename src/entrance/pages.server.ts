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

/** A file of the build, as text. @throws server/unavailable until the build is done */
function built(name: string): string {
  const file = join(root, name)
  if (!existsSync(file)) throw failure('server/unavailable')
  return readFileSync(file, 'utf8')
}

const cache = new Map<string, string>()
function template(name: string): string {
  const known = cache.get(name)
  if (known !== undefined) return known
  const html = built(`${name}.html`)
  cache.set(name, html)
  return html
}

/** Preload links, so that a screen's chunks load together with the shell instead of after it; and its own page if it can be drawn. */
const screenSchema = z.object({ links: z.string(), drawn: z.optional(z.string()) })
const screensSchema = z.record(z.string(), screenSchema)
const screens = new Map<string, z.output<typeof screensSchema>>()
function screenAt(path: string, language: string): z.output<typeof screenSchema> {
  const known = screens.get(language) ?? screensSchema.parse(readJson(built(`screens.${language}.json`)))
  screens.set(language, known)
  return (Object.hasOwn(known, path) && known[path]) || { links: '' }
}

/** Sends the prerendered page or the shell in the reader's language and theme; a screen with the member's own rows if it is drawn. */
async function sendPage(app: App, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const cookies = readCookies(request.headers.cookie)
  // A link in an email names the email's language; a language that the reader chose wins over it.
  const asked = new URLSearchParams(request.url.split('?')[1]).get('lang') ?? undefined
  const language = languageAskedFor(cookies['lang'] ?? asked, request.headers['accept-language'])
  const theme = cookies['theme'] === 'light' ? 'light' : 'dark'
  const path = request.url.split('?')[0] ?? '/'
  const name = publicPages.has(path.slice(1)) ? path.slice(1) : 'shell'
  const nonce = pageNonce(reply)
  const { links, drawn } = screenAt(path, language)
  const first = drawn ? await firstPicture(callOf(app, request, reply), request.url, nonce) : null
  const [head = '', ...rest] = template(`${first && drawn ? drawn : name}.${language}`)
    .replaceAll('__THEME__', theme)
    .replaceAll('__NONCE__', nonce)
    .replace('__SCREEN__', () => links)
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

/** What a browser shows of the installed app. */
const installed = [
  'favicon.svg',
  'manifest.webmanifest',
  'manifest.ar.webmanifest',
  ...[180, 192, 512, 'maskable'].map((size) => `icon-${size}.png`),
]

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

  for (const file of installed) {
    server.get(`/${file}`, (_request, reply) =>
      // The name has no content hash, so it is cached for a day only.
      reply.sendFile(file, root, { immutable: false, maxAge: '1d' }),
    )
  }
  // The worker reads this site only, and a browser that is online runs no older one than the server's.
  server.get('/sw.js', (_request, reply) => {
    reply.header('content-security-policy', "default-src 'none'; connect-src 'self'").header('cache-control', 'no-cache')
    return reply.sendFile('sw.js', root, { cacheControl: false })
  })
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
