import { oc } from '@orpc/contract'
import * as z from 'zod/mini'
import { conflict } from '#lib/conflicts.ts'
import { amount, day, id, withRules } from '#lib/fields.ts'
import { batch, batchDatesRules, batchInput, priceUnits } from './batch.contract.ts'
import { notifyField } from './session-plan.contract.ts'

/** The dates of a batch's next season, and another price for all; without it each person pays what they pay now. Minor units. */
const seasonDates = {
  startDate: day({ required: 'batches.startDate.format', format: 'batches.startDate.format' }),
  endDate: day({ required: 'batches.endDate.format', format: 'batches.endDate.format' }),
  price: z.optional(amount({ required: 'batches.price.required', number: 'batches.price.number' })),
}
const seasonFields = z.strictObject({
  name: batchInput.shape.name,
  code: batchInput.shape.code,
  ...seasonDates,
  totalCandidates: batchInput.shape.totalCandidates,
  trainer: batchInput.shape.trainer,
  hall: batchInput.shape.hall,
  /** Whether the waiting list is carried over, in its order. */
  waiting: z._default(z.boolean('lib.fields.invalid'), true),
  tell: notifyField,
})
/** The form of a batch's next season. */
export const seasonForm = withRules(seasonFields, batchDatesRules)

/** Places, trainer and hall are those of the batch unless others are named. */
const rollOverInput = z.strictObject({
  id: id(),
  /** The id of the new batch, chosen by the caller: a second call with it is a retry. */
  copy: id(),
  ...seasonFields.shape,
  totalCandidates: z.optional(batchInput.shape.totalCandidates),
  trainer: z.optional(batchInput.shape.trainer),
  hall: z.optional(z.nullable(id())),
  /** The enrolments of the people to leave out; everyone else who can continue does. */
  leaveOut: z._default(z.array(id()).check(z.maxLength(5000, 'lib.fields.invalid')), []),
})
export type RollOverInput = z.output<typeof rollOverInput>
const seasonAsked = z.strictObject({
  id: id(),
  ...seasonDates,
  trainer: z.optional(batchInput.shape.trainer),
  hall: z.optional(z.nullable(id())),
})
export type SeasonAsked = z.output<typeof seasonAsked>

/**
 * Why somebody does not continue in the next season: they are there already, blocked, archived or erased, they are
 * leaving, their place ends before the batch, or a quote paid for it: a term, or a place without a name.
 */
export const seasonExceptions = ['there', 'blocked', 'archived', 'erased', 'leaving', 'ended', 'quote', 'unnamed'] as const
export type SeasonException = (typeof seasonExceptions)[number]

/** What the next season means for a place of a batch, or for somebody on its waiting list; amounts in minor units. */
export const seasonPlace = z.object({
  enrolment: z.string(),
  /** Null for a place of a quote without a name. */
  customer: z.nullable(z.string()),
  firstName: z.string(),
  lastName: z.string(),
  /** Whether they wait for a place. */
  isWaiting: z.boolean(),
  exception: z.nullable(z.enum(seasonExceptions)),
  /** The first day of the new place. */
  startDate: z.string(),
  /** What a period costs after the recurring discount; 0 if the place is free. */
  price: z.number(),
  priceUnit: z.enum(priceUnits),
  /** The first day that the first bill is for, and its total with tax; null without a bill, such as for single sessions. */
  billFrom: z.nullable(z.string()),
  billTotal: z.nullable(z.number()),
  /** Whether they have an email address. */
  hasEmail: z.boolean(),
})
export type SeasonPlace = z.output<typeof seasonPlace>

/** What the next season of a batch would be. */
export const seasonShown = z.object({
  rows: z.array(seasonPlace),
  currency: z.string(),
  exponent: z.number(),
  sessions: z.number(),
  conflicts: z.array(conflict),
  /** Days on which the trainer is away. */
  away: z.array(z.string()),
  /** The batches that follow this one already, unless they were cancelled. */
  following: z.array(z.object({ id: z.string(), name: z.string(), code: z.string(), startDate: z.string() })),
})

/** The calls of a batch's next season. */
export const seasonContract = {
  /** What the next season would be, for these dates; changes nothing. */
  nextSeason: oc
    .route({ method: 'GET', path: '/batches/{id}/next-season' })
    .input(withRules(seasonAsked, batchDatesRules))
    .output(seasonShown),
  /** Creates the batch, and in it a place with the same terms for everyone who can continue and is not left out. */
  rollOver: oc
    .route({ method: 'POST', path: '/batches/{id}/next-season', successStatus: 201 })
    .input(withRules(rollOverInput, batchDatesRules))
    .output(batch),
}
