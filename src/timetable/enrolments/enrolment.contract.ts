import { oc } from '@orpc/contract'
import * as z from 'zod/mini'
import { priceForm, pricePreview, priceUnits } from '#timetable/batches/batch.contract.ts'
import { changeOf, listInput, listOutput, record, versioned } from '#lib/calls.ts'
import { day, id, withRules, optionalText, type Rule } from '#lib/fields.ts'
import { agreed, decided, effectsShown } from '#business/acts/act-effects.contract.ts'
import { billingContract } from './billing-rules.contract.ts'
import { placeOfferContract } from './place-offer.contract.ts'
import { discountInput, placeTerms } from './terms.contract.ts'

/**
 * `waitlisted → offered(until) → active → completed | cancelled | expired` are stored. `frozen` and `pastDue` (of an
 * active enrolment), `expired` (of an offer) and `completed` (past the end) are derived from dates and, for
 * `pastDue`, from a bill that is not paid by its due day (product 3).
 */
export const enrolmentStates = ['waitlisted', 'offered', 'active', 'frozen', 'pastDue', 'completed', 'cancelled', 'expired'] as const
export type EnrolmentState = (typeof enrolmentStates)[number]

/** The longest freeze, in days. */
export const freezeLimit = 180

const calendarDay = () => day({ required: 'enrolments.day.required', format: 'enrolments.day.required' })

/** Both days are inclusive; the enrolment's end moves by as many days. */
export const freezeSpan = z.object({ from: z.string(), to: z.string() })

/** A customer's subscription to a batch. Amounts in minor units, fixed when it was created. */
export const enrolment = z.object({
  ...record,
  batch: z.string(),
  batchName: z.string(),
  batchCode: z.string(),
  /** The last day of its batch. */
  batchEnd: z.string(),
  customer: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  phone: z.string(),
  startDate: z.string(),
  endDate: z.string(),
  nextChargeOn: z.nullable(z.string()),
  /** The last billed day; null if nothing is billed. */
  billedThrough: z.nullable(z.string()),
  price: z.number(),
  currency: z.string(),
  priceUnit: z.enum(priceUnits),
  /** The recurring discount that it has today: minor units, or hundredths of a percent. */
  discount: placeTerms.shape.discount,
  cancelAtPeriodEnd: z.boolean(),
  freezes: z.array(freezeSpan),
  /** The day of each month on which the business bills; null for the place's own day. */
  billingDay: z.nullable(z.number()),
  state: z.enum(enrolmentStates),
  /** The amount still due on its bills, in minor units, and the bill to be paid first. */
  owed: z.number(),
  bill: z.nullable(z.string()),
  /** Whether the customer is blocked; a blocked customer is not billed. */
  isBlocked: z.boolean(),
  /** Whether it is free since before there were terms, for no stated reason. */
  isUnpriced: z.boolean(),
  /** Active and ending within 14 days. */
  isExpiring: z.boolean(),
  reason: z.nullable(z.string()),
  queuedAt: z.string(),
  offeredUntil: z.nullable(z.string()),
  /** Whether its place was offered by the business's rule rather than by a member. */
  isAutoOffer: z.boolean(),
  /** Attendance marks so far. */
  present: z.number(),
  late: z.number(),
  absent: z.number(),
  excused: z.number(),
})
export type Enrolment = z.output<typeof enrolment>

/**
 * How a place is paid for: `bill` now, `from` a day (`nextChargeOn`, else the first day), or `free` with a reason
 * (product 4: owner and manager).
 */
export const enrolTerms = ['bill', 'from', 'free'] as const
export type EnrolTerms = (typeof enrolTerms)[number]

const reason = optionalText({ max: 200, long: 'enrolments.reason.long' })

/** Input of the enrol form. Without dates: from today or the batch's start to the batch's end. */
export const enrolInput = z.strictObject({
  batch: id('enrolments.batch.required'),
  customer: id('enrolments.customer.required'),
  startDate: z.optional(calendarDay()),
  endDate: z.optional(calendarDay()),
  nextChargeOn: z._default(z.nullable(calendarDay()), null),
  terms: z._default(z.enum(enrolTerms, 'lib.fields.invalid'), 'from'),
  reason,
  /** A discount on each of its bills. */
  discount: z._default(z.nullable(discountInput), null),
  /** What happens when every place is taken. */
  ifFull: z._default(z.enum(['wait', 'refuse'], 'lib.fields.invalid'), 'refuse'),
})
export type EnrolInput = z.output<typeof enrolInput>
const inOrder = [
  {
    path: 'endDate',
    error: 'enrolments.endDate.after',
    holds: ({ startDate, endDate }: { startDate?: string | undefined; endDate?: string | undefined }) =>
      !startDate || !endDate || endDate >= startDate,
  },
]
export const enrolForm = withRules(enrolInput, inOrder as Rule<EnrolInput>[])
const enrolCall = z.strictObject({ ...enrolInput.shape, id: z.optional(id()) })

