import { sql, type RawBuilder } from 'kysely'
import type { TenantContext } from '#kernel/context.ts'
import { currencyOf } from '#business/ledger/books.server.ts'
import type { LedgerAccount } from '#business/ledger/ledger.rules.ts'

/** Days of a report, both included, YYYY-MM-DD. */
export type Range = { from: string; to: string }

/** What every report says of itself. */
export async function headOf({ trx, vendorId, now }: TenantContext, { from, to }: Range) {
  const { currency, exponent } = await currencyOf(trx, vendorId)
  return { currency, exponent, from, to, asOf: now }
}

/** Money at hand, at the marketplace and on its way between them: what a statement is about. A payout moves it from one to the other, and neither adds nor takes. */
export const money = sql`('cash', 'marketplaceReceivable', 'payoutClearing')`
/** What an entry adds to some accounts together, seen from the side that a debit raises; between two of them it moves nothing. */
const raised = (accounts: RawBuilder<unknown>) =>
  sql`(case when "debit" in ${accounts} then "amount" else 0 end - case when "credit" in ${accounts} then "amount" else 0 end)`
/** What an entry adds to money. */
export const gain = raised(money)
/** What an entry adds to net revenue: what was sold, less discounts and refunds, without tax (product 5). */
export const earned = sql`(-${raised(sql`('revenue', 'discount', 'refund')`)})`
/** An entry of which one side is money and the other is not. */
export const movesMoney = sql`(("debit" in ${money}) <> ("credit" in ${money}))`

/** What entries add to an account, seen from the side that a debit raises. */
export const debited = (account: LedgerAccount) =>
  sql`sum(case when "debit" = ${account} then "amount" when "credit" = ${account} then -"amount" else 0 end)`
