import { oc } from '@orpc/contract'
import * as z from 'zod/mini'
import { profitFigures } from './finance-report.contract.ts'

/** How many months the overview shows, the running one included. */
export const overviewMonths = 12

/** The ages of debts: the first day past due of each. */
export const debtAges = [1, 8, 31, 61] as const

const days = z.object({ from: z.string(), to: z.string() })
/** An amount of the running month and of the same days of the month before, in minor units. */
const compared = z.object({ now: z.number(), before: z.number() })

/** How the business stands today: the running month, the months before it, and what is owed to and by it. */
export const overview = z.object({
  currency: z.string(),
  exponent: z.number(),
  asOf: z.string(),
  closedThrough: z.nullable(z.string()),
  /** The running month to date, and the same days of the month before. */
  days,
  before: days,
  /** Profit by accrual. */
  profit: z.object({ now: profitFigures, before: profitFigures }),
  /** Payments of customers, and what was spent and paid back. */
  moneyIn: compared,
  moneyOut: compared,
  /** Oldest first; `profit` by accrual; `payroll` is trainer pay of closed months and corrections, `earned` that of sessions in months that are not closed. */
  months: z.array(
    z.object({
      month: z.string(),
      moneyIn: z.number(),
      moneyOut: z.number(),
      profit: z.number(),
      payroll: z.number(),
      earned: z.number(),
    }),
  ),
  /** Money on hand and held by the marketplace. */
  cash: z.number(),
  marketplace: z.number(),
  /** Payouts that left the marketplace and have not arrived yet, and when the last one arrived, UTC. */
  inTransit: z.number(),
  lastPayoutAt: z.nullable(z.string()),
  /** Bills past due by age: `from` days on, up to the next one; and bills that are not due yet. */
  debts: z.array(z.object({ from: z.number(), count: z.number(), amount: z.number() })),
  notDue: z.object({ count: z.number(), amount: z.number() }),
  /** Tax to pay for the running quarter so far; `dueOn` is the day of its return, null for a country whose form is not known. */
  tax: z.object({ from: z.string(), to: z.string(), amount: z.number(), dueOn: z.nullable(z.string()) }),
})
export type Overview = z.output<typeof overview>

export const overviewContract = {
  overview: oc.route({ method: 'GET', path: '/finance/overview' }).input(z.strictObject({})).output(overview),
}
