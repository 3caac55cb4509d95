import type { Migrator } from '../migrator.ts'

/**
 * Free places are offered to the waiting list without being asked, and the email of an offer has a link that answers
 * it (decision 44). A business that has enrolled somebody already goes on offering by hand until it chooses otherwise:
 * people on an old waiting list must not get emails because of an upgrade.
 */
export async function up({ run, platformTable }: Migrator): Promise<void> {
  await run(
    `alter table "billingRules" add column "placeOffers" text not null default 'auto', add column "offerHours" integer not null default 48`,
  )
  await run(`alter table "billingRules"
    add constraint "billingRulesPlaceOffers" check ("placeOffers" in ('auto','byHand')),
    add constraint "billingRulesOfferHours" check ("offerHours" between 1 and 168)`)
  // How the open offer, or the last one, was made.
  await run(`alter table "enrolments" add column "isAutoOffer" boolean not null default false`)
  // Forced row-level security would hide the rows from the owner too.
  for (const table of ['enrolments', 'billingRules']) await run(`alter table "${table}" no force row level security`)
  await run(`update "billingRules" set "placeOffers" = 'byHand' where "vendorId" in (select "vendorId" from "enrolments")`)
  await run(`insert into "billingRules" ("vendorId", "proration", "placeOffers", "createdAt", "updatedAt")
    select distinct "vendorId", 'days', 'byHand', now(), now() from "enrolments" on conflict ("vendorId") do nothing`)
  for (const table of ['enrolments', 'billingRules']) await run(`alter table "${table}" force row level security`)
  // Read before the vendor is known: the customer has only the link's secret, of which only the hash is stored.
  await platformTable(
    'offerLinks',
    `"hash" bytea primary key,
     "vendorId" uuid not null,
     "enrolment" uuid not null,
     "expiresAt" timestamptz not null`,
  )
  await run(`create index "offerLinksEnrolment" on "offerLinks" ("vendorId", "enrolment")`)
  await run(`create index "offerLinksExpiry" on "offerLinks" ("expiresAt")`)
  // The vendors with somebody on a waiting list: the others are never scanned.
  await platformTable(
    'offerQueue',
    `"vendorId" uuid primary key,
     "dueAt" timestamptz not null,
     "tries" integer not null default 0`,
  )
  await run(`create index "offerQueueDue" on "offerQueue" ("dueAt")`)
}
