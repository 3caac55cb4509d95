import { oc } from '@orpc/contract'
import * as z from 'zod/mini'
import { wholeRate } from '#lib/amounts.ts'
import { day, id, wholeNumber, withRules, type Rule } from '#lib/fields.ts'

/** What a rule pays for. `general` ends a rule for one service: from then on the service is paid by the general rule. */
export const payUnits = ['session', 'hour', 'head', 'share', 'general'] as const
export type PayUnit = (typeof payUnits)[number]

/** The largest amount of a rule, in minor units. */
const payLimit = 1_000_000_000

const money = (required: string) =>
  wholeNumber({ required, number: 'trainers.rule.number', min: 1, low: 'trainers.rule.low', max: payLimit })

/**
 * A rule from a day on, local to the business; the current day by default. `amount` in minor units for each session,
 * hour or person, or `share` of the session's net revenue in hundredths of a percent; at least `minimum` and at most
 * `maximum` for a session, in minor units. With `service` it is for this service alone.
 */
const fields = z.strictObject({
  trainer: id(),
  unit: z.enum(payUnits, 'lib.fields.invalid'),
  service: z.optional(id('trainers.rule.service.required')),
  amount: z.optional(money('trainers.rule.amount.required')),
  share: z.optional(
    wholeNumber({
      required: 'trainers.rule.share.required',
      number: 'trainers.rule.number',
      min: 1,
      low: 'trainers.rule.low',
      max: wholeRate,
      high: 'trainers.rule.share.high',
    }),
  ),
  minimum: z.optional(money('trainers.rule.number')),
  maximum: z.optional(money('trainers.rule.number')),
  from: z.optional(day({ required: 'trainers.costFrom.required', format: 'lib.fields.invalid' })),
})
export type PayRuleInput = z.output<typeof fields>

const isByAmount = ({ unit }: Partial<PayRuleInput>) => unit !== 'share' && unit !== 'general'

const rules: Rule<PayRuleInput>[] = [
  { path: 'amount', error: 'trainers.rule.amount.required', holds: (rule) => (rule.amount !== undefined) === isByAmount(rule) },
  { path: 'share', error: 'trainers.rule.share.required', holds: ({ unit, share }) => (share !== undefined) === (unit === 'share') },
  {
    path: 'service',
    error: 'trainers.rule.service.required',
    holds: ({ unit, service }) => unit !== 'general' || service !== undefined,
  },
  {
    path: 'minimum',
    error: 'lib.fields.invalid',
    holds: ({ unit, minimum, maximum }) => unit !== 'general' || (minimum === undefined && maximum === undefined),
  },
  {
    path: 'maximum',
    error: 'trainers.rule.maximum.order',
    holds: ({ minimum, maximum }) => minimum === undefined || maximum === undefined || minimum <= maximum,
  },
]

export const setPayRuleInput = withRules(fields, rules)

/** A rule as stored; amounts in minor units, also of a rule that was set as a cost in whole currency units. */
export const payRule = z.object({
  /** Null for every day before the next general rule. */
  from: z.nullable(z.string()),
  /** Null for a general rule, which pays for every service without one of its own. */
  service: z.nullable(z.string()),
  unit: z.enum(payUnits),
  amount: z.nullable(z.number()),
  share: z.nullable(z.number()),
  minimum: z.nullable(z.number()),
  maximum: z.nullable(z.number()),
  /** When it was set, UTC. */
  setAt: z.string(),
  /** Whether a rule set later for the same day and service replaces it. */
  isReplaced: z.boolean(),
})
export type PayRule = z.output<typeof payRule>

/** A trainer's rules, latest day first; `today`, and `openFrom`, the first day whose rule may change, are local to the business. */
export const payRules = z.object({
  trainer: z.string(),
  today: z.string(),
  openFrom: z.nullable(z.string()),
  currency: z.string(),
  exponent: z.number(),
  rules: z.array(payRule),
})
export type PayRules = z.output<typeof payRules>

/** The calls of a trainer's pay rules, a part of the `payroll` group. */
export const payRuleContract = {
  rules: oc
    .route({ method: 'GET', path: '/payroll/{trainer}/rules' })
    .input(z.strictObject({ trainer: id() }))
    .output(payRules),
  /** Earlier days, and those of a rule that begins later, are unaffected. The same rule again changes nothing. */
  setRule: oc.route({ method: 'POST', path: '/payroll/{trainer}/rules', successStatus: 201 }).input(setPayRuleInput).output(payRule),
}