export const datesInput = z.strictObject({
  startDate: calendarDay(),
  endDate: calendarDay(),
  nextChargeOn: z._default(z.nullable(calendarDay()), null),
})
export type Dates = z.output<typeof datesInput>
export const datesRules: Rule<Dates>[] = inOrder
/** The reason explains days that are not charged. */
const updateInput = z.strictObject({ ...datesInput.shape, reason, ...decided })
export type UpdateCall = z.output<ReturnType<typeof changeOf<(typeof updateInput)['shape']>>>

export const freezeInput = z.strictObject({ from: calendarDay(), to: calendarDay() })
export type FreezeInput = z.output<typeof freezeInput>
const freezeRules = [
  { path: 'to', error: 'enrolments.freeze.after', holds: ({ from, to }: { from?: string; to?: string }) => !from || !to || to >= from },
  {
    path: 'to',
    error: 'enrolments.freeze.long',
    holds: ({ from, to }: { from?: string; to?: string }) => !from || !to || Date.parse(to) - Date.parse(from) < freezeLimit * 86_400_000,
  },
]
export const freezeForm = withRules(freezeInput, freezeRules as Rule<FreezeInput>[])
/** The reason explains why days that are over are frozen; only an owner or a manager does. */
const freezeCall = z.strictObject({
  ...freezeInput.shape,
  reason: z.optional(z.string().check(z.maxLength(200, 'enrolments.reason.long'))),
  ...versioned,
  ...decided,
})
/** `from` is the first day of a freeze that is over. */
const unfreezeCall = z.strictObject({ ...versioned, from: z.optional(calendarDay()) })

const filters = {
  state: z._default(z.enum(['current', 'all', 'held', 'expiring', 'unpriced', ...enrolmentStates], 'lib.fields.invalid'), 'current'),
  batch: z.optional(id()),
  customer: z.optional(id()),
}
export const enrolmentList = listInput(['createdAt', 'endDate', 'queuedAt'], filters)
/** The list's filters, which apply to all its pages. */
export const enrolmentSums = z.strictObject({ search: enrolmentList.shape.search, ...filters })

const seen = z.strictObject(versioned)

const cancelCall = z.strictObject({ ...versioned, when: z.enum(['now', 'periodEnd'], 'lib.fields.invalid'), reason, ...decided })
export type CancelCall = z.output<typeof cancelCall>
const moveCall = z.strictObject({ ...versioned, batch: id('enrolments.batch.required'), ...decided })
export type MoveCall = z.output<typeof moveCall>
const finishCall = z.strictObject({ ...versioned, ...decided })

/** An act on a place, to see what it would mean in money. */
export const placeAct = z.discriminatedUnion('act', [
  z.strictObject({ id: id(), act: z.literal('move'), batch: id('enrolments.batch.required') }),
  z.strictObject({ id: id(), act: z.literal('cancel') }),
  z.strictObject({ id: id(), act: z.literal('finish') }),
  z.strictObject({ id: id(), act: z.literal('dates'), endDate: datesInput.shape.endDate }),
  withRules(z.strictObject({ id: id(), act: z.literal('freeze'), ...freezeInput.shape }), freezeRules as Rule<FreezeAct>[]),
])
type FreezeAct = FreezeInput & { id: string; act: 'freeze' }
export type PlaceAct = z.output<typeof placeAct>

/** The largest number of places that one act is performed on. */
export const severalLimit = 100

/** A list of places, each once. */
const each = <Item extends z.ZodMiniType>(item: Item, idOf: (place: z.output<Item>) => string) =>
  z.array(item).check(
    z.minLength(1, 'lib.fields.invalid'),
    z.maxLength(severalLimit, 'lib.fields.invalid'),
    z.refine((places) => new Set(places.map(idOf)).size === places.length, 'lib.fields.invalid'),
  )
const chosen = { places: each(seen, ({ id }) => id), ...decided }
const named = { places: each(id(), (place) => place) }
const moveAll = { act: z.literal('move'), batch: moveCall.shape.batch }
/** `endDate` is the new last day of each of the places. */
const datesOfAll = { act: z.literal('dates'), endDate: datesInput.shape.endDate }

/** An act on several places as one: all of them or none. */
const severalCall = z.discriminatedUnion('act', [z.strictObject({ ...chosen, ...moveAll }), z.strictObject({ ...chosen, ...datesOfAll })])
export type SeveralCall = z.output<typeof severalCall>
/** An act on several places, to see what it would mean in money. */
const severalAct = z.discriminatedUnion('act', [z.strictObject({ ...named, ...moveAll }), z.strictObject({ ...named, ...datesOfAll })])
export type SeveralAct = z.output<typeof severalAct>

