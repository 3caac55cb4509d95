/**
 * The service worker, served as /sw.js: it stores the app's frame and the files of this build, so that the app opens
 * without a connection. It never sees or stores a call of the API: what members read is stored by their own page
 * (app/offline.ts), which a sign-out empties.
 */

declare const self: ServiceWorkerGlobalScope

/** Written in by scripts/build.ts: the build's name, the signed-in addresses, and the files that open a roster, by language. */
declare const build: { name: string; paths: string[]; files: Record<string, string[]> }

const { name, paths, files } = build
const language = new URL(self.location.href).searchParams.get('lang') ?? ''
const store = `app-${name}-${language}`

/** Any address without a file is the frame; this one has no screen of its own, and is asked for without cookies. */
const frame = `/offline?lang=${language}`

async function fetchAll(): Promise<void> {
  const cache = await caches.open(store)
  const page = await fetch(frame, { credentials: 'omit', cache: 'reload' })
  if (!page.ok) throw new Error('The frame could not be read')
  await cache.put(frame, page)
  await cache.addAll(files[language] ?? [])
  // The old build's pages ask the server for what they still need.
  await self.skipWaiting()
}

async function dropOld(): Promise<void> {
  for (const one of await caches.keys()) if (one !== store) await caches.delete(one)
  await self.clients.claim()
}

/** Answers of a proxy whose product is away. */
const away = new Set([502, 503, 504])

/** The page from the network; the stored frame only if the product can't be reached. */
async function pageOf(request: Request): Promise<Response> {
  const stored = async () => (await caches.open(store)).match(frame, { ignoreVary: true })
  try {
    const answer = await fetch(request)
    return away.has(answer.status) ? ((await stored()) ?? answer) : answer
  } catch (error) {
    const page = await stored()
    if (page) return page
    throw error
  }
}

/** A file of a build: its name contains its hash, so a stored one is never out of date. */
async function fileOf(event: FetchEvent): Promise<Response> {
  const { request } = event
  const cache = await caches.open(store)
  const stored = await cache.match(request, { ignoreVary: true })
  if (stored) return stored
  const answer = await fetch(request)
  // The page doesn't wait until it is stored.
  if (answer.status === 200) event.waitUntil(cache.put(request, answer.clone()))
  return answer
}

self.addEventListener('install', (event) => event.waitUntil(fetchAll()))
self.addEventListener('activate', (event) => event.waitUntil(dropOld()))
self.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== self.location.origin) return
  if (request.mode === 'navigate' && paths.includes(pathname)) event.respondWith(pageOf(request))
  else if (pathname.startsWith('/assets/')) event.respondWith(fileOf(event))
})
