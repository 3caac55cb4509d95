import type { Migrator } from '../migrator.ts'

/**
 * What Home counts, so that it need not read all customers and places (decision 73): the counts as of a night, and in each row
 * how that night counted it. Rows that have changed since are found by an index of their own.
 */
export async function up({ run, tenantTable }: Migrator): Promise<void> {
  await tenantTable(
    'customerDays',
    `"day" date not null, "ending" integer not null, "created" integer not null, primary key ("vendorId", "day")`,
  )
  await tenantTable('batchPlaces', `"batch" uuid not null, "taken" integer not null, primary key ("vendorId", "batch")`)
  await tenantTable(
    'formerPlaces',
    `"day" date not null, "places" integer not null, "taken" integer not null, primary key ("vendorId", "day")`,
  )
  await run(`alter table "customers" add column "countedUntil" date`)
  await run(`alter table "customers" add column "countedOn" date`)
  await run(`alter table "enrolments" add column "countedUntil" date`)
  // Columns rather than expressions, so that the planner knows from its statistics that few rows are uncounted.
  await run(`alter table "customers" add column "isCounted" boolean not null generated always as (("state" = 'archived') = ("countedOn" is null)
    and "countedUntil" is not distinct from (case when "state" = 'active' then "activeUntil" end)) stored`)
  await run(`alter table "enrolments" add column "isCounted" boolean not null generated always as
    ("countedUntil" is not distinct from (case when "state" = 'active' then "endDate" end)) stored`)
  await run(`create index "customersUncounted" on "customers" ("vendorId", "id") where not "isCounted"`)
  await run(`create index "enrolmentsUncounted" on "enrolments" ("vendorId", "id") where not "isCounted"`)
  await run(`create index "enrolmentsWaiting" on "enrolments" ("vendorId", "batch", "queuedAt") where "state" = 'waitlisted'`)
  // With the customer, so that lists are counted by it alone: they leave out places without one.
  await run(`drop index "enrolmentsByEnd"`)
  await run(`create index "enrolmentsByEnd" on "enrolments" ("vendorId", "state", "endDate") include ("customer")`)
  for (const name of ['customersActive', 'customersFresh', 'enrolmentsTaken']) await run(`drop index "${name}"`)
}
