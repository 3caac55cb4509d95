import { guard } from '#kernel/guards.ts'

/** Whether a batch or a session to come is held in a hall, which is to be archived. */
export const hallInUse = guard<{ hall: string }, boolean>('hall.inUse')

/** Whether a batch that is held in a hall has more places than are to be left of it. */
export const hallShrinks = guard<{ hall: string; places: number }, boolean>('hall.shrinks')
