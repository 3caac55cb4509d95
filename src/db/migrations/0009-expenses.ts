import type { Migrator } from '../migrator.ts'

const stamps = `
     "createdAt" timestamptz not null,
     "updatedAt" timestamptz not null,
     "version" integer not null default 1`

/** The columns that single and monthly expenses share; each table names its own constraints. */
const spent = (table: string) => `
     "category" text not null constraint "${table}Category" check ("category" in ('rent','utilities','equipment','marketing','travel','salaries','software','insurance','maintenance','fees','other')),
     "supplier" text not null constraint "${table}Supplier" check (char_length("supplier") between 1 and 80),
     "note" text not null constraint "${table}Note" check (char_length("note") <= 500),
     "amount" bigint not null constraint "${table}Amount" check ("amount" between 1 and 1000000000000),
     "tax" bigint not null constraint "${table}Tax" check ("tax" between 0 and "amount"),
     "method" text not null constraint "${table}Method" check ("method" in ('cash','card','transfer')),
     "hall" uuid,
     "batch" uuid,
     "service" uuid constraint "${table}Service" check (("batch" is null) = ("service" is null)),
     "inputDigest" bytea not null`

const about = (table: string) => `
     constraint "${table}Hall" foreign key ("vendorId", "hall") references "halls" ("vendorId", "id"),
     constraint "${table}Batch" foreign key ("vendorId", "batch") references "batches" ("vendorId", "id")`

/** The business's expenses, its monthly expenses, and the tax that it charges. */
export async function up({ run, tenantTable }: Migrator): Promise<void> {
  await tenantTable(
    'recurringExpenses',
    `"id" uuid not null,${spent('recurring')},
     "monthDay" integer constraint "recurringMonthDay" check ("monthDay" between 1 and 28),
     "fromDay" date not null,
     "untilDay" date constraint "recurringUntil" check ("untilDay" >= "fromDay"),
     "nextOn" date,
     "isPaused" boolean not null default false,
     "state" text not null generated always as (case when "nextOn" is null then 'ended' when "isPaused" then 'paused' else 'active' end) stored,${stamps},
     primary key ("vendorId", "id"),${about('recurring')}`,
  )
  await run(`create index "recurringDue" on "recurringExpenses" ("vendorId", "nextOn") where "nextOn" is not null`)
  await tenantTable(
    'expenses',
    `"id" uuid not null,
     "day" date not null,${spent('expenses')},
     "currency" text not null,
     "receipt" text,
     "recurrence" uuid,
     "period" date constraint "expensesPeriod" check (("recurrence" is null) = ("period" is null)),
     "voidedOn" date,
     "voidReason" text constraint "expensesVoidReason" check (char_length("voidReason") between 1 and 200),
     "state" text not null generated always as (case when "voidedOn" is null then 'booked' else 'void' end) stored,${stamps},
     primary key ("vendorId", "id"),
     constraint "expensesOnce" unique ("vendorId", "recurrence", "period"),
     constraint "expensesVoid" check (("voidedOn" is null) = ("voidReason" is null)),
     constraint "expensesReceipt" foreign key ("vendorId", "receipt") references "media" ("vendorId", "image"),
     constraint "expensesRecurrence" foreign key ("vendorId", "recurrence") references "recurringExpenses" ("vendorId", "id"),${about('expenses')}`,
  )
  await run(`create index "expensesNewest" on "expenses" ("vendorId", "day", "id") include ("state", "category", "amount", "tax")`)
  await run(`create index "expensesBySupplier" on "expenses" ("vendorId", "supplier", "day")`)
  await run(`create index "expensesReceiptUse" on "expenses" ("vendorId", "receipt") where "receipt" is not null`)
  // The tax that a business charges from a day on; before its first row, the country's tax.
  await tenantTable(
    'taxSettings',
    `"validFrom" date not null,
     "rate" integer not null constraint "taxSettingsRate" check ("rate" between 0 and 10000),
     "isIncluded" boolean not null,
     "number" text not null constraint "taxSettingsNumber" check (char_length("number") <= 30),
     ${stamps},
     primary key ("vendorId", "validFrom")`,
  )
}
