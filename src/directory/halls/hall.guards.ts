import { guard } from '#kernel/guards.ts'

/** Whether a hall about to be archived has a batch or a coming session. */
export const hallInUse = guard<{ hall: string }, boolean>('hall.inUse')

/** Whether a batch in a hall has more places than the hall is about to have. */
export const hallShrinks = guard<{ hall: string; places: number }, boolean>('hall.shrinks')
