import type { Migrator } from '../migrator.ts'

const stamps = `
     "createdAt" timestamptz not null,
     "updatedAt" timestamptz not null,
     "version" integer not null default 1`

/** Creates the sessions of older versions' open batches row by row: a distributed table has no INSERT … SELECT (citus rule 8). */
const makeSessions = `do $$
  declare v uuid; b record; d date;
  begin
    set local role "touchlineApp";
    for v in select distinct "vendorId" from "members" loop
      perform "appSetVendor"(v);
      for b in
        select batch.*, coalesce((select "timeZone" from "vendors" where "vendorId" = v), country."timeZones"[1], 'UTC') as zone
        from "batches" batch
        left join "merchants" merchant on merchant."vendorId" = batch."vendorId"
        left join "countries" country on country."id" = merchant."code"
        where batch."vendorId" = v and batch."state" = 'open'
      loop
        d := b."startDate";
        while d <= b."endDate" loop
          if (b."trainingDays" -> extract(dow from d)::integer ->> 'isSelected')::boolean then
            insert into "batchSessions" ("vendorId", "id", "batch", "plannedDay", "day", "startsAt", "endsAt", "trainer", "hall", "capacity", "state", "createdAt", "updatedAt")
            values (v, gen_random_uuid(), b."id", d, d, (d + b."startingTime"::time) at time zone b.zone, (d + b."endingTime"::time) at time zone b.zone,
              b."trainer", b."hall", b."totalCandidates", 'scheduled', b."updatedAt", b."updatedAt");
          end if;
          d := d + 1;
        end loop;
      end loop;
    end loop;
    reset role;
  end $$`

