import { oc } from '@orpc/contract'
import * as z from 'zod/mini'
import { rateContract } from '#directory/trainers/rate.contract.ts'
import { deskMethods } from '#money/sales/sale.contract.ts'
import { month } from '#business/ledger/month.contract.ts'
import { amountLimit } from '#lib/amounts.ts'
import { id, optionalText, text, wholeNumber } from '#lib/fields.ts'

/**
 * Why a line adds to a trainer's pay or takes from it: a session that was held in the month; one of a
 * closed month that was found later; one that was paid and was then not held by this trainer after
 * all; or a member's own correction.
 */
export const whys = ['held', 'late', 'notHeld', 'byHand'] as const
export type Why = (typeof whys)[number]

/** One line of a trainer's pay. `amount` in minor units, `cost` in whole currency units (product 2.13). */
export const payLine = z.object({
  /** The line's id once it is frozen, before that the session's. */
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
  amount: z.number(),
  /** What a member wrote; empty for the product's own lines. */
  reason: z.string(),
})
export type PayLine = z.output<typeof payLine>

/** Money that was given to a trainer. */
export const trainerPayment = z.object({
  id: z.string(),
  trainer: z.string(),
  day: z.string(),
  method: z.enum(deskMethods),
  amount: z.number(),
  reference: z.string(),
})
export type TrainerPayment = z.output<typeof trainerPayment>

/** What a month comes to for one trainer or all of them; amounts in minor units. */
const figures = {
  /** Sessions that the pay is for, and how long they lasted together. */
  sessions: z.number(),
  minutes: z.number(),
  /** Pay for the sessions of the month, and what corrections add or take. */
  pay: z.number(),
  adjustments: z.number(),
  /** Paid out on the days of this month. */
  paid: z.number(),
  /** Frozen or corrected, of all months, and not paid out: what may be paid now. */
  payable: z.number(),
}
export const payFigures = z.object(figures)
export type PayFigures = z.output<typeof payFigures>

export const payRow = z.object({
  trainer: z.string(),
  name: z.string(),
  /** Whole currency units a session: those of the month's sessions, the trainer's rate of the present day or the month's nearest before there are any; null where they differ. */
  cost: z.nullable(z.number()),
  ...figures,
})
export type PayRow = z.output<typeof payRow>

const terms = {
  month: z.string(),
  currency: z.string(),
  exponent: z.number(),
  /** Whether the month is closed, so that nothing of it changes any more. */
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

/** Money for a trainer, never more than is payable. */
export const payTrainerInput = z.strictObject({
  id: z.optional(id()),
  trainer: id(),
  amount: wholeNumber({ ...messages, positive: 'sales.amount.positive', max: amountLimit }),
  method: z.enum(deskMethods, 'sales.method.required'),
  reference: optionalText({ max: 60, long: 'sales.reference.long' }),
})
export type PayTrainerInput = z.output<typeof payTrainerInput>

/** A member's own correction of a month that is not closed: an amount that is added, or taken where it is negative. */
export const adjustInput = z.strictObject({
  id: z.optional(id()),
  trainer: id(),
  month: month(),
  amount: wholeNumber({ ...messages, min: -amountLimit, max: amountLimit }).check(z.refine((value) => value !== 0, 'payroll.amount.zero')),
  reason: text({ required: 'finance.reason.required', max: 200, long: 'finance.reason.long' }),
})
export type AdjustInput = z.output<typeof adjustInput>

/** A correction as it was written. */
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
  /** As `lines`, for the trainer who asks. */
  own: oc.route({ method: 'GET', path: '/own-pay' }).input(byMonth).output(trainerMonth),
  /** A second call with the same id and the same input answers what the first one wrote. */
  adjust: oc.route({ method: 'POST', path: '/payroll/{trainer}/adjustments', successStatus: 201 }).input(adjustInput).output(adjustment),
  pay: oc.route({ method: 'POST', path: '/payroll/{trainer}/payments', successStatus: 201 }).input(payTrainerInput).output(trainerPayment),
}
