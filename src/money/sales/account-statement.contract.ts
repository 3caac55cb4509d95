import { oc } from '@orpc/contract'
import * as z from 'zod/mini'
import { day, id, withRules, type Rule } from '#lib/fields.ts'
import { methods } from '#business/ledger/method.rules.ts'
import { seller } from './seller.contract.ts'

/** What changed a customer's account. A bill that is restored after its void is charged again. */
export const accountChanges = ['bill', 'void', 'creditNote', 'payment', 'refund', 'payOut'] as const

const accountDay = () => day({ required: 'sales.day.required', format: 'sales.day.required' })

/** The first and the last day of a statement, both included. */
export const accountStatementInput = z.strictObject({ customer: id(), from: accountDay(), to: accountDay() })
export type AccountStatementInput = z.output<typeof accountStatementInput>
const inOrder: Rule<AccountStatementInput>[] = [
  { path: 'to', error: 'sales.account.order', holds: ({ from, to }) => !from || !to || from <= to },
]

/**
 * What a customer owes, day by day, in minor units: bills add to it, and payments and credit notes lower it. A balance
 * below 0 is the customer's credit. A payment from credit has no row of its own: the credit is part of the balance already.
 */
export const accountStatement = z.object({
  from: z.string(),
  to: z.string(),
  /** `companyName` is the company that pays for them today; '' for a person. */
  customer: z.object({
    firstName: z.string(),
    lastName: z.string(),
    phone: z.string(),
    email: z.string(),
    companyName: z.optional(z.string()),
  }),
  vendor: seller,
  currency: z.string(),
  exponent: z.number(),
  /** The balance before the first day, and at the end of the last. */
  opening: z.number(),
  closing: z.number(),
  /** What was charged and what was paid or credited in these days; opening + charged − credited = closing. */
  charged: z.number(),
  credited: z.number(),
  rows: z.array(
    z.object({
      day: z.string(),
      kind: z.enum(accountChanges),
      /** The bill that it is about, null for credit that was paid out; the number of the bill or the credit note. */
      sale: z.nullable(z.string()),
      number: z.nullable(z.string()),
      /** What a bill is for: its first line. */
      text: z.string(),
      method: z.nullable(z.enum(methods)),
      amount: z.number(),
      /** The balance after it. */
      balance: z.number(),
    }),
  ),
})
export type AccountStatement = z.output<typeof accountStatement>

/** The statement of a customer's account, a part of the `sales` group. */
export const accountStatementContract = {
  account: oc
    .route({ method: 'GET', path: '/customers/{customer}/account' })
    .input(withRules(accountStatementInput, inOrder))
    .output(accountStatement),
}
