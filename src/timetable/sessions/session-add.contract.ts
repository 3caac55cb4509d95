import { oc } from '@orpc/contract'
import * as z from 'zod/mini'
import { conflict } from '#lib/conflicts.ts'
import { day, id, time, withRules, type Rule } from '#lib/fields.ts'
import { notifyField } from '#timetable/batches/session-plan.contract.ts'
import { session } from './session.contract.ts'

/** One more session of a batch, with the batch's places. */
const addInput = z.strictObject({
  batch: id('sessions.batchMissing'),
  day: day({ required: 'sessions.day.required', format: 'sessions.day.required' }),
  startingTime: time({ required: 'sessions.startingTime.required', format: 'sessions.startingTime.format' }),
  endingTime: time({ required: 'sessions.endingTime.required', format: 'sessions.endingTime.format' }),
  trainer: id('sessions.trainer.required'),
  hall: z._default(z.nullable(id()), null),
})
export type SessionAddInput = z.output<typeof addInput>

/** Sessions end on the day they begin (product 2.18). */
const addRules: Rule<SessionAddInput>[] = [
  {
    path: 'endingTime',
    error: 'sessions.endingTime.greater',
    holds: ({ startingTime, endingTime }) => !startingTime || !endingTime || endingTime > startingTime,
  },
]
export const sessionAddForm = withRules(addInput, addRules)

const added = z.strictObject({ ...addInput.shape, id: z.optional(id()), tell: notifyField })
export type SessionAdded = z.output<typeof added>

/** The calls that add a session to a batch's plan. */
export const sessionAddContract = {
  /** How many people one more session concerns, how many of them have an e-mail address, and what conflicts with it; writes nothing. */
  addPreview: oc
    .route({ method: 'POST', path: '/sessions/preview' })
    .input(sessionAddForm)
    .output(
      z.object({
        people: z.number(),
        reachable: z.number(),
        conflicts: z.array(conflict),
        /** The day, if the trainer is away on it: a warning. */
        away: z.array(z.string()),
      }),
    ),
  /** Adds a session to an open batch within its dates, in addition to its plan. A retry with the same id changes nothing. */
  add: oc.route({ method: 'POST', path: '/sessions', successStatus: 201 }).input(withRules(added, addRules)).output(session),
}
