import type { FastifyInstance, FastifyRequest } from 'fastify'
import { sessionCookie } from './base.ts'
import type { Config } from './config.ts'
import { failure } from './failure.ts'
import { signatureHeader } from './signature.ts'

/** The maximum size of a JSON body in bytes (checks, "Limits"). */
const jsonLimit = 65_536
/** The maximum of an upload: the file's limit, its multipart frame, and room to answer a larger file with the form's own message. */
export const uploadLimit = 2_097_152
const depthLimit = 20

/** @throws request/invalid for nesting beyond 20 and for keys that could reach a prototype */
function assertPlain(value: unknown, depth = 0): void {
  if (typeof value !== 'object' || value === null) return
  if (depth > depthLimit) throw failure('request/invalid', { issues: [] })
  if (Array.isArray(value)) {
    for (const entry of value) assertPlain(entry, depth + 1)
    return
  }
  for (const [key, entry] of Object.entries(value)) {
    if (key === '__proto__' || key === 'constructor' || key === 'prototype') throw failure('request/invalid', { issues: [] })
    assertPlain(entry, depth + 1)
  }
}

/** Parses a JSON body that is safe to walk. @throws request/invalid */
function parseJson(body: string): unknown {
  if (body === '') return undefined
  let value: unknown
  try {
    value = JSON.parse(body)
  } catch {
    throw failure('request/invalid', { issues: [] })
  }
  assertPlain(value)
  return value
}

const texts = new WeakMap<FastifyRequest, string>()

/** The body of a signed request as it was sent: the signature covers this text. */
export const signedText = (request: FastifyRequest): string => texts.get(request) ?? ''

/** Accepts only JSON, and multipart for uploads; both are counted while they stream in. */
export function acceptBodies(server: FastifyInstance): void {
  server.removeAllContentTypeParsers()
  server.addContentTypeParser(
    'application/json',
    { parseAs: 'string', bodyLimit: jsonLimit },
    async (request: FastifyRequest, body: string | Buffer) => {
      if (request.headers[signatureHeader] !== undefined) texts.set(request, String(body))
      return parseJson(String(body))
    },
  )
  server.addContentTypeParser(
    'multipart/form-data',
    { parseAs: 'buffer', bodyLimit: uploadLimit },
    async (request: FastifyRequest, body: string | Buffer) => {
      const contentType = request.headers['content-type'] ?? ''
      try {
        return await new Response(new Uint8Array(Buffer.from(body)), { headers: { 'content-type': contentType } }).formData()
      } catch {
        throw failure('request/invalid', { issues: [] })
      }
    },
  )
}

/** The paths that accept multipart bodies. */
const uploads = new Set(['/rpc/images/upload', '/api/images'])

/** Whether a Host leads only to the user's own machine. */
export const isLoopbackHost = (host: string): boolean => /^(?:localhost|127\.0\.0\.1|\[?::1\]?)(?::\d{1,5})?$/i.test(host)

/** The protocol of a request. A value forwarded by a proxy may be anything that its client wrote, even another origin. */
const protocolOf = ({ protocol }: FastifyRequest) => (protocol === 'https' ? 'https' : 'http')

/**
 * The origin of links in mails: the configured one. Without one they lead only to this machine, since anyone may
 * put any Host into a request, and a mail of the product must not carry its secret to that host.
 */
export function linkOriginOf(request: FastifyRequest, config: Pick<Config, 'publicOrigin' | 'port'>): string {
  const { headers, socket } = request
  const { host = '' } = headers
  return (
    config.publicOrigin ??
    (isLoopbackHost(host) ? `${protocolOf(request)}://${host}` : `http://localhost:${socket.localPort ?? config.port}`)
  )
}

/** The origin that a browser's Origin header is compared with, and that a passkey signs: the configured one, otherwise the request's own. */
export function originOf(request: FastifyRequest, config: Pick<Config, 'publicOrigin'>): string {
  return config.publicOrigin ?? `${protocolOf(request)}://${request.headers.host ?? ''}`
}

/** The key in an Authorization header; null where there is none. */
function bearerOf(header: string | undefined): string | null {
  return /^bearer +(.*)$/is.exec(header ?? '')?.[1]?.trim() ?? null
}

/** The API key of a request; only paths under /api accept one. */
export function apiKeyOf({ url, headers }: FastifyRequest): string | null {
  return url.startsWith('/api/') ? bearerOf(headers.authorization) : null
}

/**
 * Why a request that another site's page could have sent is refused (checks, "CSRF"), or null:
 * a write must have a same-origin Sec-Fetch-Site, else an exact Origin if the browser sent one, and
 * a JSON body type (multipart for uploads), which a foreign form can't produce without a preflight.
 * Another site's page can't send an API key, so a request with one has no origin to prove; but a request
 * that also has a session is refused, since it is not clear on whose behalf it acts.
 */
export function refusalOf(request: FastifyRequest, config: Config): ReturnType<typeof failure> | null {
  const { headers } = request
  const hosts = request.raw.rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === 'host').length
  // Of two Host headers, Node reads the first, a proxy perhaps the second.
  if (hosts > 1 || (hosts === 0 && request.raw.httpVersion === '1.1')) return failure('request/invalid', { issues: [] })
  const hasKey = apiKeyOf(request) !== null
  if (hasKey && headers.cookie?.includes(`${sessionCookie}=`)) return failure('request/refused')
  if (request.method === 'GET' || request.method === 'HEAD') return null
  const site = headers['sec-fetch-site']
  const origin = headers.origin
  const own = originOf(request, config)
  if (!hasKey && site !== undefined && site !== 'same-origin') return failure('request/refused')
  if (!hasKey && origin !== undefined && origin !== own) return failure('request/refused')
  const path = request.url.split('?')[0] ?? ''
  const type = headers['content-type'] ?? ''
  const isJson = /^application\/json(?:; ?charset=utf-8)?$/i.test(type)
  const isUpload = uploads.has(path) && /^multipart\/form-data; ?boundary=[!-~]{1,100}$/i.test(type)
  // Another site's form can send multipart too, so an upload needs the browser's statement of its origin.
  if (isUpload && !hasKey && site === undefined && origin === undefined) return failure('request/refused')
  if ((!isJson && !isUpload) || headers['content-encoding'] !== undefined) return failure('request/unsupported')
  return null
}
