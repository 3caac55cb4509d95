import type { Trx } from '#db/tenant.ts'
import { os } from '#server/base.ts'
import { entity, searchPattern, type RowQuery } from '#server/entity.ts'
import { failure } from '#server/failure.ts'
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
  columns: (input) => ({ ...input }),
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
