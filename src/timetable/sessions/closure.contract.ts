import { oc } from '@orpc/contract'
import * as z from 'zod/mini'
import { decided, effectsShown } from '#business/acts/act-effects.contract.ts'
import { changeOf, record } from '#lib/calls.ts'
import { day, id, time, withRules, text, type Rule } from '#lib/fields.ts'
import { notifyField } from '#timetable/batches/session-plan.contract.ts'
import { session } from './session.contract.ts'

const days = {
  fromDay: day({ required: 'sessions.closure.fromDay.required', format: 'sessions.closure.fromDay.required' }),
  toDay: day({ required: 'sessions.closure.toDay.required', format: 'sessions.closure.toDay.required' }),
}

/** What is closed: one day or a range of at most a year, all of each day or the same hours of it, and the whole business or one hall. */
const spanInput = z.strictObject({
  ...days,
  startingTime: z._default(z.nullable(time({ required: 'sessions.startingTime.required', format: 'sessions.startingTime.format' })), null),
  endingTime: z._default(z.nullable(time({ required: 'sessions.endingTime.required', format: 'sessions.endingTime.format' })), null),
  hall: z._default(z.nullable(id()), null),
})
export type ClosureSpan = z.output<typeof spanInput>

/** What is closed, and the text for customers (product 3). */
export const closureFields = z.strictObject({
  ...spanInput.shape,
  label: text({ required: 'sessions.closure.label.required', max: 60, long: 'sessions.closure.label.long' }),
})
export type ClosureFields = z.output<typeof closureFields>

/** The input of the closure form. */
export const closureInput = z.strictObject({ ...closureFields.shape, tell: notifyField, ...decided })
export type ClosureInput = z.output<typeof closureInput>
export const closureRules = [
  {
    path: 'toDay',
    error: 'sessions.closure.toDay.after',
    holds: ({ fromDay, toDay }: Partial<ClosureSpan>) => !fromDay || !toDay || toDay >= fromDay,
  },
  {
    path: 'toDay',
    error: 'sessions.closure.toDay.long',
    holds: ({ fromDay, toDay }: Partial<ClosureSpan>) => !fromDay || !toDay || Date.parse(toDay) - Date.parse(fromDay) <= 366 * 86_400_000,
  },
  {
    path: 'startingTime',
    error: 'sessions.startingTime.required',
    holds: ({ startingTime, endingTime }: Partial<ClosureSpan>) => Boolean(startingTime) || !endingTime,
  },
  {
    path: 'endingTime',
    error: 'sessions.endingTime.required',
    holds: ({ startingTime, endingTime }: Partial<ClosureSpan>) => Boolean(endingTime) || !startingTime,
  },
  {
    path: 'endingTime',
    error: 'sessions.endingTime.greater',
    holds: ({ startingTime, endingTime }: Partial<ClosureSpan>) => !startingTime || !endingTime || endingTime > startingTime,
  },
] satisfies Rule<ClosureSpan>[]
export const closureSpanForm = withRules(spanInput, closureRules)
export const closureForm = withRules(closureInput, closureRules)

/** Days or hours without sessions, of the business or of one hall. `cancelled` counts the sessions that the closure cancelled. */
export const closure = z.object({
  ...record,
  fromDay: z.string(),
  toDay: z.string(),
  /** Null where whole days are closed. */
  startingTime: z.nullable(z.string()),
  endingTime: z.nullable(z.string()),
  /** Null where the whole business is closed. */
  hall: z.nullable(z.string()),
  hallTitle: z.nullable(z.string()),
  label: z.string(),
  cancelled: z.number(),
})
export type Closure = z.output<typeof closure>

const created = z.strictObject({ ...closureInput.shape, id: z.optional(id()) })
const updated = z.strictObject({ ...changeOf(closureFields).shape, tell: notifyField, ...decided })
export type ClosureChange = z.output<typeof updated>

/** What would be closed, by a new closure or by the one with the id. */
const namedSpan = withRules(z.strictObject({ ...spanInput.shape, id: z.optional(id()) }), closureRules)

export const closureContract = {
  /** From today on, with `all` also past ones; nearest first. */
  list: oc
    .route({ method: 'GET', path: '/closures' })
    .input(z.strictObject({ all: z._default(z.boolean('lib.fields.invalid'), false) }))
    .output(z.array(closure)),
  /**
   * The sessions that a closure, or a change of the one with the id, would cancel, how many people they have, and how many that it
   * cancelled would no longer be closed; writes nothing.
   */
  touch: oc
    .route({ method: 'POST', path: '/closures/touch' })
    .input(namedSpan)
    .output(z.object({ sessions: z.array(session), count: z.number(), people: z.number(), restored: z.number() })),
  /** What a closure, or a change of the one with the id, would credit people; changes nothing. */
  effects: oc.route({ method: 'POST', path: '/closures/effects' }).input(namedSpan).output(effectsShown),
  create: oc.route({ method: 'POST', path: '/closures', successStatus: 201 }).input(withRules(created, closureRules)).output(closure),
  /**
   * Changes a closure: sessions that it closes now are cancelled, those that it no longer closes take place where trainer and hall are
   * free. With `tell`, people are mailed both.
   */
  update: oc.route({ method: 'PATCH', path: '/closures/{id}' }).input(updated).output(closure),
  /**
   * Removes a closure: sessions that it cancelled or prevented take place; with `tell`, anyone mailed a cancellation is
   * mailed that too.
   */
  remove: oc
    .route({ method: 'DELETE', path: '/closures/{id}' })
    .input(z.strictObject({ id: id(), tell: notifyField }))
    .output(z.object({ restored: z.number() })),
}
