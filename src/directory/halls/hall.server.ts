import type { Builder } from '#db/tenant.ts'
import { lockVendor } from '#business/setup/lock.server.ts'
import { handlersOf, memberOf } from '#kernel/base.ts'
import { entity, searchPattern } from '#kernel/entity.ts'
import { failure, fieldFailure } from '#kernel/failure.ts'
import { askAny } from '#kernel/guards.ts'
import { columnsOf, rowsAs } from '#kernel/rows.ts'
import type { z } from 'zod/mini'
import { hallContract, type Hall, hall, type HallInput, type hallList, hallInput } from './hall.contract.ts'
import { hallInUse, hallShrinks } from './hall.guards.ts'

const os = handlersOf({ halls: hallContract })

const select = (on: Builder, vendorId: string) =>
  rowsAs<Hall>()(on.selectFrom('halls').select(columnsOf('halls', hall)).where('halls.vendorId', '=', vendorId))

/** Halls: the room form of spec 5 as rows (product 2.10). */
export const halls = entity<Hall, HallInput, z.output<typeof hallList>>({
  name: 'hall',
  table: 'halls',
  restored: 'active',
  fields: Object.keys(hallInput.shape),
  constraints: {},
  createsAtOnce: true,
  select,
  narrow(query, { search, audience }) {
    let narrowed = query
    if (search.trim()) narrowed = narrowed.where('halls.title', 'ilike', searchPattern(search.trim()))
    if (audience) narrowed = narrowed.where('halls.audience', '=', audience)
    return narrowed
  },
  async columns(input, call, trx, before) {
    // A hall must have room for every batch that meets in it (product 2.11).
    if (before !== null && input.totalCandidates < before.totalCandidates) {
      const question = { hall: before.id, places: input.totalCandidates }
      if (await askAny({ trx, call, vendorId: memberOf(call).vendorId }, hallShrinks, question))
        throw fieldFailure('totalCandidates', 'halls.totalCandidates.batch')
    }
    return { ...input }
  },
  hold: lockVendor,
  async beforeArchive(trx, vendorId, { id }, call) {
    if (await askAny({ trx, call, vendorId }, hallInUse, { hall: id })) throw failure('hall/in-use')
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
