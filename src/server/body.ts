import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Config } from './config.ts'
import { failure } from './failure.ts'

/** A JSON body at most (checks, "Limits"). */
export const jsonLimit = 65_536
/** An upload: the file's own limit, its multipart frame, and room to answer a larger file with the form's own sentence. */
export const uploadLimit = 2_097_152
const depthLimit = 20

/** @throws request/invalid for nesting beyond 20 and for keys that could reach a prototype */
export function assertPlain(value: unknown, depth = 0): void {
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
export function parseJson(body: string): unknown {
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

/** Only JSON, and multipart where files are taken; both counted while they stream in. */
export function acceptBodies(server: FastifyInstance): void {
  server.removeAllContentTypeParsers()
  server.addContentTypeParser(
    'application/json',
    { parseAs: 'string', bodyLimit: jsonLimit },
    async (_request: FastifyRequest, body: string | Buffer) => parseJson(String(body)),
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

/**
 * Why a request is refused that another site's page could have sent (checks, "CSRF"), or null:
 * a write must carry a same-origin Sec-Fetch-Site, else an exact Origin where the browser sent
 * one, and a JSON body type (multipart for uploads), which no foreign form can produce unasked.
 */
export function refusalOf(request: FastifyRequest, config: Config): ReturnType<typeof failure> | null {
  if (request.method === 'GET' || request.method === 'HEAD') return null
  const { headers } = request
  const site = headers['sec-fetch-site']
  const origin = headers.origin
  const own = config.publicOrigin ?? `${request.protocol}://${headers.host ?? ''}`
  if (site !== undefined && site !== 'same-origin') return failure('request/refused')
  if (origin !== undefined && origin !== own) return failure('request/refused')
  const path = request.url.split('?')[0] ?? ''
  const type = headers['content-type'] ?? ''
  const isJson = /^application\/json(?:; ?charset=utf-8)?$/i.test(type)
  const isUpload = uploads.has(path) && /^multipart\/form-data; ?boundary=[!-~]{1,100}$/i.test(type)
  // A form of another site can send multipart too, so an upload needs the browser's word for its origin.
  if (isUpload && site === undefined && origin === undefined) return failure('request/refused')
  if ((!isJson && !isUpload) || headers['content-encoding'] !== undefined) return failure('request/unsupported')
  return null
}
