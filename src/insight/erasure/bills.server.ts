import { sql } from 'kysely'
import type { DailyTask } from '#business/accounts/daily.server.ts'
import { auditMoney, lockBooks } from '#business/ledger/books.server.ts'
import { countryCodeOf } from '#directory/customers/customer.row.server.ts'
import { emptyAudit } from '#kernel/audit.ts'
import type { TenantContext } from '#kernel/context.ts'
import { forgetSaleBuyers, retainSaleBuyers } from '#money/sales/sale.erase.server.ts'
import { retainUntil } from './retention.rules.ts'

/**
 * Stores what bills print of customers who are about to be erased: a business must be able to
 * show its bills as they were issued until its country no longer requires them.
 */
export async function storeBuyers(ctx: TenantContext, customers: readonly string[]): Promise<void> {
  const country = await countryCodeOf(ctx.trx, ctx.vendorId)
  await retainSaleBuyers(ctx, customers, (day) => retainUntil(day, country))
}

/** The most bills that one transaction processes. */
const billsAtOnce = 100

/**
 * Removes what was printed of erased buyers, and the texts of their bills, from the oldest bills that their
 * country no longer requires. Their rows of the money log are emptied too; a new row in the same chain names
 * them, so that no other row can be emptied unnoticed.
 * @returns whether there may be more
 */
async function forgetBills(ctx: TenantContext): Promise<boolean> {
  const { trx, call, vendorId } = ctx
  await lockBooks(trx, vendorId)
  const sales = await forgetSaleBuyers(ctx, billsAtOnce)
  if (sales.length === 0) return false
  const emptied = await emptyAudit(trx, vendorId, sql`"entity" = 'sale' and "target" = any(${sales}::text[]) and "sequence" is not null`)
  const sequences = emptied.flatMap(({ sequence }) => sequence ?? []).toSorted((a, b) => a - b)
  await auditMoney(trx, call, { action: 'forget', entity: 'bills', target: vendorId, after: { bills: sales.length, sequences } })
  return true
}

/** Removes what bills printed of erased buyers on the day after their country no longer requires it. */
export const forgetBuyers: DailyTask = async ({ run, isOver }) => {
  while (!isOver() && (await run(forgetBills)));
}
