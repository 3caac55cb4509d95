import { guard } from '#kernel/guards.ts'

/** Whether a trainer about to be archived has a batch or a coming session. */
export const trainerInUse = guard<{ trainer: string }, boolean>('trainer.inUse')

/** Whether a batch of a trainer's teaches one of the services about to be taken from the trainer. */
export const trainerTeaches = guard<{ trainer: string; services: readonly string[] }, boolean>('trainer.teaches')
