import { oc } from '@orpc/contract'
import * as z from 'zod/mini'
import { decided, effectsShown } from '#business/acts/act-effects.contract.ts'
import { record } from '#lib/calls.ts'
import { day, id, withRules, text, type Rule } from '#lib/fields.ts'
import { notifyField } from '#timetable/batches/session-plan.contract.ts'
import { session } from './session.contract.ts'

const days = {
  fromDay: day({ required: 'sessions.closure.fromDay.required', format: 'sessions.closure.fromDay.required' }),
  toDay: day({ required: 'sessions.closure.toDay.required', format: 'sessions.closure.toDay.required' }),
}

/** The input of the closure form: one day or a range of at most a year, and the text for customers (product 3). */
export const closureInput = z.strictObject({
  ...days,
  label: text({ required: 'sessions.closure.label.required', max: 60, long: 'sessions.closure.label.long' }),
  tell: notifyField,
  ...decided,
})
export type ClosureInput = z.output<typeof closureInput>
type Days = { fromDay: string; toDay: string }
const closureRules = [
  {
    path: 'toDay',
    error: 'sessions.closure.toDay.after',
    holds: ({ fromDay, toDay }: Partial<Days>) => !fromDay || !toDay || toDay >= fromDay,
  },
  {
    path: 'toDay',
    error: 'sessions.closure.toDay.long',
    holds: ({ fromDay, toDay }: Partial<Days>) => !fromDay || !toDay || Date.parse(toDay) - Date.parse(fromDay) <= 366 * 86_400_000,
  },
] satisfies Rule<Days>[]
export const closureForm = withRules(closureInput, closureRules)

/** One or more days without sessions. `cancelled` counts the sessions that the closure cancelled. */
export const closure = z.object({ ...record, fromDay: z.string(), toDay: z.string(), label: z.string(), cancelled: z.number() })
export type Closure = z.output<typeof closure>

const created = z.strictObject({ ...closureInput.shape, id: z.optional(id()) })

export const closureContract = {
  /** From today on, with `all` also past ones; nearest first. */
  list: oc
    .route({ method: 'GET', path: '/closures' })
    .input(z.strictObject({ all: z._default(z.boolean('lib.fields.invalid'), false) }))
    .output(z.array(closure)),
  /** The sessions that a closure would cancel and how many people they have; writes nothing. */
  touch: oc
    .route({ method: 'POST', path: '/closures/touch' })
    .input(withRules(z.strictObject(days), closureRules))
    .output(z.object({ sessions: z.array(session), count: z.number(), people: z.number() })),
  /** What a closure would credit people; changes nothing. */
  effects: oc
    .route({ method: 'POST', path: '/closures/effects' })
    .input(withRules(z.strictObject(days), closureRules))
    .output(effectsShown),
  create: oc.route({ method: 'POST', path: '/closures', successStatus: 201 }).input(withRules(created, closureRules)).output(closure),
  /**
   * Removes a closure: sessions that it cancelled or prevented take place; with `tell`, anyone mailed a cancellation is
   * mailed that too.
   */
  remove: oc
    .route({ method: 'DELETE', path: '/closures/{id}' })
    .input(z.strictObject({ id: id(), tell: notifyField }))
    .output(z.object({ restored: z.number() })),
}
