import { oc } from '@orpc/contract'
import * as z from 'zod/mini'
import { emptySessionRules } from '#directory/trainers/pay-rule.rules.ts'
import { day } from '#lib/fields.ts'

export const setEmptyPayInput = z.strictObject({
  rule: z.enum(emptySessionRules, 'lib.fields.invalid'),
  from: z.optional(day({ required: 'payroll.empty.from.required', format: 'lib.fields.invalid' })),
})
export type SetEmptyPay = z.output<typeof setEmptyPayInput>

/**
 * What trainers are paid for a session with no one present, latest day first; the days before the first are paid in
 * full. `today`, and `openFrom`, the first day whose rule may change, are local to the business.
 */
export const emptyPay = z.object({
  today: z.string(),
  openFrom: z.nullable(z.string()),
  rules: z.array(z.object({ from: z.string(), rule: z.enum(emptySessionRules) })),
})
export type EmptyPay = z.output<typeof emptyPay>

/** The calls of the business's rule for sessions with no one present, a part of the `payroll` group. */
export const emptyPayContract = {
  emptyPay: oc.route({ method: 'GET', path: '/empty-session-pay' }).output(emptyPay),
  /** From the current day by default; earlier days are unaffected. */
  setEmptyPay: oc.route({ method: 'POST', path: '/empty-session-pay' }).input(setEmptyPayInput).output(emptyPay),
}
