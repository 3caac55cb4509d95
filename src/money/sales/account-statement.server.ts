import { sql } from 'kysely'
import { currencyOf } from '#business/ledger/books.server.ts'
import type { TenantContext } from '#kernel/context.ts'
import { failure } from '#kernel/failure.ts'
import type { AccountStatementInput, AccountStatement } from './account-statement.contract.ts'
import { readSeller } from './seller.server.ts'

type Change = Omit<AccountStatement['rows'][number], 'balance'>

/**
 * Each change of what a customer owes, in minor units. Voids are read from the ledger, which has the day of each void
 * and of each return. What credit paid is no change: it lowers what is owed and the credit alike.
 */
const changes = (vendorId: string, customer: string) => sql`(
  select s."day", s."soldAt" as "at", 0 as "rank", 'bill' as "kind", s."id" as "sale", s."number", null as "method", s."total" as "amount" from "sales" s
    where s."vendorId" = ${vendorId} and s."customer" = ${customer}
  union all select e."day", e."at", 4, 'void', s."id", s."number", null,
      sum(case when e."debit" = 'customerReceivable' then e."amount" else -e."amount" end) from "sales" s
    join "ledger" e on e."vendorId" = ${vendorId} and e."sourceId" = s."id" and e."source" = 'void' and 'customerReceivable' in (e."debit", e."credit")
    where s."vendorId" = ${vendorId} and s."customer" = ${customer} group by e."day", e."at", s."id", s."number"
  union all select r."day", r."at", 2, 'creditNote', s."id", r."number", null, -r."amount" from "refunds" r
    join "sales" s on s."vendorId" = ${vendorId} and s."id" = r."sale" where r."vendorId" = ${vendorId} and s."customer" = ${customer}
  union all select p."day", p."at", 1, 'payment', s."id", s."number", p."method", -p."amount" from "payments" p
    join "sales" s on s."vendorId" = ${vendorId} and s."id" = p."sale"
    where p."vendorId" = ${vendorId} and s."customer" = ${customer} and p."method" <> 'credit'
  union all select r."day", r."at", 3, 'refund', s."id", r."number", r."method", r."paidBack" from "refunds" r
    join "sales" s on s."vendorId" = ${vendorId} and s."id" = r."sale"
    where r."vendorId" = ${vendorId} and s."customer" = ${customer} and r."paidBack" <> 0 and r."method" <> 'credit'
  union all select o."day", o."at", 5, 'payOut', null, null, o."method", o."amount" from "creditPayouts" o
    where o."vendorId" = ${vendorId} and o."customer" = ${customer}) change`

const sumOf = (amounts: readonly number[]) => amounts.reduce((sum, amount) => sum + amount, 0)

/** What a customer owed before the first day of a statement, in minor units. */
async function openingOf({ trx, vendorId }: TenantContext, { customer, from }: AccountStatementInput): Promise<number> {
  const { rows } = await sql<{ opening: number }>`
    select coalesce(sum(change."amount"), 0)::bigint as "opening" from ${changes(vendorId, customer)} where change."day" < ${from}::date`.execute(
    trx,
  )
  return rows[0]?.opening ?? 0
}

/** The statement of a customer's account for some days. @throws document/not-found */
export async function readAccount(ctx: TenantContext, input: AccountStatementInput): Promise<AccountStatement> {
  const { trx, vendorId } = ctx
  const { customer: id, from, to } = input
  const customer = await trx
    .selectFrom('customers')
    .select(['firstName', 'lastName', 'phone', 'email', 'companyName'])
    .where('vendorId', '=', vendorId)
    .where('id', '=', id)
    .executeTakeFirst()
  if (!customer) throw failure('document/not-found')
  const { currency, exponent } = await currencyOf(trx, vendorId)
  const opening = await openingOf(ctx, input)
  const { rows } = await sql<Change>`
    select change."day", change."kind", change."sale", change."number", change."method", change."amount"::bigint as "amount",
      coalesce(l."text", '') as "text" from ${changes(vendorId, id)}
    left join "saleLines" l on l."vendorId" = ${vendorId} and l."sale" = change."sale" and l."position" = 0 and change."kind" = 'bill'
    where change."day" between ${from}::date and ${to}::date order by change."day", change."at", change."rank", change."number"`.execute(
    trx,
  )
  let balance = opening
  const charged = sumOf(rows.map(({ amount }) => Math.max(amount, 0)))
  const closing = opening + sumOf(rows.map(({ amount }) => amount))
  return {
    from,
    to,
    customer,
    vendor: await readSeller(trx, vendorId, to),
    currency,
    exponent,
    opening,
    closing,
    charged,
    credited: opening + charged - closing,
    rows: rows.map((row) => ({ ...row, balance: (balance += row.amount) })),
  }
}
