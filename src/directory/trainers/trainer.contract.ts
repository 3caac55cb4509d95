import { oc } from '@orpc/contract'
import * as z from 'zod/mini'
import { month } from '#business/ledger/month.contract.ts'
import { changeOf, entityCalls, listInput, record } from '#lib/calls.ts'
import { day, id, imageAddress, withRules, text, time, trainingDays, trainingWeek, wholeNumber, type Rule } from '#lib/fields.ts'

export const trainerStates = ['active', 'archived'] as const

const name = (field: 'Fname' | 'Lname') =>
  text({
    required: `trainers.${field}.required`,
    min: 4,
    short: `trainers.${field}.length`,
    max: 20,
    long: `trainers.${field}.length`,
  }).check(
    // Letters of any script with their marks, apostrophe and hyphen (product 2.13).
    z.regex(/^[\p{L}\p{M}'’ -]*$/u, `trainers.${field}.letters`),
    z.refine((value) => value === '' || /\p{L}/u.test(value), `trainers.${field}.letters`),
  )

/** The input of the trainer form of spec 5. `services` are ids of the vendor's services; `cost` is whole currency units per session. */
export const trainerInput = z.strictObject({
  services: z.array(id('trainers.services.required'), 'trainers.services.required').check(
    z.minLength(1, { error: 'trainers.services.one', abort: true }),
    z.maxLength(50, 'lib.fields.invalid'),
    z.refine((services) => new Set(services).size === services.length, 'lib.fields.invalid'),
  ),
  avatar: imageAddress('trainers.avatar.required'),
  Fname: name('Fname'),
  Lname: name('Lname'),
  cost: wholeNumber({
    required: 'trainers.cost.required',
    number: 'trainers.cost.number',
    integer: 'trainers.cost.integer',
    positive: 'trainers.cost.positive',
    min: 1,
    low: 'trainers.cost.min',
    max: 1_000_000,
  }),
  startingTime: time({
    required: 'trainers.startingTime.required',
    format: 'trainers.startingTime.format',
  }),
  endingTime: time({
    required: 'trainers.endingTime.required',
    format: 'trainers.endingTime.format',
  }),
  trainingDays: trainingDays(),
})
export type TrainerInput = z.output<typeof trainerInput>

/** Ending must be after starting (spec 5, Trainer). */
export const trainerRules: Rule<TrainerInput>[] = [
  {
    path: 'endingTime',
    error: 'trainers.endingTime.after',
    holds: ({ startingTime, endingTime }) => !startingTime || !endingTime || endingTime > startingTime,
  },
]

/**
 * Additional input of a change: the day from which the cost applies, local to the business; the current day by default.
 * Earlier days are unaffected.
 */
const changeInput = z
  .strictObject({
    ...changeOf(trainerInput).shape,
    costFrom: z.optional(day({ required: 'trainers.costFrom.required', format: 'lib.fields.invalid' })),
  })
  .check(
    z.refine(({ cost, costFrom }) => costFrom === undefined || cost !== undefined, { path: ['cost'], error: 'trainers.cost.required' }),
  )

/** What the form checks: the fields and the rules over them. */
export const trainerForm = withRules(trainerInput, trainerRules)

/** A trainer as stored and sent. */
export const trainer = z.object({
  ...record,
  services: z.array(z.string()),
  avatar: z.string(),
  Fname: z.string(),
  Lname: z.string(),
  /** What a session costs at present; null where a rule of another kind pays it, and for members who may not see pay (product 4). */
  cost: z.nullable(z.number()),
  startingTime: z.string(),
  endingTime: z.string(),
  trainingDays: trainingWeek,
  state: z.enum(trainerStates),
})
export type Trainer = z.output<typeof trainer>

/** Filters, search (names) and sort keys of the trainer list. */
export const trainerList = listInput(['createdAt', 'Fname', 'Lname', 'cost'], {
  state: z._default(z.enum(['current', ...trainerStates], 'lib.fields.invalid'), 'current'),
  service: z.optional(id()),
})

/** A trainer's sessions of a month that were not cancelled: past and coming ones, their minutes, and how full they are. */
export const trainerLoad = z.object({
  trainer: z.string(),
  held: z.number(),
  planned: z.number(),
  heldMinutes: z.number(),
  plannedMinutes: z.number(),
  /** Expected people, and places, of all sessions (product 5, Fill). */
  booked: z.number(),
  places: z.number(),
})
export type TrainerLoad = z.output<typeof trainerLoad>

export const trainerContract = {
  ...entityCalls('/trainers', { fields: trainerInput, row: trainer, list: trainerList, rules: trainerRules }),
  update: oc.route({ method: 'PATCH', path: '/trainers/{id}' }).input(changeInput).output(trainer),
  /** For every trainer with a session in the month, or for one trainer. `asOf` is UTC. */
  load: oc
    .route({ method: 'GET', path: '/trainer-load' })
    .input(z.strictObject({ month: month(), trainer: z.optional(id()) }))
    .output(z.object({ month: z.string(), asOf: z.string(), rows: z.array(trainerLoad) })),
}
