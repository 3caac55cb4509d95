import { oc } from '@orpc/contract'
import * as z from 'zod/mini'
import { changeOf, listInput, listOutput, record, versioned } from '#lib/calls.ts'
import { day, id, withRulesOf, optionalText } from '#lib/fields.ts'
import { notifyField } from '#timetable/batches/session-plan.contract.ts'
import { session } from '#timetable/sessions/session.contract.ts'

export const timeOffReasons = ['holiday', 'sick', 'training', 'other'] as const
/** Derived from the days: upcoming, including today, or over. */
export const timeOffStates = ['coming', 'running', 'past'] as const

const days = {
  fromDay: day({ required: 'timeoff.fromDay.required', format: 'timeoff.fromDay.required' }),
  toDay: day({ required: 'timeoff.toDay.required', format: 'timeoff.toDay.required' }),
}

/** The columns of a time off in the form, except the trainer; both days are inclusive. */
export const timeOffFields = z.strictObject({
  ...days,
  reason: z.enum(timeOffReasons, 'timeoff.reason.required'),
  note: optionalText({ max: 200, long: 'timeoff.note.long' }),
})

/** Most sessions that one time off changes. */
const changeLimit = 400

/** What happens to the sessions in those days; a session that is not named is left open and needs a trainer. */
const effects = {
  changes: z._default(
    z
      .array(
        z.strictObject({
          session: id(),
          /** The trainer who takes over; null cancels the session. */
          substitute: z.nullable(id()),
        }),
      )
      .check(z.maxLength(changeLimit, 'lib.fields.invalid')),
    [],
  ),
  /** The reason that customers of cancelled sessions see. */
  cancelReason: optionalText({ max: 200, long: 'sessions.reason.long' }),
  tell: notifyField,
}

const inputShape = { ...timeOffFields.shape, ...effects }
const changeShape = z.strictObject(inputShape)
export type TimeOffChange = z.output<typeof changeShape>
export type TimeOffFields = z.output<typeof timeOffFields>

const longest = 366 * 86_400_000
type Entered = Partial<TimeOffChange>
export const dayRules = [
  { path: 'toDay', error: 'timeoff.toDay.after', holds: ({ fromDay, toDay }: Entered) => !fromDay || !toDay || toDay >= fromDay },
  {
    path: 'toDay',
    error: 'timeoff.toDay.long',
    holds: ({ fromDay, toDay }: Entered) => !fromDay || !toDay || Date.parse(toDay) - Date.parse(fromDay) <= longest,
  },
]
const reasonRule = {
  path: 'cancelReason',
  error: 'sessions.reason.required',
  holds: ({ changes = [], cancelReason }: Entered) =>
    Boolean(cancelReason?.trim()) || changes.every(({ substitute }) => substitute !== null),
}
const trainer = id('timeoff.trainer.required')
export const timeOffInput = z.strictObject({ ...inputShape, trainer })
export type TimeOffInput = z.output<typeof timeOffInput>
export const timeOffForm = withRulesOf(timeOffInput, [...dayRules, reasonRule])

const created = z.strictObject({ ...timeOffInput.shape, id: z.optional(id()) })
/** The trainer of a time off cannot be changed. */
const updated = z.strictObject({ ...changeOf(timeOffFields).shape, ...effects })

export const timeOff = z.object({
  ...record,
  trainer: z.string(),
  trainerName: z.string(),
  fromDay: z.string(),
  toDay: z.string(),
  reason: z.enum(timeOffReasons),
  note: z.string(),
  state: z.enum(timeOffStates),
  /** Upcoming sessions in those days that still have this trainer. */
  open: z.number(),
})
export type TimeOff = z.output<typeof timeOff>

export const substitute = z.object({
  id: z.string(),
  name: z.string(),
  /** Whether the session lies outside the substitute's own days or hours: a warning (product 2.12). */
  isOutside: z.boolean(),
})

/** A session that a time off affects, and its possible substitutes, the best first. */
export const hit = z.object({ session, substitutes: z.array(substitute) })
export type Hit = z.output<typeof hit>

/** Why a trainer cannot take a session: another one at that time, or days off until and including a day. */
const busyReason = z.union([
  z.object({ kind: z.literal('session'), batchName: z.string(), startingTime: z.string(), endingTime: z.string() }),
  z.object({ kind: z.literal('away'), until: z.string() }),
])

/** A trainer who could take a session. */
const possibleSubstitute = z.object({
  id: z.string(),
  name: z.string(),
  avatar: z.string(),
  /** Sessions of this batch that they held or will hold as its substitute or trainer. */
  taken: z.number(),
  /** Whether the session lies outside their own days or hours: a warning (product 2.12). */
  isOutside: z.boolean(),
  /** Null if they are free. */
  busy: z.nullable(busyReason),
})
export type PossibleSubstitute = z.output<typeof possibleSubstitute>

/** Who may take one session, and which of the trainers concerned sign in, so that they are notified. */
const possibleSubstitutes = z.object({ rows: z.array(possibleSubstitute), notified: z.array(z.string()) })
export type PossibleSubstitutes = z.output<typeof possibleSubstitutes>

export const timeOffList = listInput(['fromDay', 'createdAt'], {
  trainer: z.optional(id()),
  reason: z._default(z.enum(['all', ...timeOffReasons], 'lib.fields.invalid'), 'all'),
  state: z._default(z.enum(['all', ...timeOffStates], 'lib.fields.invalid'), 'all'),
})

const touchInput = z.strictObject({ trainer, ...days })
export type TimeOffTouchInput = z.output<typeof touchInput>

export const timeOffContract = {
  /** Searched by the trainer's name; a trainer finds only their own (product 4). */
  list: oc.route({ method: 'GET', path: '/time-off' }).input(timeOffList).output(listOutput(timeOff)),
  /** The upcoming sessions whose trainer is away, earliest first: they need another trainer. */
  needs: oc.route({ method: 'GET', path: '/time-off/needs' }).output(z.object({ rows: z.array(session), count: z.number() })),
  /**
   * The active trainers who teach a session's service, other than its own: the free ones first, those who took the
   * batch most often before the others; then the busy ones with the reason.
   */
  substitutes: oc
    .route({ method: 'GET', path: '/sessions/{session}/substitutes' })
    .input(z.strictObject({ session: id() }))
    .output(possibleSubstitutes),
  /** The upcoming sessions that a trainer's days off would affect, by date; writes nothing. */
  touch: oc
    .route({ method: 'POST', path: '/time-off/touch' })
    .input(withRulesOf(touchInput, dayRules))
    .output(z.object({ hits: z.array(hit), count: z.number(), people: z.number() })),
  create: oc
    .route({ method: 'POST', path: '/time-off', successStatus: 201 })
    .input(withRulesOf(created, [...dayRules, reasonRule]))
    .output(timeOff),
  update: oc
    .route({ method: 'PATCH', path: '/time-off/{id}' })
    .input(withRulesOf(updated, [...dayRules, reasonRule]))
    .output(timeOff),
  /** Removes a time off; substitutes keep their sessions, and cancelled sessions stay cancelled. */
  remove: oc
    .route({ method: 'DELETE', path: '/time-off/{id}' })
    .input(z.strictObject(versioned))
    .output(z.object({ id: z.string() })),
}
