import type { Migrator } from '../migrator.ts'

/** What a business has snoozed on Home, and an index for Home's counts of all enrolments. */
export async function up({ run, tenantTable }: Migrator): Promise<void> {
  // The subject is in a different table for each kind, so no foreign key refers to it.
  await tenantTable(
    'snoozes',
    `"kind" text not null constraint "snoozesKind" check ("kind" in ('unmarked','pastDue','quotes','payouts','waiting','expiring')),
     "about" uuid not null,
     "until" date not null,
     "by" uuid not null,
     "at" timestamptz not null,
     primary key ("vendorId", "kind", "about")`,
  )
  await run(
    `create index "enrolmentsPlaces" on "enrolments" ("vendorId", "endDate") include ("batch", "startDate", "state", "offeredUntil")
     where "state" in ('offered','active','completed','cancelled')`,
  )
}
