import type { Migrator } from '../migrator.ts'

const accounts = `('cash','marketplaceReceivable','customerReceivable','revenue','discount','taxPayable','commission','refund','payroll','payrollPayable','expense','payoutClearing','customerCredit','deferredRevenue','deferral','opening','owner','loan','supplierPayable')`
const sources = `('sale','payment','refund','void','commission','expense','payroll','payout','adjustment','deferral','transfer','taxPayment','owner','loan','opening','count')`

/** The documents whose money comes to or leaves from an account that was chosen; null is the account that their method uses. */
const documents = ['payments', 'refunds', 'creditPayouts', 'expenses', 'recurringExpenses', 'trainerPayments']

/**
 * The money of the account `cash` by till, bank account, card terminal and wallet (decision 48): an entry names the
 * account that its money comes into and the one that it leaves. Entries of the previous version name none: their
 * method says which of the first four it was. `moneyMoves` are transfers, tax payments, the owner's money, loans,
 * opening balances and counts. An expense can be unpaid until `paidOn`.
 */
export async function up({ run, tenantTable }: Migrator): Promise<void> {
  await tenantTable(
    'moneyAccounts',
    `"id" uuid not null,
     "kind" text not null constraint "moneyAccountsKind" check ("kind" in ('till','bank','card','wallet')),
     "name" text not null constraint "moneyAccountsName" check (char_length("name") <= 50),
     "number" text not null constraint "moneyAccountsNumber" check (char_length("number") <= 50),
     "isFirst" boolean not null,
     "state" text not null constraint "moneyAccountsState" check ("state" in ('active','archived')),
     "inputDigest" bytea,
     "createdAt" timestamptz not null,
     "updatedAt" timestamptz not null,
     "version" integer not null default 1,
     primary key ("vendorId", "id"),
     constraint "moneyAccountsNamed" check ("isFirst" or "name" <> ''),
     constraint "moneyAccountsKept" check (not "isFirst" or "state" = 'active')`,
  )
  await run(`create unique index "moneyAccountsFirst" on "moneyAccounts" ("vendorId", "kind") where "isFirst"`)
  await run(
    `create unique index "moneyAccountsNames" on "moneyAccounts" ("vendorId", lower("name")) where "name" <> '' and "state" = 'active'`,
  )
  await tenantTable(
    'moneyMoves',
    `"id" uuid not null,
     "kind" text not null constraint "moneyMovesKind" check ("kind" in ('transfer','taxPaid','taxRefunded','ownerIn','ownerOut','loanIn','loanOut','opening','count')),
     "day" date not null,
     "at" timestamptz not null,
     "amount" bigint not null constraint "moneyMovesAmount" check ("amount" between -1000000000000 and 1000000000000),
     "currency" text not null,
     "fromAccount" uuid,
     "intoAccount" uuid,
     "balance" bigint constraint "moneyMovesLimit" check ("balance" between -1000000000000 and 1000000000000),
     "note" text not null constraint "moneyMovesNote" check (char_length("note") <= 200),
     "enteredBy" uuid not null,
     "reversedOn" date,
     "reverseReason" text constraint "moneyMovesReason" check (char_length("reverseReason") between 1 and 200),
     "inputDigest" bytea not null,
     "version" integer not null default 1,
     primary key ("vendorId", "id"),
     constraint "moneyMovesFrom" foreign key ("vendorId", "fromAccount") references "moneyAccounts" ("vendorId", "id"),
     constraint "moneyMovesInto" foreign key ("vendorId", "intoAccount") references "moneyAccounts" ("vendorId", "id"),
     constraint "moneyMovesSides" check (case
       when "kind" = 'transfer' then "fromAccount" <> "intoAccount"
       when "kind" in ('taxPaid','ownerOut','loanOut') then "fromAccount" is not null and "intoAccount" is null
       else "intoAccount" is not null and "fromAccount" is null end),
     constraint "moneyMovesSigned" check ("amount" > 0 or "kind" in ('opening','count')),
     constraint "moneyMovesBalance" check (("balance" is not null) = ("kind" in ('opening','count'))),
     constraint "moneyMovesReversed" check (("reversedOn" is null) = ("reverseReason" is null))`,
  )
  await run(`create index "moneyMovesNewest" on "moneyMoves" ("vendorId", "day", "id")`)
  for (const side of ['debit', 'credit']) {
    const name = `ledger${side === 'debit' ? 'Debit' : 'Credit'}`
    await run(`alter table "ledger" drop constraint "${name}"`)
    await run(`alter table "ledger" add constraint "${name}" check ("${side}" in ${accounts})`)
  }
  await run(`alter table "ledger" drop constraint "ledgerSource"`)
  await run(`alter table "ledger" add constraint "ledgerSource" check ("source" in ${sources})`)
  await run(`alter table "ledger" add column "intoAccount" uuid, add column "fromAccount" uuid`)
  for (const [column, side, name] of [
    ['intoAccount', 'debit', 'Into'],
    ['fromAccount', 'credit', 'From'],
  ]) {
    await run(
      `alter table "ledger" add constraint "ledger${name}" foreign key ("vendorId", "${column}") references "moneyAccounts" ("vendorId", "id")`,
    )
    await run(`alter table "ledger" add constraint "ledger${name}Cash" check ("${column}" is null or "${side}" = 'cash')`)
    await run(`create index "ledgerBy${name}" on "ledger" ("vendorId", "${column}", "sequence") where "${column}" is not null`)
  }
  // A transfer moves money from one account to another, both of them cash.
  await run(`alter table "ledger" drop constraint "ledgerBalanced"`)
  await run(
    `alter table "ledger" add constraint "ledgerBalanced" check ("debit" <> "credit" or coalesce("intoAccount" <> "fromAccount", false))`,
  )
  for (const table of documents) {
    await run(`alter table "${table}" add column "account" uuid`)
    await run(
      `alter table "${table}" add constraint "${table}Account" foreign key ("vendorId", "account") references "moneyAccounts" ("vendorId", "id")`,
    )
  }
  await run(
    `alter table "expenses" add column "isUnpaid" boolean not null default false, add column "dueOn" date, add column "paidOn" date`,
  )
  await run(
    `alter table "expenses" add constraint "expensesPaid" check (case when "isUnpaid" then "paidOn" is null else "dueOn" is null or "paidOn" is not null end)`,
  )
  await run(`create index "expensesUnpaid" on "expenses" ("vendorId", "dueOn", "id") where "isUnpaid"`)
  await run(`alter table "dayCloses" add column "till" uuid`)
  await run(
    `alter table "dayCloses" add constraint "dayClosesTill" foreign key ("vendorId", "till") references "moneyAccounts" ("vendorId", "id")`,
  )
}
