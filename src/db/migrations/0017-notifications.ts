import type { Migrator } from '../migrator.ts'

/** Who was notified of what, over which channel, with what result; each member's preferences; and the browsers known for each member. */
export async function up({ run, tenantTable, platformTable }: Migrator): Promise<void> {
  // One row per receiver and channel: in-app rows are the member's notifications, mail rows are the log of mails.
  await tenantTable(
    'deliveries',
    `"id" uuid not null,
     "userId" uuid,
     "customer" uuid,
     "address" text not null,
     "channel" text not null constraint "deliveriesChannel" check ("channel" in ('app','mail')),
     "kind" text not null constraint "deliveriesKind" check (char_length("kind") between 1 and 40),
     "about" uuid,
     "cause" text,
     "values" jsonb not null,
     "at" timestamptz not null,
     "readAt" timestamptz,
     "state" text not null constraint "deliveriesState" check ("state" in ('shown','queued','failed','sent','kept','dropped','givenUp')),
     "stateAt" timestamptz not null,
     "attempts" integer not null default 0,
     "reason" text constraint "deliveriesReason" check ("reason" in ('refused','postponed','unreachable','other')),
     "replyCode" integer,
     primary key ("vendorId", "id"),
     constraint "deliveriesOnce" unique ("vendorId", "userId", "channel", "kind", "cause"),
     constraint "deliveriesShown" check (("channel" = 'app') = ("state" = 'shown')),
     constraint "deliveriesReceiver" check ("userId" is null or "customer" is null)`,
  )
  await run(`create index "deliveriesUnread" on "deliveries" ("vendorId", "userId") where "channel" = 'app' and "readAt" is null`)
  await run(`create index "deliveriesOfMember" on "deliveries" ("vendorId", "userId", "at", "id") where "channel" = 'app'`)
  await run(`create index "deliveriesNewest" on "deliveries" ("vendorId", "at", "id")`)
  // A member's own choice for a kind; without a row, the role's default applies.
  await tenantTable(
    'noticeSettings',
    `"userId" uuid not null,
     "kind" text not null constraint "noticeSettingsKind" check (char_length("kind") between 1 and 40),
     "app" boolean not null,
     "mail" boolean not null,
     "updatedAt" timestamptz not null,
     primary key ("vendorId", "userId", "kind")`,
  )
  // Due work in claim order: what expires first, however much is waiting.
  await run(`drop index "outboxDue"`)
  await run(`create index "outboxNext" on "outbox" ("dropAt", "runAt")`)
  // The vendor whose log records a job's outcome. Not called "vendorId": the previous version takes that as the mark of vendors' rows.
  await run(`alter table "outbox" add column "deliveryVendor" uuid`)
  await run(`alter table "outbox" add column "delivery" uuid`)
  await platformTable(
    'knownBrowsers',
    `"userId" uuid not null,
     "hash" bytea not null,
     "seenAt" timestamptz not null,
     primary key ("userId", "hash")`,
  )
  await run(`create index "knownBrowsersSeen" on "knownBrowsers" ("seenAt")`)
  await run(`alter table "vendorPlans" add column "trialEndTold" boolean not null default false`)
  await run(`create index "vendorPlansTrial" on "vendorPlans" ("trialStartedAt") where "plan" is null and not "trialEndTold"`)
}
