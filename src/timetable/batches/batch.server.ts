import { handlersOf } from '#kernel/base.ts'
import { batches } from './batch.row.server.ts'
import { batchContract } from './batch.contract.ts'

const os = handlersOf({ batches: batchContract })

/** Changes that also concern sessions, places or money are served by higher rooms: `enrolments` and `effects`. */
export const batchHandlers = {
  list: os.batches.list.handler(({ context, input }) => batches.list(context, input)),
  get: os.batches.get.handler(({ context, input }) => batches.get(context, input.id)),
  create: os.batches.create.handler(({ context, input }) => batches.create(context, input)),
  archive: os.batches.archive.handler(({ context, input }) => batches.archive(context, input)),
  restore: os.batches.restore.handler(({ context, input }) => batches.restore(context, input)),
}
