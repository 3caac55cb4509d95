import type { Migrator } from '../migrator.ts'

const stamps = `
     "createdAt" timestamptz not null,
     "updatedAt" timestamptz not null,
     "version" integer not null default 1`

const minor = (name: string, from = 0) => `"${name}" bigint not null check ("${name}" between ${from} and 1000000000000)`

const accounts = `('cash','marketplaceReceivable','customerReceivable','revenue','discount','taxPayable','commission','refund','payroll','payrollPayable','expense','payoutClearing')`

/** Money: bills, payments and refunds, and the ledger that explains each cent. */
export async function up({ run, tenantTable }: Migrator): Promise<void> {
  // The last number of each gap-free series; an UPDATE of its row returns the next one.
  await tenantTable(
    'numbers',
    `"series" text not null,
     "last" integer not null,
     primary key ("vendorId", "series")`,
  )
  // One row per vendor, locked while money is written: the ends of both chains, and the last closed day.
  await tenantTable(
    'books',
    `"entries" bigint not null default 0,
     "entriesHash" bytea not null,
     "events" bigint not null default 0,
     "eventsHash" bytea not null,
     "closedThrough" date,
     primary key ("vendorId")`,
  )
  await tenantTable(
    'ledger',
    `"id" uuid not null,
     "sequence" bigint not null,
     "at" timestamptz not null,
     "day" date not null,
     "source" text not null constraint "ledgerSource" check ("source" in ('sale','payment','refund','void','commission','expense','payroll','payout','adjustment')),
     "sourceId" uuid not null,
     "debit" text not null constraint "ledgerDebit" check ("debit" in ${accounts}),
     "credit" text not null constraint "ledgerCredit" check ("credit" in ${accounts}),
     "amount" bigint not null constraint "ledgerAmount" check ("amount" between 1 and 1000000000000),
     "currency" text not null,
     "method" text,
     "customer" uuid,
     "batch" uuid,
     "service" uuid,
     "hall" uuid,
     "trainer" uuid,
     "hash" bytea not null,
     primary key ("vendorId", "id"),
     constraint "ledgerOnce" unique ("vendorId", "sequence"),
     constraint "ledgerBalanced" check ("debit" <> "credit")`,
    { appendOnly: true },
  )
  await run(`create index "ledgerByDay" on "ledger" ("vendorId", "day", "sequence") include ("debit", "credit", "amount")`)
  await run(`create index "ledgerBySource" on "ledger" ("vendorId", "sourceId")`)
  await tenantTable(
    'sales',
    `"id" uuid not null,
     "number" text not null constraint "salesNumber" check (char_length("number") between 6 and 20),
     "day" date not null,
     "soldAt" timestamptz not null,
     "dueOn" date not null,
     "retryOn" date,
     "customer" uuid,
     "channel" text not null constraint "salesChannel" check ("channel" in ('marketplace','desk','online','import')),
     "soldBy" uuid not null,
     "currency" text not null,
     ${minor('list')},
     ${minor('discount')},
     ${minor('net')},
     ${minor('tax')},
     ${minor('total')},
     ${minor('paid')} default 0,
     ${minor('credited')} default 0,
     ${minor('refunded')} default 0,
     "taxRate" integer not null,
     "taxIsIncluded" boolean not null,
     "discountReason" text not null constraint "salesDiscountReason" check (char_length("discountReason") <= 200),
     "note" text not null constraint "salesNote" check (char_length("note") <= 500),
     "voidedAt" timestamptz,
     "voidReason" text constraint "salesVoidReason" check (char_length("voidReason") between 1 and 200),
     "inputDigest" bytea not null,
     "state" text not null generated always as (case
       when "voidedAt" is not null then 'void'
       when "credited" > 0 and "credited" >= "total" then 'refunded'
       when "refunded" > 0 then 'partiallyRefunded'
       when "paid" >= "total" - "credited" then 'paid'
       when "paid" > 0 then 'partiallyPaid'
       else 'open' end) stored,
     ${stamps},
     primary key ("vendorId", "id"),
     constraint "salesOnce" unique ("vendorId", "number"),
     constraint "salesTotal" check ("net" + "tax" = "total" and "list" - "discount" = "net"),
     constraint "salesPaid" check ("refunded" <= "paid" and "credited" <= "total" and "paid" - "refunded" <= "total" - "credited"),
     constraint "salesVoid" check (("voidedAt" is null) = ("voidReason" is null) and ("voidedAt" is null or "paid" = "refunded")),
     constraint "salesCustomer" foreign key ("vendorId", "customer") references "customers" ("vendorId", "id")`,
  )
  await run(`create index "salesNewest" on "sales" ("vendorId", "day", "id") include ("state", "total", "paid", "credited", "refunded")`)
  await run(`create index "salesByCustomer" on "sales" ("vendorId", "customer", "day")`)
  await run(`create index "salesUnpaid" on "sales" ("vendorId", "day") where "state" in ('open','partiallyPaid')`)
  await run(`create index "salesOverdue" on "sales" ("vendorId", "dueOn") where "state" in ('open','partiallyPaid')`)
  await run(
    `create index "salesToRemind" on "sales" ("vendorId", "retryOn") where "state" in ('open','partiallyPaid') and "retryOn" is not null`,
  )
  await tenantTable(
    'saleLines',
    `"sale" uuid not null,
     "position" integer not null,
     "kind" text not null constraint "saleLinesKind" check ("kind" in ('batch','free','renewal')),
     "text" text not null constraint "saleLinesText" check (char_length("text") between 1 and 120),
     "quantity" integer not null constraint "saleLinesQuantity" check ("quantity" between 1 and 10000),
     ${minor('unit')},
     ${minor('list')},
     ${minor('discount')},
     ${minor('net')},
     ${minor('tax')},
     ${minor('total')},
     "commissionRate" integer not null,
     "commissionRule" text not null,
     ${minor('commission')},
     "enrolment" uuid,
     "batch" uuid,
     "service" uuid,
     "hall" uuid,
     "trainer" uuid,
     "fromDay" date,
     "toDay" date,
     primary key ("vendorId", "sale", "position"),
     constraint "saleLinesTotal" check ("net" + "tax" = "total" and "list" - "discount" = "net"),
     constraint "saleLinesSale" foreign key ("vendorId", "sale") references "sales" ("vendorId", "id"),
     constraint "saleLinesEnrolment" foreign key ("vendorId", "enrolment") references "enrolments" ("vendorId", "id"),
     constraint "saleLinesBatch" foreign key ("vendorId", "batch") references "batches" ("vendorId", "id"),
     constraint "saleLinesService" foreign key ("vendorId", "service") references "services" ("vendorId", "id")`,
    { appendOnly: true },
  )
  await run(`create index "saleLinesByEnrolment" on "saleLines" ("vendorId", "enrolment", "fromDay") where "enrolment" is not null`)
  await run(`create index "saleLinesByBatch" on "saleLines" ("vendorId", "batch") where "batch" is not null`)
  await tenantTable(
    'payments',
    `"id" uuid not null,
     "sale" uuid not null,
     "position" integer not null,
     "day" date not null,
     "at" timestamptz not null,
     "method" text not null constraint "paymentsMethod" check ("method" in ('cash','card','transfer','wallet','marketplace')),
     ${minor('amount', 1)},
     "reference" text not null constraint "paymentsReference" check (char_length("reference") <= 60),
     "takenBy" uuid not null,
     "inputDigest" bytea not null,
     primary key ("vendorId", "id"),
     constraint "paymentsOnce" unique ("vendorId", "sale", "position"),
     constraint "paymentsSale" foreign key ("vendorId", "sale") references "sales" ("vendorId", "id")`,
    { appendOnly: true },
  )
  await run(`create index "paymentsByDay" on "payments" ("vendorId", "day", "id") include ("method", "amount")`)
  await tenantTable(
    'refunds',
    `"id" uuid not null,
     "number" text not null constraint "refundsNumber" check (char_length("number") between 6 and 20),
     "sale" uuid not null,
     "day" date not null,
     "at" timestamptz not null,
     ${minor('amount', 1)},
     ${minor('tax')},
     ${minor('commission')},
     ${minor('paidBack')},
     "method" text constraint "refundsMethod" check ("method" in ('cash','card','transfer','wallet','marketplace')),
     "reason" text not null constraint "refundsReason" check (char_length("reason") between 1 and 200),
     "releasesSeat" boolean not null,
     "givenBy" uuid not null,
     "inputDigest" bytea not null,
     primary key ("vendorId", "id"),
     constraint "refundsOnce" unique ("vendorId", "number"),
     constraint "refundsPaidBack" check ("paidBack" <= "amount" and ("method" is null) = ("paidBack" = 0)),
     constraint "refundsSale" foreign key ("vendorId", "sale") references "sales" ("vendorId", "id")`,
    { appendOnly: true },
  )
  await run(`create index "refundsBySale" on "refunds" ("vendorId", "sale")`)
  await run(`create index "refundsByDay" on "refunds" ("vendorId", "day", "id")`)
  // The last day of an enrolment that is billed, so that no day is billed twice.
  await run(`alter table "enrolments" add column "billedThrough" date`)
  // The log's changes of money are chained, so that a removed row is noticed.
  await run(`alter table "audit" add column "sequence" bigint`)
  await run(`alter table "audit" add column "hash" bytea`)
  await run(`create unique index "auditMoney" on "audit" ("vendorId", "sequence") where "sequence" is not null`)
}
