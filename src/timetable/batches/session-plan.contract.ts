import { oc } from '@orpc/contract'
import * as z from 'zod/mini'
import { daysBetween } from '#lib/days.ts'
import { conflict } from '#lib/conflicts.ts'
import { day, id, withRules, time, type Rule } from '#lib/fields.ts'

/** A day that is queried, not typed. */
export const calendarDay = () => day({ required: 'lib.fields.required', format: 'lib.fields.invalid' })

/** Whether customers with an e-mail address are notified of a change. */
export const notifyField = z._default(z.boolean('lib.fields.invalid'), true)

/** A batch that is being typed, to preview its sessions. */
const planInput = z.strictObject({
  batch: z.optional(id()),
  startDate: calendarDay(),
  endDate: calendarDay(),
  startingTime: time({ required: 'lib.fields.required', format: 'lib.fields.invalid' }),
  endingTime: time({ required: 'lib.fields.required', format: 'lib.fields.invalid' }),
  days: z.array(z.int().check(z.gte(0), z.lte(6))).check(z.maxLength(7, 'lib.fields.invalid')),
  trainer: z.optional(id()),
  hall: z._default(z.nullable(id()), null),
})
export type PlanInput = z.output<typeof planInput>
const planRules: Rule<PlanInput>[] = [
  {
    path: 'endDate',
    error: 'lib.fields.invalid',
    holds: ({ startDate, endDate }) =>
      !startDate || !endDate || (daysBetween(startDate, endDate) >= 0 && daysBetween(startDate, endDate) <= 366),
  },
]

/** The input of a preview before a batch is saved. */
export const planForm = withRules(planInput, planRules)

/** The call of the sessions room that the batch form makes. */
export const sessionPlanContract = {
  /** Previews the sessions of a batch's dates, days and hours; writes nothing. */
  plan: oc
    .route({ method: 'POST', path: '/sessions/plan' })
    .input(planForm)
    .output(
      z.object({
        count: z.number(),
        skipped: z.array(z.object({ day: z.string(), label: z.string() })),
        conflicts: z.array(conflict),
        /** Days on which the trainer is away: their sessions are created and need another trainer. */
        away: z.array(z.string()),
        /** People of the batch with an e-mail address whose coming sessions would change. */
        reachable: z.number(),
      }),
    ),
}
