import type { Migrator } from '../migrate.ts'

/** Accounts whose address is proved, and mailed codes of which several are open for one address. */
export async function up({ run, platformTable }: Migrator): Promise<void> {
  // Who registered with the version before counts as proved, also while that version runs on.
  await run(`alter table "users" add column "emailIsVerified" boolean not null default true`)
  // In place of "oneTimeCodes", which the version before still uses. The asker is the hash of a browser's token.
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
