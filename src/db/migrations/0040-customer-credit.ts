import type { Migrator } from '../migrator.ts'

const accounts = `('cash','marketplaceReceivable','customerReceivable','revenue','discount','taxPayable','commission','refund','payroll','payrollPayable','expense','payoutClearing','customerCredit')`
const methods = `('cash','card','transfer','wallet','marketplace','credit')`

/**
 * What a business owes a customer (decision 44): a refund by the method `credit` adds to it, a payment by it takes from
 * it, and it can be paid out in money. The previous version can't show a bill that was paid or refunded so.
 */
export async function up({ run, tenantTable }: Migrator): Promise<void> {
  const changes = [
    ['ledger', 'debit', 'ledgerDebit', accounts],
    ['ledger', 'credit', 'ledgerCredit', accounts],
    ['payments', 'method', 'paymentsMethod', methods],
    ['refunds', 'method', 'refundsMethod', methods],
  ] as const
  for (const [table, column, name, values] of changes) {
    await run(`alter table "${table}" drop constraint "${name}"`)
    await run(`alter table "${table}" add constraint "${name}" check ("${column}" in ${values})`)
  }
  await tenantTable(
    'creditPayouts',
    `"id" uuid not null,
     "customer" uuid not null,
     "day" date not null,
     "at" timestamptz not null,
     "amount" bigint not null constraint "creditPayoutsAmount" check ("amount" between 1 and 1000000000000),
     "currency" text not null,
     "method" text not null constraint "creditPayoutsMethod" check ("method" in ('cash','card','transfer','wallet')),
     "reason" text not null constraint "creditPayoutsReason" check (char_length("reason") between 1 and 200),
     "givenBy" uuid not null,
     "inputDigest" bytea not null,
     primary key ("vendorId", "id"),
     constraint "creditPayoutsCustomer" foreign key ("vendorId", "customer") references "customers" ("vendorId", "id")`,
  )
  await run(`create index "creditPayoutsByCustomer" on "creditPayouts" ("vendorId", "customer")`)
}
