import { oc } from '@orpc/contract'
import * as z from 'zod/mini'
import { decided, effectsShown } from '#business/acts/act-effects.contract.ts'
import { changeOf, record, versioned } from '#lib/calls.ts'
import { conflict } from '#lib/conflicts.ts'
import { day, id, withRules, text, time, wholeNumber, type Rule } from '#lib/fields.ts'
import { daysBetween } from '#lib/days.ts'
import { calendarDay, sessionPlanContract, notifyField } from '#timetable/batches/session-plan.contract.ts'

/** `scheduled → completed`, `scheduled → cancelled(reason) → scheduled` (product 3). */
export const sessionStates = ['scheduled', 'completed', 'cancelled'] as const

/** Which sessions of a batch a change applies to (product 6). */
export const sessionScopes = ['this', 'following', 'all'] as const
export type SessionScope = (typeof sessionScopes)[number]

/** One dated meeting of a batch. `day`, `startingTime` and `endingTime` are local to the business; instants are UTC. */
export const session = z.object({
  ...record,
  batch: z.string(),
  batchName: z.string(),
  batchCode: z.string(),
  serviceType: z.string(),
  surface: z.string(),
  day: z.string(),
  startingTime: z.string(),
  endingTime: z.string(),
  startsAt: z.string(),
  endsAt: z.string(),
  trainer: z.string(),
  trainerName: z.string(),
  hall: z.nullable(z.string()),
  hallTitle: z.nullable(z.string()),
  capacity: z.number(),
  /** Whether it was changed individually, apart from its batch. */
  isOwn: z.boolean(),
  state: z.enum(sessionStates),
  reason: z.nullable(z.string()),
  /** People who are expected. */
  booked: z.number(),
  /** People whose attendance was marked. */
  marked: z.number(),
})
export type Session = z.output<typeof session>

/** Maximum rows of one answer; `isCapped` if there are more. */
export const sessionLimit = 2000

/** A range of days, both included, of at most 400 days. */
const sessionRange = z.strictObject({
  from: calendarDay(),
  to: calendarDay(),
  trainer: z.optional(id()),
  hall: z.optional(id()),
  batch: z.optional(id()),
  state: z._default(z.enum(['all', 'held', ...sessionStates], 'lib.fields.invalid'), 'all'),
})
export type SessionRange = z.output<typeof sessionRange>
const rangeRules: Rule<SessionRange>[] = [
  {
    path: 'to',
    error: 'lib.fields.invalid',
    holds: ({ from, to }) => !from || !to || (daysBetween(from, to) >= 0 && daysBetween(from, to) <= 400),
  },
]

/** The input of the session form. Fields equal to the session's own are left unchanged in the other sessions of the scope. */
export const sessionInput = z.strictObject({
  day: day({ required: 'sessions.day.required', format: 'sessions.day.required' }),
  startingTime: time({ required: 'sessions.startingTime.required', format: 'sessions.startingTime.format' }),
  endingTime: time({ required: 'sessions.endingTime.required', format: 'sessions.endingTime.format' }),
  trainer: id('sessions.trainer.required'),
  hall: z._default(z.nullable(id()), null),
  capacity: wholeNumber({
    required: 'sessions.capacity.required',
    number: 'sessions.capacity.number',
    min: 1,
    low: 'sessions.capacity.number',
    max: 100_000,
  }),
})
export type SessionInput = z.output<typeof sessionInput>

const touchInput = z.strictObject({
  ...changeOf(sessionInput).shape,
  scope: z._default(z.enum(sessionScopes, 'lib.fields.invalid'), 'this'),
})
export type SessionTouchInput = z.output<typeof touchInput>
const changeInput = z.strictObject({ ...touchInput.shape, tell: notifyField })
export type ChangeInput = z.output<typeof changeInput>
/** Sessions end on the day they begin (product 2.18). */
export const sessionRules: Rule<SessionInput>[] = [
  {
    path: 'endingTime',
    error: 'sessions.endingTime.greater',
    holds: ({ startingTime, endingTime }) => !startingTime || !endingTime || endingTime > startingTime,
  },
]
export const sessionForm = withRules(sessionInput, sessionRules)

const cancelInput = z.strictObject({
  ...versioned,
  scope: z._default(z.enum(sessionScopes, 'lib.fields.invalid'), 'this'),
  reason: text({ required: 'sessions.reason.required', max: 200, long: 'sessions.reason.long' }),
  tell: notifyField,
  ...decided,
})
export type CancelInput = z.output<typeof cancelInput>

const restoreInput = z.strictObject({ ...versioned, tell: notifyField })
export type RestoreInput = z.output<typeof restoreInput>

/** How much a change would affect, before it is saved. */
export const touched = z.object({
  sessions: z.number(),
  people: z.number(),
  /** The affected people with an e-mail address whose sessions would be at other times, elsewhere or with another trainer. */
  reachable: z.number(),
  conflicts: z.array(conflict),
  /** Days on which the trainer would be away: a warning. */
  away: z.array(z.string()),
})
export type Touched = z.output<typeof touched>

export const sessionContract = {
  list: oc
    .route({ method: 'GET', path: '/sessions' })
    .input(withRules(sessionRange, rangeRules))
    .output(z.object({ rows: z.array(session), isCapped: z.boolean() })),
  get: oc
    .route({ method: 'GET', path: '/sessions/{id}' })
    .input(z.strictObject({ id: id() }))
    .output(session),
  ...sessionPlanContract,
  /** What `change` would affect; writes nothing. */
  touch: oc.route({ method: 'POST', path: '/sessions/{id}/touch' }).input(touchInput).output(touched),
  change: oc.route({ method: 'PATCH', path: '/sessions/{id}' }).input(changeInput).output(session),
  cancel: oc.route({ method: 'POST', path: '/sessions/{id}/cancel' }).input(cancelInput).output(session),
  /** What cancelling sessions would credit; changes nothing. */
  effects: oc
    .route({ method: 'POST', path: '/sessions/{id}/effects' })
    .input(z.strictObject({ id: id(), scope: cancelInput.shape.scope }))
    .output(effectsShown),
  /** Restores a cancelled session; with `tell`, anyone mailed its cancellation is mailed that too. */
  restore: oc.route({ method: 'POST', path: '/sessions/{id}/restore' }).input(restoreInput).output(session),
}
