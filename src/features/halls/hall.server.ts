import type { Trx } from '#db/tenant.ts'
import { lockTimetable } from '#features/sessions/plan.server.ts'
import { memberOf, os } from '#server/base.ts'
import { entity, searchPattern, type RowQuery } from '#server/entity.ts'
import { failure, fieldFailure } from '#server/failure.ts'
import type { z } from 'zod/mini'
import type { Hall, HallInput, hallList } from './hall.contract.ts'

const select = (trx: Trx, vendorId: string) =>
  trx
    .selectFrom('halls')
    .select([
      'halls.id',
      'halls.title',
      'halls.size',
      'halls.totalCandidates',
      'halls.audience',
      'halls.state',
      'halls.createdAt',
      'halls.updatedAt',
      'halls.version',
    ])
    .where('halls.vendorId', '=', vendorId) as unknown as RowQuery<Hall>

/** A hall holds every batch that meets in it (product 2.11). */
async function assertRoom(trx: Trx, vendorId: string, hall: string, totalCandidates: number): Promise<void> {
  const larger = await trx
    .selectFrom('batches')
    .select('id')
    .where('vendorId', '=', vendorId)
    .where('hall', '=', hall)
    .where('state', 'in', ['draft', 'open'])
    .where('totalCandidates', '>', totalCandidates)
    .limit(1)
    .executeTakeFirst()
  if (larger) throw fieldFailure('totalCandidates', 'halls.totalCandidates.batch')
}

/** Halls: the room form of spec 5 as rows (product 2.10). */
export const halls = entity<Hall, HallInput, z.output<typeof hallList>>({
  name: 'hall',
  table: 'halls',
  restored: 'active',
  constraints: {},
  select,
  narrow(query, { search, audience }) {
    let narrowed = query
    if (search.trim()) narrowed = narrowed.where('halls.title', 'ilike', searchPattern(search.trim()))
    if (audience) narrowed = narrowed.where('halls.audience', '=', audience)
    return narrowed
  },
  async columns(input, call, trx, before) {
    if (before && input.totalCandidates < before.totalCandidates)
      await assertRoom(trx, memberOf(call).vendorId, before.id, input.totalCandidates)
    return { ...input }
  },
  hold: lockTimetable,
  async beforeArchive(trx, vendorId, { id }) {
    const used = await trx
      .selectFrom('batches')
      .select('id')
      .where('vendorId', '=', vendorId)
      .where('hall', '=', id)
      .where('state', 'in', ['draft', 'open'])
      .limit(1)
      .executeTakeFirst()
    if (used) throw failure('hall/in-use')
  },
})

export const hallHandlers = {
  list: os.halls.list.handler(({ context, input }) => halls.list(context, input)),
  get: os.halls.get.handler(({ context, input }) => halls.get(context, input.id)),
  create: os.halls.create.handler(({ context, input }) => halls.create(context, input)),
  update: os.halls.update.handler(({ context, input }) => halls.update(context, input)),
  archive: os.halls.archive.handler(({ context, input }) => halls.archive(context, input)),
  restore: os.halls.restore.handler(({ context, input }) => halls.restore(context, input)),
}
