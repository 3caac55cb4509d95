import type { RawBuilder } from 'kysely'
import { expression } from '#kernel/expressions.ts'
import { guard } from '#kernel/guards.ts'

/** A batch is about to have fewer places. Refused if more are taken. */
export const batchShrinks = guard<{ batch: string; totalCandidates: number }>('batch.shrinks')

/** How many people have a place, or an offer of one, in a batch given by id. */
export const batchEnrolled = expression<RawBuilder<unknown>, number>('batch.enrolled')

/** How many people are on a batch's waiting list. */
export const batchWaitlisted = expression<RawBuilder<unknown>, number>('batch.waitlisted')

/** Whether a trainer has a session of a batch, for example as a substitute. */
export const batchHeldBy = expression<{ batch: RawBuilder<unknown>; trainer: string }, boolean>('batch.heldBy')
