import { oc } from '@orpc/contract'
import * as z from 'zod/mini'
import { listInput, listOutput } from '#lib/calls.ts'
import { id, text } from '#lib/fields.ts'

/** `billed → voiding → voided`. */
export const runStates = ['billed', 'voiding', 'voided'] as const

/**
 * What keeps a run from being voided: a bill that was paid or credited, of a closed month, followed
 * by another bill of its place, or whose place was given a later next payment since.
 */
export const runObstacles = ['paid', 'credited', 'closed', 'later', 'changed'] as const

/** A night's automatic bills. Amounts in minor units of `currency`, which has `exponent` decimals. */
export const billingRun = z.object({
  id: z.string(),
  day: z.string(),
  startedAt: z.string(),
  state: z.enum(runStates),
  currency: z.string(),
  exponent: z.number(),
  /** The number of its bills, and their total as issued; of these how many are paid, still open, and void. */
  bills: z.number(),
  total: z.number(),
  paid: z.number(),
  open: z.number(),
  voided: z.number(),
  /** The amount still due on them. */
  due: z.number(),
  voidedAt: z.nullable(z.string()),
  voidReason: z.nullable(z.string()),
  /** Who voided it; '' if no one did. */
  voidedByName: z.string(),
  /** Whether its places wait until tomorrow's run, and may be billed again today. */
  isWaiting: z.boolean(),
})
export type BillingRun = z.output<typeof billingRun>

/** What voiding a run would do, or what prevents it. */
export const runPreview = z.object({
  ...billingRun.shape,
  /** The credit that paid its bills and is restored to the customers, in minor units. */
  credit: z.number(),
  /** The customers who were emailed a bill and are emailed that it is void. */
  emails: z.number(),
  /** The number of bills that prevent it, and the first of them with the reason. */
  blocked: z.number(),
  obstacles: z.array(z.object({ sale: z.string(), number: z.string(), obstacle: z.enum(runObstacles) })),
})
export type RunPreview = z.output<typeof runPreview>

const named = z.strictObject({ id: id() })
/** Why a run is voided. */
export const runVoidInput = z.strictObject({
  id: id(),
  reason: text({ required: 'sales.reason.required', max: 200, long: 'sales.reason.long' }),
})

/** The page, newest first. */
export const runList = z.pick(listInput(['day'], {}), { page: true, size: true })

export const runContract = {
  /** The billing runs, the newest first; a night in which nothing was billed has none. */
  runs: oc.route({ method: 'GET', path: '/billing-runs' }).input(runList).output(listOutput(billingRun)),
  /** A billing run, with what voiding it would do. */
  run: oc.route({ method: 'GET', path: '/billing-runs/{id}' }).input(named).output(runPreview),
  /** Voids all bills of a run, or none if one of them can't be voided; one after another, and the run is `voiding` until the last. */
  voidRun: oc.route({ method: 'POST', path: '/billing-runs/{id}/void' }).input(runVoidInput).output(billingRun),
  /** Issues the bills again on the day of the void, with the present terms; otherwise the next night does. */
  billAgain: oc.route({ method: 'POST', path: '/billing-runs/{id}/bill-again' }).input(named).output(billingRun),
}
