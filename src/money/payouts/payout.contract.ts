import { oc } from '@orpc/contract'
import * as z from 'zod/mini'
import { listInput, listOutput, record } from '#lib/calls.ts'
import { isAccount } from '#lib/bank-account.ts'
import { id, text } from '#lib/fields.ts'
import { lineKinds, payoutStates } from './payout.rules.ts'

/** A bank account as shown: only the last four characters of its number. */
const account = z.object({ holder: z.string(), bankName: z.string(), ending: z.string(), countsFrom: z.string() })
export type BankAccount = z.output<typeof account>

/** What the marketplace pays out for a period; minor units, gross − refunds − commission = net. */
export const payout = z.object({
  ...record,
  fromDay: z.string(),
  toDay: z.string(),
  currency: z.string(),
  exponent: z.number(),
  gross: z.number(),
  refunds: z.number(),
  commission: z.number(),
  net: z.number(),
  state: z.enum(payoutStates),
  /** When it entered that state, UTC. */
  stateAt: z.string(),
  /** The bank's own reference, as the operator entered it. */
  reference: z.string(),
  failureReason: z.nullable(z.string()),
})
export type Payout = z.output<typeof payout>

/** A payment, a credit or a commission in a payout; deductions are negative. */
const line = z.object({
  position: z.number(),
  kind: z.enum(lineKinds),
  day: z.string(),
  amount: z.number(),
  sale: z.string(),
  number: z.string(),
})

/** A payout with every line, and its bank account if the role may see it. */
export const payoutDetail = z.object({ ...payout.shape, account: z.nullable(account), lines: z.array(line) })
export type PayoutDetail = z.output<typeof payoutDetail>

/** The balance at the marketplace now, in minor units. */
export const payoutSummary = z.object({
  currency: z.string(),
  exponent: z.number(),
  /** Not in any payout yet; below 0 it carries forward. */
  available: z.number(),
  /** In pending or processing payouts, and in failed ones. */
  underWay: z.number(),
  failed: z.number(),
  /** The account that payouts go to, and the one that will replace it; null also if the role may not see it. */
  account: z.nullable(account),
  coming: z.nullable(account),
  asOf: z.string(),
})
export type PayoutSummary = z.output<typeof payoutSummary>

/** A bank account. It takes effect 48 hours after it was set (checks M5). */
export const accountInput = z.strictObject({
  holder: text({ required: 'payouts.holder.required', max: 80, long: 'payouts.holder.long' }),
  account: text({ required: 'payouts.account.required', max: 50, long: 'payouts.account.invalid' }).check(
    z.refine((value) => value === '' || isAccount(value), 'payouts.account.invalid'),
  ),
  bankName: text({ required: 'payouts.bankName.required', max: 80, long: 'payouts.bankName.long' }),
})
export type AccountInput = z.output<typeof accountInput>

export const payoutList = listInput(['toDay', 'net'], { state: z._default(z.enum(['all', ...payoutStates], 'lib.fields.invalid'), 'all') })

export const payoutContract = {
  list: oc.route({ method: 'GET', path: '/payouts' }).input(payoutList).output(listOutput(payout)),
  get: oc
    .route({ method: 'GET', path: '/payouts/{id}' })
    .input(z.strictObject({ id: id() }))
    .output(payoutDetail),
  summary: oc.route({ method: 'GET', path: '/payout-summary' }).output(payoutSummary),
  /** Setting the same account again changes nothing. */
  setAccount: oc.route({ method: 'POST', path: '/payout-account' }).input(accountInput).output(payoutSummary),
}
