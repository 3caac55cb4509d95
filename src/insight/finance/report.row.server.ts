import { sql, type RawBuilder } from 'kysely'
import type { TenantContext } from '#kernel/context.ts'
import { currencyOf } from '#business/ledger/books.server.ts'
import type { LedgerAccount } from '#business/ledger/ledger.rules.ts'

/** The days of a report, both included, YYYY-MM-DD. */
export type Range = { from: string; to: string }

/** The header of every report. */
export async function headOf({ trx, vendorId, now }: TenantContext, { from, to }: Range) {
  const { currency, exponent } = await currencyOf(trx, vendorId)
  return { currency, exponent, from, to, asOf: now }
}

/** The accounts of a statement: money on hand, at the marketplace and in transit. A payout only moves money between them. */
export const money = sql`('cash', 'marketplaceReceivable', 'payoutClearing')`
/** What an entry adds to some accounts together, positive for debits; an entry between two of them adds 0. */
const raised = (accounts: RawBuilder<unknown>) =>
  sql`(case when "debit" in ${accounts} then "amount" else 0 end - case when "credit" in ${accounts} then "amount" else 0 end)`
/** What an entry adds to the money. */
export const gain = raised(money)
/** What an entry adds to net revenue: sales less discounts and refunds, without tax (product 5). */
export const earned = sql`(-${raised(sql`('revenue', 'discount', 'refund')`)})`
/** Whether exactly one side of an entry is money. */
export const movesMoney = sql`(("debit" in ${money}) <> ("credit" in ${money}))`

/** The tax of entries that is to be paid; payments to the tax office pay it, and are no part of it. */
export const taxed = sql`sum(case when "source" = 'taxPayment' then 0 when "credit" = 'taxPayable' then "amount" when "debit" = 'taxPayable' then -"amount" else 0 end)`

/** What entries add to an account, positive for debits; a transfer between its money accounts adds nothing. */
export const debited = (account: LedgerAccount) => sql`sum(${raised(sql`(${account})`)})`
