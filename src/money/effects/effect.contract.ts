import { oc } from '@orpc/contract'
import * as z from 'zod/mini'
import { acts, effectLine } from '#business/acts/act-effects.contract.ts'
import { id, text } from '#lib/fields.ts'

/**
 * Why an act's effects can no longer be reversed: they were, their month is closed, the credit is used, money was
 * refunded, the bill is paid or credited, or a later act has changed the same place.
 */
export const obstacles = ['reversed', 'closed', 'used', 'refunded', 'paid', 'later'] as const
export type Obstacle = (typeof obstacles)[number]

/** What an act meant in money. */
const postedEffects = z.object({
  id: z.string(),
  act: z.enum(acts),
  /** The batch that the act was about; null for a closure, and for places of several batches. */
  batch: z.nullable(z.string()),
  batchName: z.string(),
  day: z.string(),
  /** Who acted. */
  actorName: z.string(),
  currency: z.string(),
  exponent: z.number(),
  lines: z.array(effectLine),
  /** The day on which they were reversed. */
  reversedOn: z.nullable(z.string()),
  obstacle: z.nullable(z.enum(obstacles)),
})
export type PostedEffects = z.output<typeof postedEffects>

/** Filters: of a customer, or of a batch. */
export const effectList = z.strictObject({ customer: z.optional(id()), batch: z.optional(id()) })

export const reverseEffectInput = z.strictObject({
  id: id(),
  reason: text({ required: 'acts.required', max: 200, long: 'acts.long' }),
})
export type ReverseEffectInput = z.output<typeof reverseEffectInput>

export const effectContract = {
  /** The latest 50 acts with effects, newest first. */
  list: oc
    .route({ method: 'GET', path: '/effects' })
    .input(effectList)
    .output(z.object({ rows: z.array(postedEffects) })),
  /** Reverses what an act credited and charged, all of it: the act itself stays. */
  reverse: oc.route({ method: 'POST', path: '/effects/{id}/reverse' }).input(reverseEffectInput).output(postedEffects),
}
