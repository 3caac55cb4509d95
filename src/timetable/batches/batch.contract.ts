import { oc } from '@orpc/contract'
import * as z from 'zod/mini'
import { agreed, decided, effectsShown } from '#business/acts/act-effects.contract.ts'
import { notifyField } from './session-plan.contract.ts'
import { changeOf, entityCalls, listInput, record, versioned } from '#lib/calls.ts'
import { amount, day, id, withRules, text, time, trainingDays, trainingWeek, wholeNumber, type Rule } from '#lib/fields.ts'

/** What one price pays for (product 2.11). */
export const priceUnits = ['month', 'term', 'session'] as const
/** `draft → open → completed`, `open → cancelled` (product 3), and archived. */
export const batchStates = ['draft', 'open', 'completed', 'cancelled', 'archived'] as const

/** The input of the batch form of spec 5. `service`, `trainer`, `hall` are ids; `price` is minor units of the vendor's currency. */
export const batchInput = z.strictObject({
  service: id('batches.service.required'),
  name: text({
    required: 'batches.name.required',
    isName: true,
    min: 3,
    short: 'batches.name.length',
    max: 30,
    long: 'batches.name.length',
  }),
  code: text({
    required: 'batches.code.required',
    min: 3,
    short: 'batches.code.length',
    max: 30,
    long: 'batches.code.length',
  }),
  price: amount({ required: 'batches.price.required', number: 'batches.price.number' }),
  priceUnit: z._default(z.enum(priceUnits, 'lib.fields.invalid'), 'month'),
  startingTime: time({
    required: 'batches.startingTime.required',
    format: 'batches.startingTime.format',
  }),
  endingTime: time({
    required: 'batches.endingTime.required',
    format: 'batches.endingTime.format',
  }),
  totalCandidates: wholeNumber({
    required: 'batches.totalCandidates.required',
    number: 'batches.totalCandidates.number',
    integer: 'lib.fields.whole',
    min: 1,
    low: 'batches.totalCandidates.min',
    max: 100_000,
  }),
  trainingDays: trainingDays(),
  trainer: id('batches.trainer.required'),
  hall: z._default(z.nullable(id()), null),
  startDate: z.optional(day({ required: 'batches.startDate.format', format: 'batches.startDate.format' })),
  endDate: z.optional(day({ required: 'batches.endDate.format', format: 'batches.endDate.format' })),
  /** A draft has no sessions; an open batch can't become a draft again. */
  state: z._default(z.enum(['draft', 'open'], 'lib.fields.invalid'), 'open'),
})
export type BatchInput = z.output<typeof batchInput>

/** The last day on which a batch may end: 12 months after its start (product 2.11); '' if the start is not a valid day. */
export function latestEndDate(startDate: string): string {
  const end = new Date(`${startDate}T00:00:00Z`)
  if (Number.isNaN(end.getTime())) return ''
  end.setUTCFullYear(end.getUTCFullYear() + 1)
  return end.toISOString().slice(0, 10)
}

/** Dates in order and at most 12 months apart (product 2.11). */
export const batchDatesRules: Rule<Pick<BatchInput, 'startDate' | 'endDate'>>[] = [
  {
    path: 'endDate',
    error: 'batches.endDate.after',
    holds: ({ startDate, endDate }) => !startDate || !endDate || endDate >= startDate,
  },
  {
    path: 'endDate',
    error: 'batches.endDate.long',
    // An invalid start date is refused at its own field.
    holds: ({ startDate, endDate }) => !startDate || !endDate || !latestEndDate(startDate) || endDate <= latestEndDate(startDate),
  },
]

/** The end after the start (spec 5), and the rules of the dates. */
export const batchRules: Rule<BatchInput>[] = [
  {
    path: 'endingTime',
    error: 'batches.endingTime.greater',
    holds: ({ startingTime, endingTime }) => !startingTime || !endingTime || endingTime > startingTime,
  },
  ...batchDatesRules,
]

/** The form's schema: the fields and the rules over them. */
export const batchForm = withRules(batchInput, batchRules)

/** A batch as stored and sent, with the names that a list shows. */
export const batch = z.object({
  ...record,
  service: z.string(),
  serviceType: z.string(),
  name: z.string(),
  code: z.string(),
  price: z.number(),
  /** The price from a later day on, in minor units, and whether it is also for places taken before that day. */
  nextPrice: z.nullable(z.number()),
  nextPriceFrom: z.nullable(z.string()),
  nextPriceForAll: z.boolean(),
  currency: z.string(),
  priceUnit: z.enum(priceUnits),
  startingTime: z.string(),
  endingTime: z.string(),
  totalCandidates: z.number(),
  trainingDays: trainingWeek,
  trainer: z.string(),
  trainerName: z.string(),
  hall: z.nullable(z.string()),
  hallTitle: z.nullable(z.string()),
  startDate: z.string(),
  endDate: z.string(),
  state: z.enum(batchStates),
  reason: z.nullable(z.string()),
  /** Taken places: offered, active, frozen or past due. */
  enrolled: z.number(),
  waitlisted: z.number(),
})
export type Batch = z.output<typeof batch>

