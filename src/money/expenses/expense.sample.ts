import { sql } from 'kysely'
import { tenant } from '#db/tenant.ts'
import { reconcile } from '#insight/finance/reconcile.server.ts'
import type { TestApp } from '../../../test/app.ts'

/** An expense as its form sends it. */
export const rent = {
  day: '2026-10-01',
  category: 'rent' as const,
  supplier: 'Corniche Estates',
  amount: 10_500,
  tax: 500,
  method: 'transfer' as const,
}

/** The entries of a vendor's expenses in order, straight from the ledger. */
export const expenseEntries = ({ app }: TestApp, vendorId: string) =>
  tenant(app.db, vendorId, async (trx) => {
    const { rows } = await sql<{ day: string; debit: string; credit: string; amount: number }>`
      select "day"::text as "day", "debit", "credit", "amount" from "ledger" where "vendorId" = ${vendorId} and "source" = 'expense' order by "sequence"`.execute(
      trx,
    )
    return rows.map((row) => `${row.day} ${row.debit} ${row.credit} ${row.amount}`)
  })

/** What the check of a vendor's books finds. */
export const faultsOf = ({ app }: TestApp, vendorId: string) => tenant(app.db, vendorId, (trx) => reconcile(trx, vendorId))
