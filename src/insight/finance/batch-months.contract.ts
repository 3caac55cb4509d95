import { oc } from '@orpc/contract'
import * as z from 'zod/mini'
import { id } from '#lib/fields.ts'
import { profitFigures } from './finance-report.contract.ts'

/** What a batch brought and cost in each month: its figures by accrual, as `finance.profit` has them for the month. */
const batchMonths = z.object({
  currency: z.string(),
  exponent: z.number(),
  /** Oldest first, at most twelve, from the first that has a figure to the running one; none if no month has any. */
  months: z.array(z.object({ month: z.string(), figures: profitFigures })),
  /** UTC. */
  asOf: z.string(),
})
export type BatchMonths = z.output<typeof batchMonths>

export const batchMonthsContract = {
  batchMonths: oc
    .route({ method: 'GET', path: '/finance/batches/{batch}/months' })
    .input(z.strictObject({ batch: id() }))
    .output(batchMonths),
}
