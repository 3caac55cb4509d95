import { oc } from '@orpc/contract'
import * as z from 'zod/mini'
import { recordOf } from '#lib/choices.ts'
import { listOutput, pageLimit } from '#lib/calls.ts'
import { id, withRules, calendarMonth, type Rule } from '#lib/fields.ts'
import {
  churnFigures,
  cohortMonths,
  figures,
  monthLimit,
  monthsIn,
  placeFigures,
  recurringFigures,
  revenueFigures,
  subscriberFigures,
} from './subscription.rules.ts'

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
  ...numbers(revenueFigures).shape,
  ...numbers(subscriberFigures).shape,
  /** MRR for each customer who has some, in minor units; null without any. */
  arpm: z.nullable(z.number()),
  /** Shares of MRR and of customers when the month began, in hundredths of a percent; null without any then. */
  grossChurn: z.nullable(z.number()),
  netChurn: z.nullable(z.number()),
  customerChurn: z.nullable(z.number()),
  /** `arpm` ÷ the average customer churn of up to 12 complete months, in minor units; null while no one left in them. */
  lifetimeValue: z.nullable(z.number()),
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
  /** The day since which MRR follows its standard definition, if the business had figures before and it was recent; else null. */
  changedOn: z.nullable(z.string()),
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
  /** For a figure of MRR the place's part of it, so that the parts add up to the figure; else its price. */
  price: z.number(),
  /** For a figure of MRR the MRR of the place when the month began and at its end; else null. */
  opening: z.nullable(z.number()),
  closing: z.nullable(z.number()),
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
