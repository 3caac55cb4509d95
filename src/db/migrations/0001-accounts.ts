import type { Migrator } from '../migrator.ts'

/**
 * Accounts: who may sign in, their sessions, codes and limits, and the job queue.
 * These tables stay on the coordinator (citus rule 9): they are read before the vendor is known.
 */
export async function up({ run, platformTable }: Migrator): Promise<void> {
  await run(`create extension if not exists btree_gist`)
  await run(`create function "appSetVendor"(v uuid) returns void language plpgsql as $$
    begin execute format('set local app.vendor = %L', v); end $$`)

  await platformTable(
    'countries',
    `"id" text primary key,
     "nameEn" text not null,
     "nameAr" text not null,
     "currency" text not null,
     "exponent" smallint not null,
     "dialCode" text not null,
     "timeZones" text[] not null,
     "firstWeekday" smallint not null,
     "weekend" smallint[] not null,
     "taxRate" double precision not null`,
    { reference: true },
  )
  await platformTable(
    'users',
    `"id" uuid primary key,
     "email" text not null,
     "emailKey" text not null constraint "usersEmailKey" unique,
     "passwordHash" text not null,
     "totpSecret" text,
     "totpIsOn" boolean not null default false,
     "totpLastStep" bigint not null default 0,
     "language" text not null default 'en',
     "createdAt" timestamptz not null`,
  )
  await platformTable(
    'members',
    `"vendorId" uuid not null,
     "userId" uuid not null,
     "role" text not null constraint "membersRole" check ("role" in ('owner','manager','frontDesk','trainer','accountant')),
     "state" text not null constraint "membersState" check ("state" in ('invited','active','suspended','removed')),
     "createdAt" timestamptz not null,
     primary key ("vendorId", "userId")`,
  )
  await run(`create index "membersUser" on "members" ("userId")`)
  await platformTable(
    'vendorPlans',
    `"vendorId" uuid primary key,
     "plan" text constraint "vendorPlansPlan" check ("plan" in ('starter','pro','elite')),
     "trialStartedAt" timestamptz,
     "version" integer not null default 1,
     "updatedAt" timestamptz not null`,
  )
  await platformTable('usernames', `"username" text primary key, "vendorId" uuid not null`)
  await run(`create index "usernamesVendor" on "usernames" ("vendorId")`)
  await platformTable(
    'sessions',
    `"hash" bytea primary key,
     "id" uuid not null,
     "userId" uuid not null,
     "vendorId" uuid not null,
     "createdAt" timestamptz not null,
     "confirmedAt" timestamptz not null,
     "expiresAt" timestamptz not null,
     "browser" text not null`,
  )
  await run(`create index "sessionsUser" on "sessions" ("userId")`)
  await run(`create index "sessionsExpiry" on "sessions" ("expiresAt")`)
  await platformTable(
    'oneTimeCodes',
    `"emailKey" text primary key,
     "hash" bytea not null,
     "tries" integer not null default 0,
     "expiresAt" timestamptz not null`,
  )
  await platformTable('resetGrants', `"hash" bytea primary key, "emailKey" text not null, "expiresAt" timestamptz not null`)
  await platformTable('limits', `"key" text primary key, "count" integer not null, "resetsAt" timestamptz not null`)
  await run(`create index "limitsExpiry" on "limits" ("resetsAt")`)
  await platformTable(
    'outbox',
    `"id" uuid primary key,
     "kind" text not null,
     "payload" text not null,
     "attempts" integer not null default 0,
     "runAt" timestamptz not null,
     "dropAt" timestamptz,
     "leasedUntil" timestamptz,
     "lastError" text,
     "createdAt" timestamptz not null`,
  )
  await run(`create index "outboxDue" on "outbox" ("runAt")`)
  await platformTable('alarms', `"id" uuid primary key, "kind" text not null, "detail" text not null, "at" timestamptz not null`, {
    appendOnly: true,
  })
}
