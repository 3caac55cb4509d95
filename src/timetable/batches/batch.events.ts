import { event } from '#kernel/events.ts'
import type { Batch } from './batch.contract.ts'

/** A batch was made, changed, archived or restored. `typed` is there where its fields were just typed: with the start that its plan had, null for a new plan. */
export const batchSaved = event<{ batch: Batch; typed: { startDate: string | null } | null }>('batch.saved')

/** A batch is of another service than before; its sessions are in step with it already. */
export const batchServiceChanged = event<{ batch: string }>('batch.serviceChanged')