const newPrice = { price: priceForm.shape.price, from: priceForm.shape.from }
const whyFree = [
  {
    path: 'reason',
    error: 'enrolments.price.whyRequired',
    holds: (said: { price?: number; reason?: string }) => said.price !== 0 || Boolean(said.reason),
  },
]
/** The own price of chosen places, from a day on; a price of 0 states its reason, as a free place does. */
export const ownPriceInput = z.strictObject({ ...newPrice, reason, tell: priceForm.shape.tell })
export type OwnPrice = z.output<typeof ownPriceInput>
export const ownPriceForm = withRules(ownPriceInput, whyFree as Rule<OwnPrice>[])
const ownPriceCall = z.strictObject({ batch: id(), places: chosen.places, ...ownPriceInput.shape, ...agreed })
export type OwnPriceCall = z.output<typeof ownPriceCall>
const ownPriceAct = z.strictObject({ batch: id(), ...named, ...newPrice })
export type OwnPriceAct = z.output<typeof ownPriceAct>

/** The new recurring discount of a place; null ends it. It counts for periods that begin on or after `from`. */
export const discountForm = z.strictObject({ from: calendarDay(), discount: z.nullable(discountInput) })
/** `tell`: whether the person is notified by email of what they pay from when on. */
const discountCall = z.strictObject({ ...versioned, ...discountForm.shape, tell: z._default(z.boolean(), false) })
export type DiscountCall = z.output<typeof discountCall>
const action = <Input extends z.ZodMiniType>(name: string, input: Input) =>
  oc
    .route({ method: 'POST', path: `/enrolments/{id}/${name}` as const })
    .input(input)
    .output(enrolment)

export const enrolmentContract = {
  list: oc.route({ method: 'GET', path: '/enrolments' }).input(enrolmentList).output(listOutput(enrolment)),
  /**
   * Totals of everything that the list's filters match, in minor units of the vendor's currency. Separate from the
   * list, whose page must not wait for every row. `monthly` is the recurring price of the places taken today (product
   * 5, MRR), `owed` the amount still due on their bills; a bill for two places counts once.
   */
  sums: oc
    .route({ method: 'GET', path: '/enrolment-sums' })
    .input(enrolmentSums)
    .output(z.object({ monthly: z.number(), owed: z.number(), asOf: z.string() })),
  get: oc
    .route({ method: 'GET', path: '/enrolments/{id}' })
    .input(z.strictObject({ id: id() }))
    .output(enrolment),
  /** The last place goes to exactly one customer; a full batch returns `batch/full` or adds to the waiting list. */
  enrol: oc
    .route({ method: 'POST', path: '/enrolments', successStatus: 201 })
    .input(withRules(enrolCall, inOrder as Rule<z.output<typeof enrolCall>>[]))
    .output(enrolment),
  /** An earlier last day credits the paid days after it. */
  update: oc.route({ method: 'PATCH', path: '/enrolments/{id}' }).input(changeOf(updateInput)).output(enrolment),
  /** Offers a free place to the first person on the waiting list for the hours of the business's rule and notifies them. */
  offerNext: oc
    .route({ method: 'POST', path: '/batches/{batch}/offer' })
    .input(z.strictObject({ batch: id() }))
    .output(enrolment),
  accept: action('accept', seen),
  decline: action('decline', seen),
  freeze: action('freeze', withRules(freezeCall, freezeRules as Rule<z.output<typeof freezeCall>>[])),
  /** Ends the running freeze today, or removes the next planned one, or one that is over if it is named; the end moves back by its days. */
  unfreeze: action('unfreeze', unfreezeCall),
  cancel: action('cancel', cancelCall),
  /** Undoes a cancellation at the period's end. */
  keep: action('keep', seen),
  /** Returns the new enrolment. */
  move: action('move', moveCall),
  finish: action('finish', finishCall),
  /** What an act would credit and charge; changes nothing. */
  effects: oc.route({ method: 'POST', path: '/enrolments/{id}/effects' }).input(placeAct).output(effectsShown),
  /** Moves several places or gives them another last day: all or none. Returns them in the order of the input, after a move the new ones. */
  changeSeveral: oc
    .route({ method: 'POST', path: '/enrolment-changes' })
    .input(severalCall)
    .output(z.object({ rows: z.array(enrolment) })),
  /** What an act on several places would credit and charge; changes nothing. */
  severalEffects: oc.route({ method: 'POST', path: '/enrolment-changes/effects' }).input(severalAct).output(effectsShown),
  /**
   * Gives chosen places of a batch a price of their own for the periods that begin on or after a day: all or none. Issued
   * bills stay. Returns them in the order of the input.
   */
  setPrice: oc
    .route({ method: 'POST', path: '/batches/{batch}/place-prices' })
    .input(withRules(ownPriceCall, whyFree as Rule<OwnPriceCall>[]))
    .output(z.object({ rows: z.array(enrolment) })),
  /** What that would mean for each place, and which would refuse it; changes nothing. The digest is of the places that would not. */
  priceEffect: oc.route({ method: 'POST', path: '/batches/{batch}/place-prices/effect' }).input(ownPriceAct).output(pricePreview),
  /** The price and the recurring discounts of a place, latest day first. */
  terms: oc
    .route({ method: 'GET', path: '/enrolments/{id}/terms' })
    .input(z.strictObject({ id: id() }))
    .output(z.object({ rows: z.array(placeTerms) })),
  /** Bills that were issued already stay as they are. */
  setDiscount: action('discount', discountCall),
  ...billingContract,
  ...placeOfferContract,
}
