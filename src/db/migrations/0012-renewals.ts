import type { Migrator } from '../migrator.ts'

/** When a business's daily work is due, how enrolments to charge are found, and what distinguishes a retry from another request. */
export async function up({ run }: Migrator): Promise<void> {
  // In the plan's table, since a vendor without one has no daily work, and so that a new vendor is found by its default.
  await run(`alter table "vendorPlans" add column "dailyAt" timestamptz not null default '2000-01-01T00:00:00Z'`)
  await run(`alter table "vendorPlans" add column "dailyFor" date`)
  await run(`alter table "vendorPlans" add column "dailyTries" integer not null default 0`)
  await run(`create index "vendorPlansDaily" on "vendorPlans" ("dailyAt")`)
  await run(
    `create index "enrolmentsToCharge" on "enrolments" ("vendorId", "nextChargeOn") where "state" = 'active' and "nextChargeOn" is not null`,
  )
  // Null in older rows: a call under such a row's id can't be distinguished from another request.
  await run(`alter table "enrolments" add column "inputDigest" bytea`)
}
