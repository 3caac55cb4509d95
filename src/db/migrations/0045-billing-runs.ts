import type { Migrator } from '../migrator.ts'

/**
 * A night's billing as one run that can be voided (decision 44). `sales.run` names the run that issued a bill,
 * `saleLines.chargeBefore` and `billedBefore` what the place's next charge and last billed day were before it, so that
 * a void restores them exactly. `endedAfter` is the day after which a place had to end for the run to bill it.
 * While a run is being voided, `books.pausedBy` names it: nothing else changes money until its bills are all void.
 * `paymentDetails` is where customers pay, as bills and reminders print it.
 */
export async function up({ run, tenantTable }: Migrator): Promise<void> {
  await tenantTable(
    'billingRuns',
    `"id" uuid not null,
     "day" date not null,
     "startedAt" timestamptz not null,
     "endedAfter" date not null,
     "voidStartedAt" timestamptz,
     "voidedAt" timestamptz,
     "voidedBy" uuid,
     "voidReason" text constraint "billingRunsVoidReason" check (char_length("voidReason") between 1 and 200),
     "billAgainAt" timestamptz,
     primary key ("vendorId", "id"),
     constraint "billingRunsVoid" check (
       ("voidStartedAt" is null) = ("voidedBy" is null) and ("voidStartedAt" is null) = ("voidReason" is null)
       and ("voidedAt" is null or "voidStartedAt" is not null)),
     constraint "billingRunsAgain" check ("billAgainAt" is null or "voidedAt" is not null)`,
  )
  await tenantTable(
    'paymentDetails',
    `"holder" text not null constraint "paymentDetailsHolder" check (char_length("holder") <= 70),
     "account" text not null constraint "paymentDetailsAccount" check (char_length("account") <= 50),
     "bankCode" text not null constraint "paymentDetailsBankCode" check (char_length("bankCode") <= 60),
     "bic" text not null constraint "paymentDetailsBic" check ("bic" ~* '^([a-z]{6}[a-z0-9]{2}([a-z0-9]{3})?)?$'),
     "note" text not null constraint "paymentDetailsNote" check (char_length("note") <= 200),
     "createdAt" timestamptz not null,
     "updatedAt" timestamptz not null,
     "version" integer not null default 1,
     primary key ("vendorId"),
     constraint "paymentDetailsNamed" check ("account" = '' or "holder" <> '')`,
  )
  await run(`create unique index "billingRunsOfDay" on "billingRuns" ("vendorId", "day") where "voidStartedAt" is null`)
  await run(`create index "billingRunsNewest" on "billingRuns" ("vendorId", "day", "startedAt")`)
  await run(`alter table "sales" add column "run" uuid`)
  await run(`alter table "sales" add constraint "salesRun" foreign key ("vendorId", "run") references "billingRuns" ("vendorId", "id")`)
  await run(`create index "salesByRun" on "sales" ("vendorId", "run", "id") where "run" is not null`)
  await run(`alter table "saleLines" add column "chargeBefore" date, add column "billedBefore" date`)
  await run(`alter table "books" add column "pausedBy" uuid`)
  await run(`create index "deliveriesAbout" on "deliveries" ("vendorId", "about") where "customer" is not null`)
}
