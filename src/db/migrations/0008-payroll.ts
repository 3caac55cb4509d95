import type { Migrator } from '../migrator.ts'

/** Trainer pay: what each session and correction adds to it, and what was paid out. */
export async function up({ run, tenantTable }: Migrator): Promise<void> {
  // A session may be removed from the plan later, so its line stores what is needed to explain it.
  await tenantTable(
    'payLines',
    `"id" uuid not null,
     "run" uuid not null,
     "kind" text not null constraint "payLinesKind" check ("kind" in ('session','adjustment')),
     "day" date not null,
     "at" timestamptz not null,
     "trainer" uuid not null,
     "session" uuid,
     "heldOn" date,
     "minutes" integer constraint "payLinesMinutes" check ("minutes" between 0 and 1500),
     "batch" uuid,
     "service" uuid,
     "hall" uuid,
     "cost" integer constraint "payLinesCost" check ("cost" between 1 and 1000000),
     "amount" bigint not null constraint "payLinesAmount" check ("amount" between -1000000000000 and 1000000000000 and "amount" <> 0),
     "currency" text not null,
     "reason" text not null constraint "payLinesReason" check (char_length("reason") <= 200),
     "writtenBy" uuid not null,
     "inputDigest" bytea,
     primary key ("vendorId", "id"),
     constraint "payLinesWhy" check (case when "session" is null
       then "kind" = 'adjustment' and "reason" <> '' and "inputDigest" is not null and "cost" is null
       else "heldOn" is not null and "minutes" is not null and "batch" is not null and "service" is not null and "cost" is not null
         and "reason" = '' and ("kind" = 'adjustment' or "amount" > 0) end),
     constraint "payLinesTrainer" foreign key ("vendorId", "trainer") references "trainers" ("vendorId", "id"),
     constraint "payLinesBatch" foreign key ("vendorId", "batch") references "batches" ("vendorId", "id"),
     constraint "payLinesService" foreign key ("vendorId", "service") references "services" ("vendorId", "id"),
     constraint "payLinesHall" foreign key ("vendorId", "hall") references "halls" ("vendorId", "id")`,
    { appendOnly: true },
  )
  // A session is frozen once for each trainer who gave it.
  await run(`create unique index "payLinesOnce" on "payLines" ("vendorId", "session", "trainer") where "kind" = 'session'`)
  await run(`create index "payLinesByDay" on "payLines" ("vendorId", "day", "trainer")`)
  await run(`create index "payLinesByTrainer" on "payLines" ("vendorId", "trainer", "day") include ("amount")`)
  await run(
    `create index "payLinesBySession" on "payLines" ("vendorId", "session", "trainer") include ("amount") where "session" is not null`,
  )
  await tenantTable(
    'trainerPayments',
    `"id" uuid not null,
     "trainer" uuid not null,
     "day" date not null,
     "at" timestamptz not null,
     "method" text not null constraint "trainerPaymentsMethod" check ("method" in ('cash','card','transfer','wallet')),
     "amount" bigint not null constraint "trainerPaymentsAmount" check ("amount" between 1 and 1000000000000),
     "currency" text not null,
     "reference" text not null constraint "trainerPaymentsReference" check (char_length("reference") <= 60),
     "paidBy" uuid not null,
     "inputDigest" bytea not null,
     primary key ("vendorId", "id"),
     constraint "trainerPaymentsTrainer" foreign key ("vendorId", "trainer") references "trainers" ("vendorId", "id")`,
    { appendOnly: true },
  )
  await run(`create index "trainerPaymentsByTrainer" on "trainerPayments" ("vendorId", "trainer", "day") include ("amount")`)
  await run(`create index "trainerPaymentsByDay" on "trainerPayments" ("vendorId", "day")`)
}
