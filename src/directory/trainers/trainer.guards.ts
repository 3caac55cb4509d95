import { guard } from '#kernel/guards.ts'

/** Whether a batch or a session to come has a trainer, who is to be archived. */
export const trainerInUse = guard<{ trainer: string }, boolean>('trainer.inUse')

/** Whether a batch of a trainer's teaches one of some services, which are to be taken from the trainer. */
export const trainerTeaches = guard<{ trainer: string; services: readonly string[] }, boolean>('trainer.teaches')
