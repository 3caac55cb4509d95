import type { Migrator } from '../migrator.ts'

/**
 * A quote reserves all its places, even before their people are named (decision 20). A place without a person
 * is reserved like an offer: the previous version counts it as taken and shows it nowhere.
 */
export async function up({ run }: Migrator): Promise<void> {
  await run(`alter table "enrolments" add column "quote" uuid`)
  await run(`alter table "enrolments" alter column "customer" drop not null`)
  await run(
    `alter table "enrolments" add constraint "enrolmentsUnnamed" check (
       "customer" is not null or ("quote" is not null and "state" in ('offered','expired','cancelled')))`,
  )
  await run(
    `alter table "enrolments" add constraint "enrolmentsQuote" foreign key ("vendorId", "quote") references "quotes" ("vendorId", "id")`,
  )
  await run(`create index "enrolmentsByQuote" on "enrolments" ("vendorId", "quote") where "quote" is not null`)
  await run(`alter table "snoozes" drop constraint "snoozesKind"`)
  await run(
    `alter table "snoozes" add constraint "snoozesKind" check (
       "kind" in ('unmarked','pastDue','quotes','unnamed','payouts','waiting','expiring'))`,
  )
}
