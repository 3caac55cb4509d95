import type { Migrator } from '../migrator.ts'

const stamps = `
     "createdAt" timestamptz not null,
     "updatedAt" timestamptz not null,
     "version" integer not null default 1`

/** When trainers are away, and what the marketplace charges for a plan. */
export async function up({ run, tenantTable }: Migrator): Promise<void> {
  await tenantTable(
    'timeOff',
    `"id" uuid not null,
     "trainer" uuid not null,
     "fromDay" date not null,
     "toDay" date not null,
     "reason" text not null constraint "timeOffReason" check ("reason" in ('holiday','sick','training','other')),
     "note" text not null constraint "timeOffNote" check (char_length("note") <= 200),
     "inputDigest" bytea not null,
     ${stamps},
     primary key ("vendorId", "id"),
     constraint "timeOffDays" check ("toDay" >= "fromDay" and "toDay" <= "fromDay" + 366),
     constraint "timeOffTrainer" foreign key ("vendorId", "trainer") references "trainers" ("vendorId", "id"),
     constraint "timeOffOnce" exclude using gist ("vendorId" with =, "trainer" with =, daterange("fromDay", "toDay", '[]') with &&)`,
  )
  await run(`create index "timeOffByDay" on "timeOff" ("vendorId", "fromDay", "id")`)
  await run(`create index "timeOffByTrainer" on "timeOff" ("vendorId", "trainer", "toDay")`)
  // US cents; a negative amount is money that the marketplace owes the vendor.
  await tenantTable(
    'planInvoices',
    `"id" uuid not null,
     "number" text not null,
     "day" date not null,
     "plan" text not null constraint "planInvoicesPlan" check ("plan" in ('starter','pro','elite')),
     "toDay" date constraint "planInvoicesTo" check (("plan" = 'starter') = ("toDay" is null) and "toDay" > "day"),
     "amount" bigint not null constraint "planInvoicesAmount" check ("amount" >= 0),
     "credit" bigint not null constraint "planInvoicesCredit" check ("credit" >= 0),
     "total" bigint not null generated always as ("amount" - "credit") stored,
     "createdAt" timestamptz not null,
     primary key ("vendorId", "id"),
     constraint "planInvoicesNumber" unique ("vendorId", "number")`,
    { appendOnly: true },
  )
  await run(`create index "planInvoicesNewest" on "planInvoices" ("vendorId", "day", "id")`)
}
