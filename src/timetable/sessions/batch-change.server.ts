import { handlersOf } from '#kernel/base.ts'
import { cancelBatch, completeBatch } from './batch.end.server.ts'
import { updateBatch } from './batch.update.server.ts'
import { batchContract } from '#timetable/batches/batch.contract.ts'

const os = handlersOf({ batches: batchContract })

/** The calls that change a batch and also its sessions, hence served by this room. */
export const batchChangeHandlers = {
  update: os.batches.update.handler(({ context, input }) => updateBatch(context, input)),
  cancel: os.batches.cancel.handler(({ context, input }) => cancelBatch(context, input)),
  complete: os.batches.complete.handler(({ context, input }) => completeBatch(context, input)),
}
