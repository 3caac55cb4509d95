import type { RawBuilder } from 'kysely'
import { expression } from '#kernel/expressions.ts'
import { guard } from '#kernel/guards.ts'

/** Trainers are to meet on some days. Answered with those of the days that lie in a trainer's time off, earliest first. */
export const trainerAway = guard<readonly { day: string; trainer: string | undefined }[], string[]>('trainer.away')

/** Sessions that are to be taken out of the plan, held. Answered with those that have marks, which must stay; what was only booked for them is dropped. */
export const sessionsDropping = guard<{ sessions: readonly string[] }, string[]>('sessions.dropping')

/** For how many people a session, by its id, has marks. */
export const sessionMarked = expression<RawBuilder<unknown>, number>('session.marked')