/** Filters, search (name and code) and sort keys of the batch list. */
export const batchList = listInput(['createdAt', 'name', 'code', 'price', 'startDate'], {
  state: z._default(z.enum(['current', ...batchStates], 'lib.fields.invalid'), 'current'),
  service: z.optional(id()),
  trainer: z.optional(id()),
  hall: z.optional(id()),
})

const cancelInput = z.strictObject({
  ...versioned,
  reason: text({ required: 'sessions.reason.required', max: 200, long: 'sessions.reason.long' }),
  tell: notifyField,
  ...decided,
})
export type CancelBatchInput = z.output<typeof cancelInput>

const completeInput = z.strictObject({ ...versioned, ...decided })
export type CompleteBatchInput = z.output<typeof completeInput>

/** What happens to places that last until a batch's end when that end is moved later: extend them, or leave their end as it is. */
export const placesAnswers = ['carry', 'leave'] as const
export type PlacesAnswer = (typeof placesAnswers)[number]
const updateInput = z.strictObject({
  ...changeOf(batchInput).shape,
  places: z._default(z.enum(placesAnswers, 'lib.fields.invalid'), 'leave'),
  tell: notifyField,
  ...decided,
})
export type UpdateBatchInput = z.output<typeof updateInput>

/** An act on a batch, to see what it would mean in money. */
export const batchAct = z.discriminatedUnion('act', [
  z.strictObject({ id: id(), act: z.literal('batchCancel') }),
  z.strictObject({ id: id(), act: z.literal('batchComplete') }),
  z.strictObject({ id: id(), act: z.literal('batchDates'), endDate: batchInput.shape.endDate }),
])
export type BatchAct = z.output<typeof batchAct>

const priceFields = {
  price: amount({ required: 'batches.price.required', number: 'batches.price.number' }),
  /** Today or a later day. */
  from: day({ required: 'batches.newPrice.from', format: 'batches.newPrice.from' }),
}
/** The new price of a batch: for places taken from a day on, or also for those taken before. */
export const priceForm = z.strictObject({ ...priceFields, isForAll: z._default(z.boolean(), false), tell: notifyField })
const priceInput = z.strictObject({ ...versioned, ...priceForm.shape, ...agreed })
export type PriceInput = z.output<typeof priceInput>

/**
 * Why a place keeps its price: it was agreed by a quote, it is for another unit, the place is free, it is not billed
 * again, or another price was set before for all days that the new one would pay for.
 */
export const priceExceptions = ['quote', 'unit', 'free', 'last', 'later'] as const

/** What a new price would mean for a place; amounts after the place's recurring discount, in minor units. */
export const priceEffect = z.object({
  enrolment: z.string(),
  customer: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  before: z.number(),
  after: z.number(),
  /** The first day that the new price pays for; null if the place keeps its price. */
  from: z.nullable(z.string()),
  /** The day from which another price was set before, and stays; null if there is none. */
  until: z.nullable(z.string()),
  /** The first day and the amount of its next bill, with the new price if it counts then; null if none is known. Tax as in the price. */
  nextBill: z.nullable(z.object({ fromDay: z.string(), amount: z.number() })),
  exception: z.nullable(z.enum(priceExceptions)),
  /** Whether an email can tell them. */
  hasEmail: z.boolean(),
})
export type PriceEffect = z.output<typeof priceEffect>

/** What a new price would mean, and the digest that names this answer: an act that carries it is performed as it was shown, or not at all. */
export const pricePreview = z.object({ digest: z.string(), rows: z.array(priceEffect) })
export type PricePreview = z.output<typeof pricePreview>

const calls = entityCalls('/batches', { fields: batchInput, row: batch, list: batchList, rules: batchRules })

export const batchContract = {
  ...calls,
  update: oc.route({ method: 'PATCH', path: '/batches/{id}' }).input(updateInput).output(batch),
  /** Ends an open batch for good; its coming sessions and its enrolments are cancelled. */
  cancel: oc.route({ method: 'POST', path: '/batches/{id}/cancel' }).input(cancelInput).output(batch),
  /** What an act would credit; changes nothing. */
  effects: oc.route({ method: 'POST', path: '/batches/{id}/effects' }).input(batchAct).output(effectsShown),
  /** Changes the price from a day on. Issued bills stay; a period that has begun keeps its price. */
  changePrice: oc.route({ method: 'POST', path: '/batches/{id}/price' }).input(priceInput).output(batch),
  /** Takes a price back whose day has not come. */
  withdrawPrice: oc.route({ method: 'POST', path: '/batches/{id}/price/withdraw' }).input(z.strictObject(versioned)).output(batch),
  /** What a new price would mean for each place taken so far; changes nothing. */
  priceEffect: oc
    .route({ method: 'GET', path: '/batches/{id}/price-effect' })
    .input(z.strictObject({ id: id(), ...priceFields }))
    .output(pricePreview),
  /** Ends an open batch that has done its work; its coming sessions leave the calendar. */
  complete: oc.route({ method: 'POST', path: '/batches/{id}/complete' }).input(completeInput).output(batch),
}
