import { oc } from '@orpc/contract'
import * as z from 'zod/mini'
import { accountKinds } from '#business/ledger/money-account.rules.ts'
import { reportDay } from './finance-report.contract.ts'

/** The lines of each part of the balance sheet, in order. */
export const balanceLines = {
  assets: ['cash', 'marketplace', 'onItsWay', 'customers'],
  liabilities: ['deferredRevenue', 'customerCredit', 'suppliers', 'tax', 'trainers', 'earnedPay', 'loans'],
  equity: ['owner', 'formerYears', 'thisYear'],
} as const
export type BalanceLine = (typeof balanceLines)[keyof typeof balanceLines][number]

/**
 * What the business has and owes at the end of a day, in minor units: `assets` = `liabilities` + `equity`. A loss makes
 * equity negative.
 */
export const balanceSheet = z.object({
  currency: z.string(),
  exponent: z.number(),
  day: z.string(),
  asOf: z.string(),
  /** On hand, held by the marketplace, in payouts in transit, and owed by customers. */
  cash: z.number(),
  /** The accounts that `cash` is in. */
  accounts: z.array(z.object({ id: z.string(), kind: z.enum(accountKinds), name: z.string(), isFirst: z.boolean(), amount: z.number() })),
  marketplace: z.number(),
  onItsWay: z.number(),
  customers: z.number(),
  /** Billed and not delivered; below 0 for what is delivered before it is billed. */
  deferredRevenue: z.number(),
  customerCredit: z.number(),
  /** Expenses that are not paid yet. */
  suppliers: z.number(),
  tax: z.number(),
  /** Owed to trainers for closed months, and earned by them in open ones. */
  trainers: z.number(),
  earnedPay: z.number(),
  loans: z.number(),
  /** Opening balances and what the owner put in, less what was taken out. */
  owner: z.number(),
  /** The results by accrual of the years before, and of the day's year. */
  formerYears: z.number(),
  thisYear: z.number(),
  assets: z.number(),
  liabilities: z.number(),
  equity: z.number(),
})
export type Balance = z.output<typeof balanceSheet>

export const balanceContract = {
  balance: oc
    .route({ method: 'GET', path: '/finance/balance' })
    .input(z.strictObject({ day: reportDay() }))
    .output(balanceSheet),
}
