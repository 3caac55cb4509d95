import { sql } from 'kysely'
import type { DailyTask } from '#business/accounts/daily.server.ts'
import { auditMoney, lockBooks } from '#business/ledger/books.server.ts'
import { countryCodeOf } from '#directory/customers/customer.row.server.ts'
import { emptyAudit } from '#kernel/audit.ts'
import type { TenantContext } from '#kernel/context.ts'
import { forgetSaleBuyers, retainSaleBuyers } from '#money/sales/sale.erase.server.ts'
import { retainUntil } from './retention.rules.ts'

/**
 * Writes down what the bills of customers print of them, who are about to be erased: a business must be able to
 * show its bills as they were issued until its country no longer asks for them.
 */
export async function storeBuyers(ctx: TenantContext, customers: readonly string[]): Promise<void> {
  const country = await countryCodeOf(ctx.trx, ctx.vendorId)
  await retainSaleBuyers(ctx, customers, (day) => retainUntil(day, country))
}

/** Bills that one transaction forgets at most. */
const billsAtOnce = 100

/**
 * Takes what was printed of an erased buyer, and the words of their bills, out of the oldest bills that their
 * country no longer asks for. The rows of the money log are emptied too; a row of its own, in the same chain, names
 * them, so that no other row can be emptied unseen.
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

/** What bills printed of erased buyers goes on the day after their country no longer asks for it. */
export const forgetBuyers: DailyTask = async ({ run, isOver }) => {
  while (!isOver() && (await run(forgetBills)));
}
