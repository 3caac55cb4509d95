import { sql } from 'kysely'
import { currencyOf } from '#business/ledger/books.server.ts'
import type { TenantContext } from '#kernel/context.ts'
import { assertAllNamed } from '#kernel/named.ts'
import type { Debt } from './debt.contract.ts'

/** What some customers owe; those who owe nothing are left out. @throws document/not-found for ids of others */
export async function readDebts(ctx: TenantContext, { customers }: { customers: string[] }): Promise<Debt[]> {
  const { trx, vendorId } = ctx
  await assertAllNamed(ctx, 'customers', customers)
  const { currency, exponent } = await currencyOf(trx, vendorId)
  const { rows } = await sql<Pick<Debt, 'customer' | 'amount' | 'dueOn'>>`
    select "customer", sum("total" - "credited" - "paid" + "refunded")::bigint as "amount", min("dueOn") as "dueOn" from "sales"
    where "vendorId" = ${vendorId} and "customer" = any(${customers}::uuid[]) and "state" in ('open', 'partiallyPaid') group by "customer"`.execute(
    trx,
  )
  return rows.map((row) => ({ ...row, currency, exponent }))
}
