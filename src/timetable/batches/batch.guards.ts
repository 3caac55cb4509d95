import { guard } from '#kernel/guards.ts'

/** A batch is to have fewer places. Refused where more are taken. */
export const batchShrinks = guard<{ batch: string; totalCandidates: number }>('batch.shrinks')
