import type { Migrator } from '../migrator.ts'

/**
 * How a business bills its months (decision 44): on which day, null for each place's own, and what a part of a month
 * costs. A business without a row has each place's own day and exact days. One that has enrolled somebody already goes
 * on billing a part as a whole month: no bill changes with this version until the business chooses otherwise.
 */
export async function up({ run, tenantTable }: Migrator): Promise<void> {
  await tenantTable(
    'billingRules',
    `"billingDay" integer constraint "billingRulesDay" check ("billingDay" between 1 and 28),
     "proration" text not null constraint "billingRulesProration" check ("proration" in ('days','halfMonths','full')),
     "createdAt" timestamptz not null,
     "updatedAt" timestamptz not null,
     "version" integer not null default 1,
     primary key ("vendorId")`,
  )
  // Forced row-level security would hide the rows from the owner too.
  for (const table of ['enrolments', 'billingRules']) await run(`alter table "${table}" no force row level security`)
  await run(`insert into "billingRules" ("vendorId", "proration", "createdAt", "updatedAt")
    select distinct "vendorId", 'full', now(), now() from "enrolments"`)
  for (const table of ['enrolments', 'billingRules']) await run(`alter table "${table}" force row level security`)
}
