import type { FastifyInstance, FastifyRequest } from 'fastify'
import { sessionCookie } from './base.ts'
import type { Config } from './config.ts'
import { failure } from './failure.ts'
import { signatureHeader } from './signature.ts'

/** A JSON body at most (checks, "Limits"). */
const jsonLimit = 65_536
/** An upload: the file's own limit, its multipart frame, and room to answer a larger file with the form's own sentence. */
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

/** The body of a signed request as it was sent, which is what a signature is over. */
export const signedText = (request: FastifyRequest): string => texts.get(request) ?? ''

/** Only JSON, and multipart where files are taken; both counted while they stream in. */
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

/** The addresses that take multipart bodies. */
const uploads = new Set(['/rpc/images/upload', '/api/images'])

/** Whether a Host leads no one anywhere but to the machine that they sit at. */
export const isLoopbackHost = (host: string): boolean => /^(?:localhost|127\.0\.0\.1|\[?::1\]?)(?::\d{1,5})?$/i.test(host)

/** How a request came. What a proxy passes on as such may be anything that its client wrote, another origin too. */
const protocolOf = ({ protocol }: FastifyRequest) => (protocol === 'https' ? 'https' : 'http')

/**
 * The origin of the links in mails: the configured one. Without one they lead to this machine and nowhere else, since
 * anybody may write a Host into a request, and a mail of the product must not carry its secret to theirs.
 */
export function linkOriginOf(request: FastifyRequest, config: Pick<Config, 'publicOrigin' | 'port'>): string {
  const { headers, socket } = request
  const { host = '' } = headers
  return (
    config.publicOrigin ??
    (isLoopbackHost(host) ? `${protocolOf(request)}://${host}` : `http://localhost:${socket.localPort ?? config.port}`)
  )
}

/** The origin that a browser's word is held against: the configured one, otherwise the request's own. */
function originOf(request: FastifyRequest, config: Pick<Config, 'publicOrigin'>): string {
  return config.publicOrigin ?? `${protocolOf(request)}://${request.headers.host ?? ''}`
}

/** The key in an Authorization header; null where it carries none. */
function bearerOf(header: string | undefined): string | null {
  return /^bearer +(.*)$/is.exec(header ?? '')?.[1]?.trim() ?? null
}

/** The API key of a request; only the addresses under /api take one. */
export function apiKeyOf({ url, headers }: FastifyRequest): string | null {
  return url.startsWith('/api/') ? bearerOf(headers.authorization) : null
}

/**
 * Why a request is refused that another site's page could have sent (checks, "CSRF"), or null:
 * a write must carry a same-origin Sec-Fetch-Site, else an exact Origin where the browser sent
 * one, and a JSON body type (multipart for uploads), which no foreign form can produce unasked.
 * No page of another site can send an API key, so a request with one has no origin to prove; but one
 * that brings a session too is refused, since it is not clear whose it is.
 */
export function refusalOf(request: FastifyRequest, config: Config): ReturnType<typeof failure> | null {
  const { headers } = request
  const hosts = request.raw.rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === 'host').length
  // Node reads the first of two, a proxy perhaps the second.
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
  // A form of another site can send multipart too, so an upload needs the browser's word for its origin.
  if (isUpload && !hasKey && site === undefined && origin === undefined) return failure('request/refused')
  if ((!isJson && !isUpload) || headers['content-encoding'] !== undefined) return failure('request/unsupported')
  return null
}
