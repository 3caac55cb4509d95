import { oc } from '@orpc/contract'
import * as z from 'zod/mini'
import { month } from '#business/ledger/month.contract.ts'

const counted = z.object({ count: z.number(), amount: z.number() })

/** The steps of a month-end, in order. */
export const monthEndSteps = ['attendance', 'bills', 'expenses', 'close', 'pay'] as const
export type MonthEndStep = (typeof monthEndSteps)[number]

/** What a month still needs before its books are done; amounts in minor units. */
export const monthEnd = z.object({
  month: z.string(),
  currency: z.string(),
  exponent: z.number(),
  asOf: z.string(),
  /** Whether its last day is over, and whether it is closed. */
  isOver: z.boolean(),
  isClosed: z.boolean(),
  /** Sessions with somebody who is not marked, and the earliest of them. */
  attendance: z.object({ count: z.number(), session: z.nullable(z.string()) }),
  /** Attended places that no bill pays for, and bills of the month that are past due. */
  bills: z.object({ unbilled: counted, pastDue: counted }),
  /** Expenses of the month. */
  expenses: counted,
  /** Lines of the bank until its last day that are in no entry, and the account of the earliest; null where no bank file was imported. */
  bank: z.nullable(z.object({ count: z.number(), account: z.nullable(z.string()) })),
  /** Sessions that trainers are paid for and their pay, and what trainers are owed of all closed months. */
  pay: z.object({ sessions: z.number(), amount: z.number(), payable: z.number() }),
  /** The steps that need nothing more. */
  done: z.array(z.enum(monthEndSteps)),
})
export type MonthEnd = z.output<typeof monthEnd>

export const monthEndContract = {
  monthEnd: oc
    .route({ method: 'GET', path: '/finance/month-end' })
    .input(z.strictObject({ month: month() }))
    .output(monthEnd),
}
