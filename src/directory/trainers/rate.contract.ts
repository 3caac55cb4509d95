import { oc } from '@orpc/contract'
import * as z from 'zod/mini'
import { id } from '#lib/fields.ts'
import { payRuleContract } from './pay-rule.contract.ts'

/** What a trainer's session costs from a day on, in whole currency units. */
export const rate = z.object({
  /** Null for every day before the next rate. */
  from: z.nullable(z.string()),
  cost: z.number(),
  /** When it was set, UTC. */
  setAt: z.string(),
  /** Whether a rate or a general rule set later for the same day replaces it. */
  isReplaced: z.boolean(),
})
export type TrainerRate = z.output<typeof rate>

/** A trainer's rates, latest day first; `today`, and `openFrom`, the first day whose rate may change, are local to the business. */
export const trainerRates = z.object({
  trainer: z.string(),
  today: z.string(),
  openFrom: z.nullable(z.string()),
  rates: z.array(rate),
})
export type TrainerRates = z.output<typeof trainerRates>

/** The payroll calls of the trainer page; a rate is also set by changing the trainer's cost. `rules` has every rule, `rates` those by session in whole currency units. */
export const rateContract = {
  rates: oc
    .route({ method: 'GET', path: '/payroll/{trainer}/rates' })
    .input(z.strictObject({ trainer: id() }))
    .output(trainerRates),
  ...payRuleContract,
}
