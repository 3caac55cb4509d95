import { event } from '#kernel/events.ts'
import type { Batch } from './batch.contract.ts'

/**
 * A batch was created, changed, archived or restored. If its fields were just typed, `typed` has the previous plan's
 * start, null for a new plan.
 */
export const batchSaved = event<{ batch: Batch; typed: { startDate: string | null } | null }>('batch.saved')

/** A batch's service changed; its sessions are in step with it already. */
export const batchServiceChanged = event<{ batch: string }>('batch.serviceChanged')
