import { oc } from '@orpc/contract'
import * as z from 'zod/mini'
import { emptySessionRules } from '#directory/trainers/pay-rule.rules.ts'
import { rateContract } from '#directory/trainers/rate.contract.ts'
import { deskMethods } from '#business/ledger/method.rules.ts'
import { accountField } from '#business/ledger/money-account.contract.ts'
import { month } from '#business/ledger/month.contract.ts'
import { amountLimit } from '#lib/amounts.ts'
import { id, optionalText, text, wholeNumber } from '#lib/fields.ts'
import { emptyPayContract } from './empty-pay.contract.ts'

/**
 * Why a line adds to a trainer's pay or deducts from it: a session held in the month; a session of a
 * closed month found later; a session that was paid but turned out not to be held by this trainer; a paid session
 * whose people, hours or revenue changed later; or a member's manual correction.
 */
export const whys = ['held', 'late', 'notHeld', 'changed', 'byHand'] as const
export type Why = (typeof whys)[number]

/** One line of a trainer's pay. `amount` in minor units, `cost` in whole currency units (product 2.13). */
export const payLine = z.object({
  /** The line's own id once it is frozen, before that the session's. */
  id: z.string(),
  why: z.enum(whys),
  isFrozen: z.boolean(),
  session: z.nullable(z.string()),
  /** The day of the session, or of the correction. */
  day: z.string(),
  minutes: z.number(),
  batchName: z.nullable(z.string()),
  batchCode: z.nullable(z.string()),
  cost: z.nullable(z.number()),
  /**
   * How the amount follows from the session, all null for a plain cost per session (`cost`): the rule's amount for each session, hour or
   * person, or its share in hundredths of a percent of the net revenue; its minimum and maximum; what the business
   * paid with no one present; the people present and the net revenue where these matter. Amounts in minor units.
   */
  unit: z.nullable(z.enum(['session', 'hour', 'head', 'share'])),
  rate: z.nullable(z.number()),
  share: z.nullable(z.number()),
  minimum: z.nullable(z.number()),
  maximum: z.nullable(z.number()),
  empty: z.nullable(z.enum(emptySessionRules)),
  people: z.nullable(z.number()),
  base: z.nullable(z.number()),
  amount: z.number(),
  /** A member's text; empty for lines written by the product. */
  reason: z.string(),
})
export type PayLine = z.output<typeof payLine>

/** Money paid to a trainer. */
export const trainerPayment = z.object({
  id: z.string(),
  trainer: z.string(),
  day: z.string(),
  method: z.enum(deskMethods),
  account: z.nullable(z.string()),
  amount: z.number(),
  reference: z.string(),
})
export type TrainerPayment = z.output<typeof trainerPayment>

/** The figures of a month for one trainer or all of them; amounts in minor units. */
const figures = {
  /** Sessions that the pay is for, and their total duration. */
  sessions: z.number(),
  minutes: z.number(),
  /** Pay for the sessions of the month, and the sum of corrections. */
  pay: z.number(),
  adjustments: z.number(),
  /** Paid out on the days of this month. */
  paid: z.number(),
  /** Frozen or corrected pay of all months that is not paid out: what may be paid now. */
  payable: z.number(),
}
export const payFigures = z.object(figures)
export type PayFigures = z.output<typeof payFigures>

export const payRow = z.object({
  trainer: z.string(),
  name: z.string(),
  /**
   * Whole currency units per session, as in the month's sessions; null if those differ. Without sessions,
   * the trainer's rate on the day of the month nearest to today.
   */
  cost: z.nullable(z.number()),
  ...figures,
})
export type PayRow = z.output<typeof payRow>

const terms = {
  month: z.string(),
  currency: z.string(),
  exponent: z.number(),
  /** Whether the month is closed, so that it no longer changes. */
  isFrozen: z.boolean(),
  /** When it was read, UTC. */
  asOf: z.string(),
}

export const payMonth = z.object({ ...terms, rows: z.array(payRow), totals: payFigures })
export type PayMonth = z.output<typeof payMonth>

/** Every line and payment behind one trainer's figures of a month. */
export const trainerMonth = z.object({ ...terms, row: payRow, lines: z.array(payLine), payments: z.array(trainerPayment) })
export type TrainerMonth = z.output<typeof trainerMonth>

const messages = { required: 'sales.amount.required', number: 'sales.amount.number' }

/** A payment to a trainer, never more than is payable. */
export const payTrainerInput = z.strictObject({
  id: z.optional(id()),
  trainer: id(),
  amount: wholeNumber({ ...messages, positive: 'sales.amount.positive', max: amountLimit }),
  method: z.enum(deskMethods, 'sales.method.required'),
  account: accountField,
  reference: optionalText({ max: 60, long: 'sales.reference.long' }),
})
export type PayTrainerInput = z.output<typeof payTrainerInput>

/** Payments to several trainers at once: all of them or none. */
export const payAllInput = z.strictObject({
  payments: z
    .array(z.pick(payTrainerInput, { id: true, trainer: true, amount: true }), 'lib.fields.invalid')
    .check(z.minLength(1, 'payroll.payAll.required'), z.maxLength(500, 'lib.fields.invalid')),
  method: payTrainerInput.shape.method,
  account: accountField,
  reference: payTrainerInput.shape.reference,
})
export type PayAllInput = z.output<typeof payAllInput>

/** A member's manual correction of a month that is not closed: an amount to add, or to deduct if negative. */
export const adjustInput = z.strictObject({
  id: z.optional(id()),
  trainer: id(),
  month: month(),
  amount: wholeNumber({ ...messages, min: -amountLimit, max: amountLimit }).check(z.refine((value) => value !== 0, 'payroll.amount.zero')),
  reason: text({ required: 'finance.reason.required', max: 200, long: 'finance.reason.long' }),
})
export type AdjustInput = z.output<typeof adjustInput>

/** A correction as written. */
export const adjustment = z.object({
  id: z.string(),
  trainer: z.string(),
  day: z.string(),
  amount: z.number(),
  reason: z.string(),
})
export type Adjustment = z.output<typeof adjustment>

const byMonth = z.strictObject({ month: month() })

export const payrollContract = {
  list: oc.route({ method: 'GET', path: '/payroll' }).input(byMonth).output(payMonth),
  lines: oc
    .route({ method: 'GET', path: '/payroll/{trainer}' })
    .input(z.strictObject({ month: month(), trainer: id() }))
    .output(trainerMonth),
  ...rateContract,
  ...emptyPayContract,
  /** As `lines`, for the calling trainer. */
  own: oc.route({ method: 'GET', path: '/own-pay' }).input(byMonth).output(trainerMonth),
  /** A second call with the same id and the same input returns what the first one wrote. */
  adjust: oc.route({ method: 'POST', path: '/payroll/{trainer}/adjustments', successStatus: 201 }).input(adjustInput).output(adjustment),
  payAll: oc
    .route({ method: 'POST', path: '/payroll-payments', successStatus: 201 })
    .input(payAllInput)
    .output(z.object({ payments: z.array(trainerPayment) })),
  pay: oc.route({ method: 'POST', path: '/payroll/{trainer}/payments', successStatus: 201 }).input(payTrainerInput).output(trainerPayment),
}
