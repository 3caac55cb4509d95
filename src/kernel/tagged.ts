import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** Sends a body with its ETag, and 304 to a client that already has it (RFC 9110, 13.1.2). */
export function sendTagged(request: FastifyRequest, reply: FastifyReply, body: string): FastifyReply {
  const tag = `"${createHash('sha256').update(body).digest('base64url')}"`
  reply.header('etag', tag)
  const known = (request.headers['if-none-match'] ?? '').split(',').map((name) => name.trim().replace(/^W\//, ''))
  return known.includes(tag) || known.includes('*') ? reply.code(304).send() : reply.send(body)
}
