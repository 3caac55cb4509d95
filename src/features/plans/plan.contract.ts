import { oc } from '@orpc/contract'
import * as z from 'zod/mini'

/** The three membership plans (spec 2, Plans page). */
export const planIds = ['starter', 'pro', 'elite'] as const
export type PlanId = (typeof planIds)[number]

/**
 * The vendor's plan. `plan` is null while on trial; `daysLeft` as spec 4 counts it; `isExpired`
 * when the trial is over and no plan was chosen; `badge` as product 2.2 reads it.
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

/** What a change to a plan would do: how many accounts it allows, and which would sleep (newest first, the owner never). */
export const planPreview = z.object({
  plan: z.enum(planIds),
  accountsAllowed: z.number(),
  sleeping: z.array(z.string()),
})

export const planContract = {
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
