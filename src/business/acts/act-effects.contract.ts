import * as z from 'zod/mini'
import { amountLimit } from '#lib/amounts.ts'
import { text, wholeNumber } from '#lib/fields.ts'
import { deskMethods } from '#business/ledger/method.rules.ts'

/** The acts on the floor that may change what somebody owes (decision 44). */
export const acts = [
  'move',
  'cancel',
  'finish',
  'freeze',
  'dates',
  'batchDates',
  'batchCancel',
  'batchComplete',
  'sessionCancel',
  'closure',
  'block',
  'unblock',
] as const
export type Act = (typeof acts)[number]

/** What a line of an act does: credit a part of a bill, void a bill of which nothing is paid, or charge for new days. */
export const effectKinds = ['credit', 'void', 'charge'] as const

/**
 * A line of an act changed by a member: another amount in minor units, 0 to waive it, and why. The paid part of a
 * credit becomes the payer's credit or, with `method`, is refunded.
 */
const changedLine = z.strictObject({
  id: z.string('lib.fields.invalid').check(z.regex(/^(?:credit|void|charge):[0-9a-f-]{36}:\d{1,5}$/, 'lib.fields.invalid')),
  amount: wholeNumber({ required: 'acts.number', number: 'acts.number', max: amountLimit }),
  method: z.optional(z.enum(deskMethods, 'lib.fields.invalid')),
  reason: text({ required: 'acts.required', max: 200, long: 'acts.long' }),
})
export type ChangedLine = z.output<typeof changedLine>

/**
 * What a member decided about an act: the preview that they saw, by its digest, and the lines that they changed. The
 * others are posted as proposed. Without a decision all are.
 */
export const decision = z.strictObject({
  digest: z.string('lib.fields.invalid').check(z.regex(/^[0-9a-f]{64}$/, 'lib.fields.invalid')),
  lines: z._default(z.array(changedLine).check(z.maxLength(1000, 'lib.fields.invalid')), []),
})
export type Decision = z.output<typeof decision>

/** The optional decision in the input of an act. */
export const decided = { decision: z.optional(decision) }

/** The optional decision in the input of an act that has no lines to change: the preview that the member saw. */
export const agreed = { decision: z.optional(z.strictObject({ digest: decision.shape.digest })) }
export type AgreedPreview = z.output<NonNullable<typeof agreed.decision>>

/**
 * One line of an act for one person. The amount is `count` of `of` days or sessions of `price`, less what was credited
 * before; amounts are what the person pays, in minor units.
 */
export const effectLine = z.object({
  id: z.string(),
  kind: z.enum(effectKinds),
  /** Who pays: the customer of the bill. */
  customer: z.string(),
  /** Whose place it is. */
  firstName: z.string(),
  lastName: z.string(),
  /** The name of who pays where that is somebody else, such as the buyer of a quote; else empty. */
  payerName: z.string(),
  batch: z.string(),
  batchName: z.string(),
  /** The bill that is credited or voided, or that charges; null for a charge that is not posted yet. */
  sale: z.nullable(z.string()),
  number: z.nullable(z.string()),
  amount: z.number(),
  /** The amount by the rule; another than `amount` where somebody changed it. */
  proposed: z.number(),
  price: z.number(),
  unit: z.enum(['days', 'sessions']),
  count: z.number(),
  of: z.number(),
  fromDay: z.string(),
  toDay: z.string(),
  /** How the paid part was refunded; null where it became credit. */
  method: z.nullable(z.enum(deskMethods)),
  reason: z.string(),
})
export type EffectLine = z.output<typeof effectLine>

/** What an act would mean in money: its lines, the digest that names them, and the currency of the amounts. */
export const effectsShown = z.object({
  digest: z.string(),
  currency: z.string(),
  exponent: z.number(),
  lines: z.array(effectLine),
  /** Whether the member may change lines, and by how much at most in minor units; null for no limit. */
  mayChange: z.boolean(),
  limit: z.nullable(z.number()),
})
export type EffectsShown = z.output<typeof effectsShown>
