import { oc } from '@orpc/contract'
import * as z from 'zod/mini'
import { planIds } from '#lib/plans.ts'

/**
 * The vendor's plan. `plan` is null while on trial; `daysLeft` as defined by spec 4; `isExpired` when the trial is over
 * and no plan was chosen; `badge` as defined by product 2.2.
 */
export const currentPlan = z.object({
  plan: z.nullable(z.enum(planIds)),
  trialStartedAt: z.nullable(z.string()),
  daysLeft: z.number(),
  isExpired: z.boolean(),
  accounts: z.number(),
  accountsAllowed: z.number(),
  version: z.number(),
})
export type CurrentPlan = z.output<typeof currentPlan>

/**
 * What a plan change would do: how many accounts it allows, and the e-mails of members who would sleep (newest first,
 * never the owner) or wake.
 */
export const planPreview = z.object({
  plan: z.enum(planIds),
  accountsAllowed: z.number(),
  sleeping: z.array(z.string()),
  /** Members whom an earlier change put to sleep and this one wakes. */
  waking: z.array(z.string()),
  /** What would be billed today, in US cents, for the year from `day` through `toDay`; below zero, `total` is owed to the vendor. */
  bill: z.object({ day: z.string(), toDay: z.nullable(z.string()), amount: z.number(), credit: z.number(), total: z.number() }),
})
export type PlanPreview = z.output<typeof planPreview>

/**
 * What the marketplace billed for a plan, in US cents: the price of the year from `day` through `toDay`, less the
 * unused part of the previous year. A change to the free plan has no year; below zero, `total` is owed to the vendor.
 */
export const planInvoice = z.object({
  id: z.string(),
  number: z.string(),
  day: z.string(),
  toDay: z.nullable(z.string()),
  plan: z.enum(planIds),
  amount: z.number(),
  credit: z.number(),
  total: z.number(),
})
export type PlanInvoice = z.output<typeof planInvoice>

export const planContract = {
  /** Newest first. */
  invoices: oc.route({ method: 'GET', path: '/plan/invoices' }).output(z.array(planInvoice)),
  current: oc.route({ method: 'GET', path: '/plan' }).output(currentPlan),
  preview: oc
    .route({ method: 'GET', path: '/plan/preview' })
    .input(z.strictObject({ plan: z.enum(planIds, 'lib.fields.invalid') }))
    .output(planPreview),
  change: oc
    .route({ method: 'POST', path: '/plan' })
    .input(
      z.strictObject({
        plan: z.enum(planIds, 'lib.fields.invalid'),
        version: z.int('lib.fields.invalid'),
      }),
    )
    .output(currentPlan),
}
