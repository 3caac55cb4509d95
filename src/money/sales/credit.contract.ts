import { oc } from '@orpc/contract'
import * as z from 'zod/mini'
import { amountLimit } from '#lib/amounts.ts'
import { id, text, wholeNumber } from '#lib/fields.ts'
import { deskMethods } from '#business/ledger/method.rules.ts'
import { accountField } from '#business/ledger/money-account.contract.ts'

const of = { customer: id() }

/** Pays a part of a customer's credit out, in minor units. */
export const creditPayoutInput = z.strictObject({
  id: z.optional(id()),
  ...of,
  amount: wholeNumber({
    required: 'sales.amount.required',
    number: 'sales.amount.number',
    positive: 'sales.amount.positive',
    max: amountLimit,
  }),
  method: z.enum(deskMethods, 'sales.method.required'),
  account: accountField,
  reason: text({ required: 'sales.reason.required', max: 200, long: 'sales.reason.long' }),
})
export type CreditPayout = z.output<typeof creditPayoutInput>

/** What happened to a customer's credit: a credit note added to it, a bill was paid from it, or it was paid out. */
export const creditKinds = ['credited', 'used', 'paidOut'] as const

/** What a business owes a customer, and the latest 50 changes of it, newest first; amounts in minor units, negative where it shrank. */
const credit = z.object({
  balance: z.number(),
  currency: z.string(),
  exponent: z.number(),
  rows: z.array(
    z.object({
      id: z.string(),
      day: z.string(),
      kind: z.enum(creditKinds),
      amount: z.number(),
      /** The bill that it is about, and its number; null for money that was paid out. */
      sale: z.nullable(z.string()),
      number: z.nullable(z.string()),
    }),
  ),
})
export type Credit = z.output<typeof credit>

/** The calls of customers' credit, a part of the `sales` group. */
export const creditContract = {
  credit: oc.route({ method: 'GET', path: '/customers/{customer}/credit' }).input(z.strictObject(of)).output(credit),
  payOutCredit: oc
    .route({ method: 'POST', path: '/customers/{customer}/credit-payouts', successStatus: 201 })
    .input(creditPayoutInput)
    .output(credit),
}
