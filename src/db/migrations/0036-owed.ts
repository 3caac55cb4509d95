import type { Migrator } from '../migrator.ts'

/** The tables that the backfill reads and writes; forced row-level security would hide their rows from the owner too. */
const tables = ['enrolments', 'saleLines', 'sales']

/**
 * The amount still due for an enrolment, stored with it by every change to a bill (decision 31). The previous version
 * does not write it: a daily task compares it with the bills.
 */
export async function up({ run }: Migrator): Promise<void> {
  await run(`alter table "enrolments" add column "owed" bigint not null default 0`)
  await run(`alter table "enrolments" add column "unpaidSince" date`)
  await run(`alter table "enrolments" add column "unpaidBill" uuid`)
  for (const table of tables) await run(`alter table "${table}" no force row level security`)
  await run(
    `update "enrolments" e set "owed" = u."owed", "unpaidSince" = u."since", "unpaidBill" = u."bill" from (
       select l."vendorId", l."enrolment", sum(s."total" - s."credited" - s."paid" + s."refunded")::bigint as "owed",
         min(s."dueOn") as "since", (array_agg(s."id" order by s."dueOn", s."id"))[1] as "bill"
       from "saleLines" l join "sales" s on s."vendorId" = l."vendorId" and s."id" = l."sale" and s."state" in ('open','partiallyPaid')
       where l."enrolment" is not null group by l."vendorId", l."enrolment") u
     where e."vendorId" = u."vendorId" and e."id" = u."enrolment"`,
  )
  for (const table of tables) await run(`alter table "${table}" force row level security`)
  await run(
    `alter table "enrolments" add constraint "enrolmentsOwed" check (
       "owed" >= 0 and ("owed" > 0) = ("unpaidSince" is not null) and ("unpaidSince" is null) = ("unpaidBill" is null))`,
  )
  await run(`create index "enrolmentsUnpaid" on "enrolments" ("vendorId", "unpaidSince") where "unpaidSince" is not null`)
}
