import type { RawBuilder } from 'kysely'
import { expression } from '#kernel/expressions.ts'
import { guard } from '#kernel/guards.ts'

/** A batch is to have fewer places. Refused where more are taken. */
export const batchShrinks = guard<{ batch: string; totalCandidates: number }>('batch.shrinks')

/** How many people have a place in a batch, by its id, or an offer of one. */
export const batchEnrolled = expression<RawBuilder<unknown>, number>('batch.enrolled')

/** How many people wait for a place in a batch. */
export const batchWaitlisted = expression<RawBuilder<unknown>, number>('batch.waitlisted')

/** Whether a trainer holds a session of a batch, as a substitute does. */
export const batchHeldBy = expression<{ batch: RawBuilder<unknown>; trainer: string }, boolean>('batch.heldBy')
