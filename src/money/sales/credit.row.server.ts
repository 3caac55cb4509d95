import { sql, type RawBuilder } from 'kysely'
import { currencyOf } from '#business/ledger/books.server.ts'
import type { TenantContext } from '#kernel/context.ts'
import { failure } from '#kernel/failure.ts'
import type { Credit } from './credit.contract.ts'

/** Each change of a customer's credit (decision 44): credit notes to it, payments from it, and what was paid out. */
const changes = (vendorId: string, customer: string | RawBuilder<unknown>) => sql`(
  select r."id", r."day", r."at", 'credited' as "kind", r."paidBack" as "amount", s."id" as "sale", s."number" from "refunds" r
    join "sales" s on s."vendorId" = ${vendorId} and s."id" = r."sale"
    where r."vendorId" = ${vendorId} and s."customer" = ${customer} and r."method" = 'credit'
  union all select p."id", p."day", p."at", 'used', -p."amount", s."id", s."number" from "payments" p
    join "sales" s on s."vendorId" = ${vendorId} and s."id" = p."sale"
    where p."vendorId" = ${vendorId} and s."customer" = ${customer} and p."method" = 'credit'
  union all select o."id", o."day", o."at", 'paidOut', -o."amount", null, null from "creditPayouts" o
    where o."vendorId" = ${vendorId} and o."customer" = ${customer}) change`

/** What the business owes a customer, in minor units, within a statement. */
export const balanceOf = (vendorId: string, customer: string | RawBuilder<unknown>): RawBuilder<number> =>
  sql<number>`(select coalesce(sum(change."amount"), 0)::bigint from ${changes(vendorId, customer)})`

/** What the business owes a customer, in minor units. */
export async function creditOf({ trx, vendorId }: TenantContext, customer: string): Promise<number> {
  const { rows } = await sql<{ balance: number }>`select ${balanceOf(vendorId, customer)} as "balance"`.execute(trx)
  return rows[0]?.balance ?? 0
}

/** A customer's credit and its latest changes. @throws document/not-found */
export async function readCredit(ctx: TenantContext, { customer }: { customer: string }): Promise<Credit> {
  const { trx, vendorId } = ctx
  const known = await trx
    .selectFrom('customers')
    .select('id')
    .where('vendorId', '=', vendorId)
    .where('id', '=', customer)
    .executeTakeFirst()
  if (!known) throw failure('document/not-found')
  const { currency, exponent } = await currencyOf(trx, vendorId)
  const { rows } = await sql<Credit['rows'][number]>`
    select "id", "day", "kind", "amount", "sale", "number" from ${changes(vendorId, customer)} order by "at" desc, "id" desc limit 50`.execute(
    trx,
  )
  return { balance: await creditOf(ctx, customer), currency, exponent, rows }
}
