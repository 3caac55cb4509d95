import * as z from 'zod/mini'

/** A conflict: another session of the trainer or the hall, or a closure of the hall or the business; `batchName` is its reason then. */
export const conflict = z.object({
  day: z.string(),
  startingTime: z.string(),
  endingTime: z.string(),
  batchName: z.string(),
  part: z.enum(['trainer', 'hall', 'closure']),
})
export type Conflict = z.output<typeof conflict>

/** The conflicts that a refusal names, if any. */
export const conflictsIn = (said: unknown): Conflict[] => z.array(conflict).safeParse(said).data ?? []
