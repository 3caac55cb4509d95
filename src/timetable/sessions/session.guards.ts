import type { RawBuilder } from 'kysely'
import { expression } from '#kernel/expressions.ts'
import { guard } from '#kernel/guards.ts'

/** Trainers are about to meet on some days. Answers return the days within a trainer's time off, earliest first. */
export const trainerAway = guard<readonly { day: string; trainer: string | undefined }[], string[]>('trainer.away')

/**
 * Locked sessions are about to leave the plan. Answers return those with marks, which must stay; anything only booked
 * for them is dropped.
 */
export const sessionsDropping = guard<{ sessions: readonly string[] }, string[]>('sessions.dropping')

/** How many people have marks in a session, given by id. */
export const sessionMarked = expression<RawBuilder<unknown>, number>('session.marked')
