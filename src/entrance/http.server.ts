import { randomUUID } from 'node:crypto'
import type { Socket } from 'node:net'
import Fastify, { type FastifyError, type FastifyInstance } from 'fastify'
import { ORPCError } from '@orpc/server'
import { mountArchives } from '#insight/archives/archive.download.server.ts'
import { mountFeeds } from '#timetable/sessions/feed.server.ts'
import type { App } from '#kernel/app.ts'
import { apiDocsPage, docsStyle } from './api-docs.server.ts'
import { acceptBodies, refusalOf, uploadLimit } from '#kernel/body.ts'
import { describeApi } from './api-description.server.ts'
import { callOf, mountCalls } from './calls.server.ts'
import { constantText } from '#kernel/compression.ts'
import { answerFor, failure, retryAfterOf } from '#kernel/failure.ts'
import { answersOutsideHooks, secureHeaders, styledPolicy } from '#kernel/headers.ts'
import { mountDevMail } from '#kernel/dev-mail.ts'
import { describeError } from '#kernel/log.ts'
import type { Mailer } from '#kernel/mail.ts'
import { mountPages } from './pages.server.ts'
import { mountWellKnown } from '#kernel/well-known.ts'

/** The HTTP server, a switch that takes it out of rotation, and a close that waits for requests in flight. */
export type Http = { server: FastifyInstance; drain: () => void; close: (lingerMs?: number) => Promise<void> }

/**
 * How long answers close their connections before the port closes, so that clients go elsewhere, in milliseconds. After
 * that connections stay open: a new one would be reset when the port closes, an open one is still answered.
 */
const sendAwayMs = 700

/** Maximum concurrent connections; more are closed at once, so that they can't exhaust the process's file descriptors. */
const mostConnections = 5_000

/** How long requests in flight may take when the server closes, in milliseconds. */
const lastMs = 6_000

const allowedMethods = new Set(['GET', 'HEAD', 'POST', 'PATCH', 'DELETE'])

/** Maps a Fastify error to the catalogue: an oversized or unsupported body has a specific Fastify status. */
function answerForHttp(error: FastifyError): ReturnType<typeof answerFor> {
  if (error instanceof ORPCError) return answerFor(error)
  if (error.statusCode === 413) return { error: failure('request/too-large'), unexpected: false }
  if (error.statusCode === 415) return { error: failure('request/unsupported'), unexpected: false }
  if (error.statusCode === 404) return { error: failure('document/not-found'), unexpected: false }
  if (error.statusCode !== undefined && error.statusCode < 500)
    return { error: failure('request/invalid', { issues: [] }), unexpected: false }
  return answerFor(error)
}

/** Whether the process can serve, or why not. */
type Readiness = 'ready' | 'not ready' | 'no room left'

/** The readiness of the database and its disk, checked at most once a second (checks R7, R11). */
function readiness(app: App): () => Promise<Readiness> {
  let asked = -Infinity
  let answer: Promise<Readiness> = Promise.resolve('not ready')
  const look = async (): Promise<Readiness> => {
    await app.db.ping()
    return (await app.room.isLeft(app.db)) ? 'ready' : 'no room left'
  }
  return () => {
    const now = performance.now()
    if (now - asked >= 1000) {
      asked = now
      const late = new Promise<Readiness>((resolve) => setTimeout(resolve, 2500, 'not ready').unref())
      answer = Promise.race([look().catch((): Readiness => 'not ready'), late])
    }
    return answer
  }
}

/** How long there must be no new connection before the port closes, and the longest wait for that, in milliseconds. */
const [quietMs, busyMs] = [100, 1_000]

/** Waits until no one is connecting: a connection that the system accepted for us is reset when the port closes. */
async function quiet(server: FastifyInstance): Promise<void> {
  const begun = performance.now()
  let last = begun
  const note = () => (last = performance.now())
  server.server.on('connection', note)
  while (performance.now() - last < quietMs && performance.now() - begun < busyMs)
    // Runs just after the event loop has accepted all pending connections.
    await new Promise((resolve) => setTimeout(() => setImmediate(resolve), 10))
  server.server.off('connection', note)
}

/**
 * How a server closes: it accepts no new connections, each answer closes its own, connections without a request close
 * after a linger, since a request may be in transit, and all of them after six seconds. Node itself waits as long for
 * a connection that has sent nothing yet, such as browsers hold in reserve, as for a request.
 */
