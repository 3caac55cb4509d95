import type { Migrator } from '../migrator.ts'

const unpaid = `"state" in ('open','partiallyPaid')`

/**
 * The state of a bill again, derived from its amounts: a bill on which something is due is open or partly paid, also
 * where a part was refunded before, as when a credit note is reversed. No PostgreSQL before 17 can change the
 * expression of a column, so the column and its indexes are made anew, and the bills are written once more.
 */
export async function up({ run }: Migrator): Promise<void> {
  for (const index of ['salesNewest', 'salesUnpaid', 'salesOverdue', 'salesToRemind']) await run(`drop index "${index}"`)
  await run(`alter table "sales" drop column "state"`)
  await run(`alter table "sales" add column "state" text not null generated always as (case
       when "voidedAt" is not null then 'void'
       when "credited" > 0 and "credited" >= "total" then 'refunded'
       when "paid" - "refunded" < "total" - "credited" then case when "paid" > "refunded" then 'partiallyPaid' else 'open' end
       when "refunded" > 0 then 'partiallyRefunded'
       else 'paid' end) stored`)
  await run(`create index "salesNewest" on "sales" ("vendorId", "day", "id") include ("state", "total", "paid", "credited", "refunded")`)
  await run(`create index "salesUnpaid" on "sales" ("vendorId", "day") where ${unpaid}`)
  await run(`create index "salesOverdue" on "sales" ("vendorId", "dueOn") where ${unpaid}`)
  await run(`create index "salesToRemind" on "sales" ("vendorId", "retryOn") where ${unpaid} and "retryOn" is not null`)
}
