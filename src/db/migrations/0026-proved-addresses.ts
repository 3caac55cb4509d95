import type { Migrator } from '../migrator.ts'

/** Accounts whose address is proved, and mailed codes, several of which can be open for one address. */
export async function up({ run, platformTable }: Migrator): Promise<void> {
  // Anyone who registered with the previous version counts as proved, even while that version still runs.
  await run(`alter table "users" add column "emailIsVerified" boolean not null default true`)
  // Replaces "oneTimeCodes", which the previous version still uses. The asker is the hash of a browser's token.
  await platformTable(
    'mailedCodes',
    `"id" uuid primary key,
     "purpose" text not null constraint "mailedCodesPurpose" check ("purpose" in ('reset','email')),
     "emailKey" text not null,
     "hash" bytea not null,
     "asker" bytea not null,
     "tries" integer not null default 0,
     "otherTries" integer not null default 0,
     "expiresAt" timestamptz not null`,
  )
  await run(`create index "mailedCodesEmail" on "mailedCodes" ("emailKey", "purpose")`)
  await run(`create index "mailedCodesExpiry" on "mailedCodes" ("expiresAt")`)
}