function closing(server: FastifyInstance): (lingerMs?: number) => Promise<void> {
  const sockets = new Set<Socket>()
  server.server.on('connection', (socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  return async (lingerMs = 0) => {
    if (lingerMs > 0) await quiet(server)
    const http = server.server
    const closeIdle = http.closeIdleConnections.bind(http)
    const begun = performance.now()
    const endIdle = () => {
      if (performance.now() - begun < lingerMs) return
      closeIdle()
      for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy()
    }
    // Node and Fastify close idle connections as soon as the port closes.
    http.closeIdleConnections = endIdle
    // Repeated: a connection that answers later would otherwise stay open for five more seconds.
    const idle = setInterval(endIdle, 100)
    const late = setTimeout(() => http.closeAllConnections(), lastMs)
    await server.close()
    clearInterval(idle)
    clearTimeout(late)
  }
}

/** Builds the HTTP server for an app; the caller calls `listen`. */
export async function openHttp(app: App, mailer: Mailer): Promise<Http> {
  const { config } = app
  let drainedAt: number | null = null
  const server = Fastify({
    logger: false,
    genReqId: () => randomUUID(),
    trustProxy: config.trustedProxies.length > 0 ? config.trustedProxies : false,
    bodyLimit: uploadLimit,
    requestTimeout: 30_000,
    connectionTimeout: 0,
    // Longer than proxies keep theirs (60 s): a reused connection must not be closed under a request.
    keepAliveTimeout: 75_000,
    forceCloseConnections: 'idle',
    exposeHeadRoutes: true,
    routerOptions: { maxParamLength: 200, ignoreTrailingSlash: true },
    // By default Node checks for late headers only every 30 s, and answers a missing Host itself, without our headers.
    http: { headersTimeout: 10_000, connectionsCheckingInterval: 1_000, requireHostHeader: false },
    return503OnClosing: false,
    ...answersOutsideHooks(config),
  })
  server.server.maxConnections = mostConnections
  const close = closing(server)
  secureHeaders(server, config)
  acceptBodies(server)

  server.addHook('onRequest', (request, reply, done) => {
    // Set on the raw response, because calls write to it directly.
    if (drainedAt !== null && performance.now() - drainedAt < sendAwayMs) reply.raw.setHeader('connection', 'close')
    if (!allowedMethods.has(request.method)) {
      reply.code(405).header('allow', 'GET, HEAD, POST, PATCH, DELETE')
      done(failure('request/refused'))
      return
    }
    done(refusalOf(request, config) ?? undefined)
  })
  server.addHook('onResponse', (request, reply, done) => {
    done()
    const route = request.routeOptions.url ?? '*'
    if (route === '/livez' || route === '/readyz' || route === '/assets/*') return
    const path = request.url.split('?')[0] ?? ''
    app.log.info('Request', {
      requestId: request.id,
      method: request.method,
      call: request.call ?? undefined,
      route: /^\/rpc\/[A-Za-z/]{1,60}$/.test(path) ? path : route,
      status: reply.raw.statusCode,
      ms: Math.round(reply.elapsedTime),
    })
  })
  server.setErrorHandler((cause: FastifyError, request, reply) => {
    const { error, unexpected } = answerForHttp(cause)
    app.room.noteError(cause)
    if (unexpected) app.log.error('A request failed', { requestId: request.id, ...describeError(cause) })
    const body = error.toJSON()
    const status = reply.statusCode === 405 ? 405 : error.status
    const retryAfter = retryAfterOf(error)
    if (retryAfter !== null && !reply.hasHeader('retry-after')) reply.header('retry-after', String(retryAfter))
    return reply
      .code(status)
      .header('content-type', 'application/json')
      .header('cache-control', 'no-store')
      .send(JSON.stringify(request.url.startsWith('/rpc/') ? { json: body } : body))
  })

  server.get('/livez', (_request, reply) => reply.header('content-type', 'text/plain').send('ok'))
  const isReady = readiness(app)
  server.get('/readyz', async (_request, reply) => {
    const answer = drainedAt === null ? await isReady() : 'not ready'
    return reply
      .code(answer === 'ready' ? 200 : 503)
      .header('content-type', 'text/plain')
      .send(answer)
  })
  server.get(
    '/api/openapi.json',
    constantText('application/json', async () => JSON.stringify(await describeApi())),
  )
  const sendDocs = constantText('text/html; charset=utf-8', async () => apiDocsPage(await describeApi()))
  const docsPolicy = styledPolicy(docsStyle)
  server.get('/api/docs', (request, reply) => sendDocs(request, reply.header('content-security-policy', docsPolicy)))
  if (!config.production && !config.smtpUrl) mountDevMail(server, mailer)
  mountCalls(server, app)
  mountFeeds(server, app)
  mountArchives(server, app, callOf)
  mountWellKnown(server, app)
  await mountPages(server, app)
  return {
    server,
    drain: () => {
      drainedAt ??= performance.now()
      app.watch.stop()
      app.callRates?.hurry()
    },
    close,
  }
}
