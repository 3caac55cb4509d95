import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { App } from '#kernel/app.ts'
import { StoreAway } from '#kernel/bucket.ts'
import { admit, type Call } from '#kernel/base.ts'
import { failure } from '#kernel/failure.ts'
import { inTenant } from '#kernel/context.ts'
import { describeError } from '#kernel/log.ts'
import { readyArchive } from './archive.server.ts'

/**
 * /archives/{id}.zip: a ready archive, only for a session that may call `archives.open`.
 * @param callOf the call for a request
 */
export function mountArchives(
  server: FastifyInstance,
  app: App,
  callOf: (app: App, request: FastifyRequest, reply: FastifyReply) => Call,
): void {
  server.get<{ Params: { name: string } }>('/archives/:name', async (request, reply) => {
    const context = await admit(callOf(app, request, reply), 'archives.open')
    const id = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.zip$/.exec(request.params.name)?.[1]
    if (!id) throw failure('document/not-found')
    const { file, asOf } = await inTenant(readyArchive)({ context, input: { id } })
    const stored = await app.archives.get(file).catch((error: unknown) => {
      if (!(error instanceof StoreAway)) throw error
      app.log.error('An archive could not be read: the bucket is away', describeError(error))
      throw failure('server/unavailable')
    })
    if (!stored) throw failure('document/not-found')
    return reply
      .header('content-type', 'application/zip')
      .header('content-disposition', `attachment; filename="touchline-${asOf.slice(0, 10)}.zip"`)
      .header('cache-control', 'no-store')
      .header('content-length', stored.size)
      .send(stored.stream)
  })
}
