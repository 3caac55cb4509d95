import type { Migrator } from '../migrator.ts'

/** API keys, and webhooks with their deliveries. */
export async function up({ run, platformTable, tenantTable }: Migrator): Promise<void> {
  // Read before the vendor is known, as sessions are (citus rule 9). A revoked key stays, so that the log can name it.
  await platformTable(
    'apiKeys',
    `"id" uuid primary key,
     "hash" bytea not null constraint "apiKeysHash" unique,
     "vendorId" uuid not null,
     "name" text not null constraint "apiKeysName" check (char_length("name") <= 60),
     "scopes" text[] not null,
     "ending" text not null,
     "createdBy" uuid not null,
     "createdAt" timestamptz not null,
     "expiresAt" timestamptz,
     "lastUsedAt" timestamptz,
     "revokedAt" timestamptz`,
  )
  await run(`create index "apiKeysVendor" on "apiKeys" ("vendorId", "createdAt")`)
  await tenantTable(
    'webhooks',
    `"id" uuid not null,
     "url" text not null constraint "webhooksUrl" check (char_length("url") <= 500),
     "events" text[] not null,
     "secret" text not null,
     "formerSecret" text,
     "formerUntil" timestamptz,
     "state" text not null default 'active' constraint "webhooksState" check ("state" in ('active','paused')),
     "failingSince" timestamptz,
     "createdAt" timestamptz not null,
     "updatedAt" timestamptz not null,
     "version" integer not null default 1,
     primary key ("vendorId", "id")`,
  )
  await tenantTable(
    'webhookDeliveries',
    `"id" uuid not null,
     "webhook" uuid not null,
     "message" uuid not null,
     "event" text not null,
     "record" text not null,
     "position" integer not null,
     "body" text not null,
     "state" text not null default 'pending' constraint "webhookDeliveriesState" check ("state" in ('pending','delivered','failed')),
     "tries" integer not null default 0,
     "dueAt" timestamptz not null,
     "giveUpAt" timestamptz not null,
     "sentAt" timestamptz,
     "code" integer,
     "ms" integer,
     "answer" text constraint "webhookDeliveriesAnswer" check (char_length("answer") <= 200),
     "createdAt" timestamptz not null,
     primary key ("vendorId", "id"),
     constraint "webhookDeliveriesWebhook" foreign key ("vendorId", "webhook") references "webhooks" ("vendorId", "id") on delete cascade`,
  )
  await run(`create index "webhookDeliveriesNewest" on "webhookDeliveries" ("vendorId", "createdAt", "id")`)
  await run(`create index "webhookDeliveriesOrder" on "webhookDeliveries" ("vendorId", "webhook", "record", "position")`)
  await run(
    `create index "webhookDeliveriesPending" on "webhookDeliveries" ("vendorId", "webhook", "record", "position") where "state" = 'pending'`,
  )
  // The webhooks of all vendors that have something to send. A row is locked until the change that it announces is committed.
  await platformTable(
    'webhookQueue',
    `"webhook" uuid primary key,
     "vendorId" uuid not null,
     "dueAt" timestamptz,
     "leasedUntil" timestamptz`,
  )
  await run(`create index "webhookQueueDue" on "webhookQueue" ("dueAt")`)
}
