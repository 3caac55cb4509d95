import { os } from '#kernel/base.ts'
import { cancelBatch, completeBatch } from '#timetable/sessions/batch.end.server.ts'
import { batches } from './batch.row.server.ts'
import { updateBatch } from '#timetable/sessions/batch.update.server.ts'

export const batchHandlers = {
  list: os.batches.list.handler(({ context, input }) => batches.list(context, input)),
  get: os.batches.get.handler(({ context, input }) => batches.get(context, input.id)),
  create: os.batches.create.handler(({ context, input }) => batches.create(context, input)),
  update: os.batches.update.handler(({ context, input }) => updateBatch(context, input)),
  archive: os.batches.archive.handler(({ context, input }) => batches.archive(context, input)),
  restore: os.batches.restore.handler(({ context, input }) => batches.restore(context, input)),
  cancel: os.batches.cancel.handler(({ context, input }) => cancelBatch(context, input)),
  complete: os.batches.complete.handler(({ context, input }) => completeBatch(context, input)),
}
