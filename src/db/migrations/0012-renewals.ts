import type { Migrator } from '../migrate.ts'

/** What a business is due each day, how the enrolments that are to be charged are found, and what tells a retry of one from another wish. */
export async function up({ run }: Migrator): Promise<void> {
  // Beside the plan, since the day of a vendor without one is not done, and so that a new vendor is found by its default.
  await run(`alter table "vendorPlans" add column "dailyAt" timestamptz not null default '2000-01-01T00:00:00Z'`)
  await run(`alter table "vendorPlans" add column "dailyFor" date`)
  await run(`alter table "vendorPlans" add column "dailyTries" integer not null default 0`)
  await run(`create index "vendorPlansDaily" on "vendorPlans" ("dailyAt")`)
  await run(
    `create index "enrolmentsToCharge" on "enrolments" ("vendorId", "nextChargeOn") where "state" = 'active' and "nextChargeOn" is not null`,
  )
  // Null in rows from before: a call under the id of one can't be told from another wish.
  await run(`alter table "enrolments" add column "inputDigest" bytea`)
}
