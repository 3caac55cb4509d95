import { handlersOf } from '#kernel/base.ts'
import { completeBatch } from './batch.end.server.ts'
import { batchContract } from '#timetable/batches/batch.contract.ts'

const os = handlersOf({ batches: batchContract })

/** The calls that change a batch and also its sessions, hence served by this room; those that change money are served by `effects`. */
export const batchChangeHandlers = {
  complete: os.batches.complete.handler(({ context, input }) => completeBatch(context, input)),
}
