import { oc } from '@orpc/contract'
import * as z from 'zod/mini'
import { recordOf } from '#lib/choices.ts'
import { listOutput, pageLimit } from '#lib/calls.ts'
import { id, withRules, calendarMonth, type Rule } from '#lib/fields.ts'
import { churnFigures, cohortMonths, figures, monthLimit, monthsIn, placeFigures, recurringFigures } from './subscription.rules.ts'

const month = () => calendarMonth('reports.month.required')

const span = z.strictObject({ from: month(), to: month(), batch: z.optional(id()) })
type Span = z.output<typeof span>
const rules: Rule<Span>[] = [
  { path: 'to', error: 'reports.month.order', holds: ({ from, to }) => !from || !to || to >= from },
  { path: 'to', error: 'reports.month.many', holds: ({ from, to }) => !from || !to || monthsIn(from, to) <= monthLimit },
]

const numbers = <const Names extends readonly string[]>(names: Names) =>
  z.object(recordOf<Names[number], z.ZodMiniNumber>(names, () => z.number()))

/** The figures of one batch in one month; `batch` is null for all batches together. Amounts in minor units. */
const movement = z.object({
  month: z.string(),
  batch: z.nullable(z.string()),
  batchName: z.string(),
  ...numbers(placeFigures).shape,
  ...numbers(recurringFigures).shape,
  ...numbers(churnFigures).shape,
})
export type Movement = z.output<typeof movement>

/** Customers whose first place began in a month, and how many of them had one at the end of each later month; null if not over. */
const cohort = z.object({ month: z.string(), size: z.number(), after: z.array(z.nullable(z.number())) })
export type Cohort = z.output<typeof cohort>

export const subscriptions = z.object({
  currency: z.string(),
  exponent: z.number(),
  /** By month and batch; a batch has no rows for months without any figure. */
  batches: z.array(movement),
  /** By month over all batches. */
  totals: z.array(movement),
  /** Places whose next payment is in the next 30 days, and its total. */
  renewals: z.object({ count: z.number(), amount: z.number(), from: z.string(), to: z.string() }),
  cohorts: z.array(cohort),
  /** UTC. */
  asOf: z.string(),
})
export type Subscriptions = z.output<typeof subscriptions>

/** A place behind a figure. Names are empty for roles that may not see customers. */
const figureRow = z.object({
  id: z.string(),
  customer: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  batch: z.string(),
  batchName: z.string(),
  startDate: z.string(),
  endDate: z.string(),
  nextChargeOn: z.nullable(z.string()),
  price: z.number(),
  priceUnit: z.string(),
  currency: z.string(),
  exponent: z.number(),
})
export type FigureRow = z.output<typeof figureRow>

const whole = (most: number) => z.int('lib.fields.invalid').check(z.gte(1, 'lib.fields.invalid'), z.lte(most, 'lib.fields.invalid'))

/** The figure whose rows to list; `after` is a later month of a cohort, 1 to 12. */
const peopleInput = z.strictObject({
  figure: z.enum(figures, 'lib.fields.invalid'),
  month: month(),
  batch: z.optional(id()),
  after: z.optional(whole(cohortMonths)),
  page: z._default(whole(100_000), 1),
  size: z._default(whole(pageLimit), 20),
})
export type PeopleInput = z.output<typeof peopleInput>

export const subscriptionContract = {
  /** Both months included; a month that is not over yet is shown as of today. */
  subscriptions: oc.route({ method: 'GET', path: '/reports/subscriptions' }).input(withRules(span, rules)).output(subscriptions),
  /** The places behind a figure, or one place per customer if the figure counts customers. */
  people: oc.route({ method: 'GET', path: '/reports/people' }).input(peopleInput).output(listOutput(figureRow)),
}