/** The running floor: dated sessions, closures, customers, enrolments, attendance, and secret calendar addresses. */
export async function up({ run, tenantTable, platformTable }: Migrator): Promise<void> {
  await run(`alter table "members" add column "trainerId" uuid`)
  await run(`alter table "batches" add column "reason" text`)
  await run(`alter table "audit" add column "subject" uuid`)
  await run(`create index "auditSubject" on "audit" ("vendorId", "subject", "at")`)
  await tenantTable(
    'closures',
    `"id" uuid not null,
     "label" text not null constraint "closuresLabel" check (char_length("label") between 1 and 60),
     "fromDay" date not null,
     "toDay" date not null,
     ${stamps},
     primary key ("vendorId", "id"),
     constraint "closuresDays" check ("toDay" >= "fromDay" and "toDay" <= "fromDay" + 366)`,
  )
  await run(`create index "closuresByDay" on "closures" ("vendorId", "toDay")`)
  await tenantTable(
    'batchSessions',
    `"id" uuid not null,
     "batch" uuid not null,
     "plannedDay" date not null,
     "day" date not null,
     "startsAt" timestamptz not null,
     "endsAt" timestamptz not null,
     "trainer" uuid not null,
     "hall" uuid,
     "capacity" integer not null constraint "batchSessionsCapacity" check ("capacity" between 1 and 100000),
     "state" text not null constraint "batchSessionsState" check ("state" in ('scheduled','completed','cancelled')),
     "isOwn" boolean not null default false,
     "reason" text constraint "batchSessionsReason" check (char_length("reason") <= 200),
     "closure" uuid,
     ${stamps},
     primary key ("vendorId", "id"),
     constraint "batchSessionsOnce" unique ("vendorId", "batch", "plannedDay"),
     constraint "batchSessionsHours" check ("endsAt" > "startsAt"),
     constraint "batchSessionsBatch" foreign key ("vendorId", "batch") references "batches" ("vendorId", "id"),
     constraint "batchSessionsTrainerRef" foreign key ("vendorId", "trainer") references "trainers" ("vendorId", "id"),
     constraint "batchSessionsHallRef" foreign key ("vendorId", "hall") references "halls" ("vendorId", "id"),
     constraint "batchSessionsClosure" foreign key ("vendorId", "closure") references "closures" ("vendorId", "id"),
     constraint "batchSessionsTrainer" exclude using gist ("vendorId" with =, "trainer" with =, tstzrange("startsAt", "endsAt") with &&) where ("state" <> 'cancelled'),
     constraint "batchSessionsHall" exclude using gist ("vendorId" with =, "hall" with =, tstzrange("startsAt", "endsAt") with &&) where ("state" <> 'cancelled' and "hall" is not null)`,
  )
  await run(`create index "batchSessionsByTime" on "batchSessions" ("vendorId", "day", "startsAt", "id")`)
  await run(`create index "batchSessionsByBatch" on "batchSessions" ("vendorId", "batch", "day")`)
  await run(`create index "batchSessionsByTrainer" on "batchSessions" ("vendorId", "trainer", "day")`)
  await run(`create index "batchSessionsByHall" on "batchSessions" ("vendorId", "hall", "day")`)
  await run(`create index "batchSessionsByClosure" on "batchSessions" ("vendorId", "closure") where "closure" is not null`)
  await run(makeSessions)
  await run(`drop table "batchSlots"`)
  await tenantTable(
    'imports',
    `"id" uuid not null,
     "fileName" text not null constraint "importsFileName" check (char_length("fileName") between 1 and 120),
     "rows" integer not null,
     "state" text not null constraint "importsState" check ("state" in ('running','done','undone')),
     "actor" uuid not null,
     ${stamps},
     primary key ("vendorId", "id")`,
  )
  await run(`create index "importsNewest" on "imports" ("vendorId", "createdAt")`)
  await tenantTable(
    'customers',
    `"id" uuid not null,
     "firstName" text not null constraint "customersFirstName" check (char_length("firstName") between 1 and 40),
     "lastName" text not null constraint "customersLastName" check (char_length("lastName") <= 40),
     "phone" text not null constraint "customersPhone" check ("phone" ~ '^([+][1-9][0-9]{5,14})?$'),
     "email" text not null constraint "customersEmail" check (char_length("email") <= 254),
     "dob" date,
     "gender" text not null constraint "customersGender" check ("gender" in ('','female','male')),
     "guardianName" text not null constraint "customersGuardianName" check (char_length("guardianName") <= 80),
     "guardianPhone" text not null constraint "customersGuardianPhone" check ("guardianPhone" ~ '^([+][1-9][0-9]{5,14})?$'),
     "source" text not null constraint "customersSource" check ("source" in ('marketplace','walkIn','import','referral')),
     "language" text not null constraint "customersLanguage" check ("language" in ('en','ar')),
     "tags" text[] not null,
     "notes" text not null constraint "customersNotes" check (char_length("notes") <= 2000),
     "nickname" text not null constraint "customersNickname" check (char_length("nickname") <= 40),
     "consentMarketing" boolean not null,
     "showInRankings" boolean not null,
     "state" text not null constraint "customersState" check ("state" in ('active','blocked','archived')),
     "mergedInto" uuid,
     "activeUntil" date,
     "search" text not null,
     "importId" uuid,
     ${stamps},
     primary key ("vendorId", "id"),
     constraint "customersImport" foreign key ("vendorId", "importId") references "imports" ("vendorId", "id"),
     constraint "customersMergedInto" foreign key ("vendorId", "mergedInto") references "customers" ("vendorId", "id")`,
  )
  // Contains what customers are filtered by: under row-level security LIKE and @> can't search an index, only read one (decision 9).
  await run(
    `create index "customersNewest" on "customers" ("vendorId", "createdAt", "id") include ("state", "activeUntil", "source", "tags", "search")`,
  )
  // Small enough to count thousands of rows in a millisecond.
  await run(`create index "customersCurrent" on "customers" ("vendorId") where "state" <> 'archived'`)
  await run(`create index "customersByName" on "customers" ("vendorId", "firstName", "id")`)
  await run(`create index "customersByEnd" on "customers" ("vendorId", "activeUntil", "id")`)
  await run(`create index "customersByPhone" on "customers" ("vendorId", "phone") where "phone" <> ''`)
  await run(`create index "customersByEmail" on "customers" ("vendorId", lower("email")) where "email" <> ''`)
  await run(`create index "customersByImport" on "customers" ("vendorId", "importId") where "importId" is not null`)
  await run(`create index "customersMerged" on "customers" ("vendorId", "mergedInto") where "mergedInto" is not null`)
  await tenantTable(
    'enrolments',
    `"id" uuid not null,
     "batch" uuid not null,
     "customer" uuid not null,
     "startDate" date not null,
     "endDate" date not null,
     "nextChargeOn" date,
     "price" bigint not null constraint "enrolmentsPrice" check ("price" between 0 and 1000000000000),
     "currency" text not null,
     "priceUnit" text not null constraint "enrolmentsPriceUnit" check ("priceUnit" in ('month','term','session')),
     "cancelAtPeriodEnd" boolean not null default false,
     "plannedEnd" date,
     "freezes" jsonb not null default '[]',
     "state" text not null constraint "enrolmentsState"
       check ("state" in ('waitlisted','offered','active','completed','cancelled','expired')),
     "reason" text constraint "enrolmentsReason" check (char_length("reason") <= 200),
     "queuedAt" timestamptz not null,
     "offeredUntil" timestamptz,
     ${stamps},
     primary key ("vendorId", "id"),
     constraint "enrolmentsDates" check ("endDate" >= "startDate"),
     constraint "enrolmentsOffer" check (("state" = 'offered') = ("offeredUntil" is not null)),
     constraint "enrolmentsBatch" foreign key ("vendorId", "batch") references "batches" ("vendorId", "id"),
     constraint "enrolmentsCustomer" foreign key ("vendorId", "customer") references "customers" ("vendorId", "id")`,
  )
  await run(`create unique index "enrolmentsOnce" on "enrolments" ("vendorId", "batch", "customer")
    where "state" in ('waitlisted','offered','active')`)
  await run(`create index "enrolmentsByBatch" on "enrolments" ("vendorId", "batch", "state", "queuedAt")`)
  await run(`create index "enrolmentsByCustomer" on "enrolments" ("vendorId", "customer", "createdAt")`)
  await run(`create index "enrolmentsByEnd" on "enrolments" ("vendorId", "state", "endDate")`)
  await run(`create index "enrolmentsNewest" on "enrolments" ("vendorId", "createdAt", "id")`)
  await tenantTable(
    'attendance',
    `"session" uuid not null,
     "enrolment" uuid not null,
     "customer" uuid not null,
     "mark" text not null constraint "attendanceMark" check ("mark" in ('booked','present','late','absent','excused')),
     "markedAt" timestamptz not null,
     "markedBy" uuid not null,
     primary key ("vendorId", "session", "enrolment"),
     constraint "attendanceSession" foreign key ("vendorId", "session") references "batchSessions" ("vendorId", "id"),
     constraint "attendanceEnrolment" foreign key ("vendorId", "enrolment") references "enrolments" ("vendorId", "id"),
     constraint "attendanceCustomer" foreign key ("vendorId", "customer") references "customers" ("vendorId", "id")`,
  )
  await run(`create index "attendanceByCustomer" on "attendance" ("vendorId", "customer", "markedAt")`)
  await run(`create index "attendanceByEnrolment" on "attendance" ("vendorId", "enrolment")`)
  await platformTable(
    'calendarFeeds',
    `"hash" bytea primary key,
     "id" uuid not null,
     "vendorId" uuid not null,
     "trainer" uuid,
     "createdAt" timestamptz not null`,
  )
  await run(`create index "calendarFeedsVendor" on "calendarFeeds" ("vendorId")`)
}
