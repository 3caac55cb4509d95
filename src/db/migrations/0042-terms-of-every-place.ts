import type { Migrator } from '../migrator.ts'

/** The tables that the backfill reads and writes; forced row-level security would hide their rows from the owner too. */
const tables = ['enrolments', 'enrolmentTerms']

/** What makes a place free in `isFree` of src/timetable/enrolments/enrolment.rules.ts; who waits is billed once they have the place. */
const isFree = `e."state" not in ('waitlisted', 'offered') and case e."priceUnit" when 'session' then false when 'term' then e."billedThrough" is null
  else (e."nextChargeOn" is null or e."nextChargeOn" > e."endDate") and (e."billedThrough" is null or e."billedThrough" < e."endDate") end`

/**
 * Every place has terms (decision 44): the first are stored before the place, which names the newest of them. A place
 * from before has those of its price; without a payment it is free, and its source says why nobody knows the reason. No bill
 * changes. The previous version does not write terms, so it can't add a place: this is a point of no return.
 */
export async function up({ run }: Migrator): Promise<void> {
  await run(`alter table "enrolmentTerms"
    add column "kind" text not null default 'paid' constraint "enrolmentTermsPayment" check ("kind" in ('paid','free')),
    add column "source" text not null default 'desk' constraint "enrolmentTermsSource" check ("source" in ('desk','quote','price','former')),
    alter column "setBy" drop not null,
    drop constraint "enrolmentTermsEnrolment"`)
  await run(`alter table "enrolments" add column "termsNumber" integer`)
  for (const table of tables) await run(`alter table "${table}" no force row level security`)
  await run(`insert into "enrolmentTerms" ("vendorId", "enrolment", "number", "price", "kind", "source", "setAt")
    select e."vendorId", e."id", 1, e."price", case when ${isFree} then 'free' else 'paid' end, 'former', e."createdAt"
    from "enrolments" e where not e."hasTerms"`)
  await run(`update "enrolments" e set "termsNumber" = w."number" from (
      select "vendorId", "enrolment", max("number") as "number" from "enrolmentTerms" group by 1, 2) w
    where e."vendorId" = w."vendorId" and e."id" = w."enrolment"`)
  for (const table of tables) await run(`alter table "${table}" force row level security`)
  await run(`alter table "enrolments" alter column "termsNumber" set not null`)
  await run(`alter table "enrolments" add constraint "enrolmentsTerms"
    foreign key ("vendorId", "id", "termsNumber") references "enrolmentTerms" ("vendorId", "enrolment", "number")`)
  await run(`alter table "snoozes" drop constraint "snoozesKind"`)
  await run(`alter table "snoozes" add constraint "snoozesKind" check (
    "kind" in ('unmarked','pastDue','quotes','unnamed','payouts','waiting','expiring','unpriced'))`)
  await run(
    `create index "enrolmentTermsFormer" on "enrolmentTerms" ("vendorId", "enrolment") where "kind" = 'free' and "source" = 'former'`,
  )
}
