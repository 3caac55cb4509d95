import type { Migrator } from '../migrator.ts'

const accounts = `('cash','marketplaceReceivable','customerReceivable','revenue','discount','taxPayable','commission','refund','payroll','payrollPayable','expense','payoutClearing','customerCredit','deferredRevenue','deferral','opening')`

/**
 * Closing a month posts what is billed but not delivered yet as deferred revenue (decision 45), from the day
 * `deferredSince` on. Businesses with entries are informed of it, from `accrualSince` on. The previous version can't name these accounts in its list of entries; its reports are as before.
 */
export async function up({ run }: Migrator): Promise<void> {
  for (const side of ['debit', 'credit']) {
    const name = `ledger${side === 'debit' ? 'Debit' : 'Credit'}`
    await run(`alter table "ledger" drop constraint "${name}"`)
    await run(`alter table "ledger" add constraint "${name}" check ("${side}" in ${accounts})`)
  }
  await run(`alter table "ledger" drop constraint "ledgerSource"`)
  await run(
    `alter table "ledger" add constraint "ledgerSource" check ("source" in ('sale','payment','refund','void','commission','expense','payroll','payout','adjustment','deferral'))`,
  )
  await run(`alter table "books" add column "deferredSince" date`)
  await run(`alter table "books" add column "accrualSince" date`)
  await run(`update "books" set "accrualSince" = current_date where "entries" > 0`)
  await run(
    `create index "ledgerDeferred" on "ledger" ("vendorId", "day") where "debit" = 'deferredRevenue' or "credit" = 'deferredRevenue'`,
  )
  await run(`create index "saleLinesByEnd" on "saleLines" ("vendorId", "toDay") where "batch" is not null`)
  await run(`create index "enrolmentsFrozen" on "enrolments" ("vendorId", "id") where "freezes" <> '[]'`)
}
