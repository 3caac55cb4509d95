import type { Migrator } from '../migrator.ts'

const granted = `in ('manager','frontDesk','trainer','accountant')`

/** Members who are asleep under a smaller plan, invitations and the links that accept them, and an owner's view through another role. */
export async function up({ run, platformTable, tenantTable }: Migrator): Promise<void> {
  await run(`alter table "members" drop constraint "membersState"`)
  await run(`alter table "members" add constraint "membersState" check ("state" in ('active','suspended','asleep','removed'))`)
  // Returning to a larger plan wakes the members who fell asleep last, so that it undoes exactly the change before it.
  await run(`alter table "members" add column "asleepAt" timestamptz`)
  await run(`alter table "members" add constraint "membersAsleep" check ("state" <> 'asleep' or "asleepAt" is not null)`)
  await run(`alter table "members" add column "lastSignInAt" timestamptz`)
  await run(`alter table "members" add column "version" integer not null default 1`)
  await run(`create unique index "membersOnce" on "members" ("userId") where "state" <> 'removed'`)

  await run(`alter table "sessions" add column "viewRole" text`)
  await run(`alter table "sessions" add constraint "sessionsViewRole" check ("viewRole" ${granted})`)
  await run(`alter table "sessions" add column "viewTrainer" uuid`)

  await tenantTable(
    'invitations',
    `"id" uuid not null,
     "email" text not null constraint "invitationsEmail" check (char_length("email") <= 254),
     "emailKey" text not null,
     "role" text not null constraint "invitationsRole" check ("role" ${granted}),
     "trainer" uuid,
     "language" text not null constraint "invitationsLanguage" check ("language" in ('en','ar')),
     "state" text not null constraint "invitationsState" check ("state" in ('open','accepted','withdrawn')),
     "expiresAt" timestamptz not null,
     "inputDigest" bytea not null,
     "createdAt" timestamptz not null,
     "updatedAt" timestamptz not null,
     "version" integer not null default 1,
     primary key ("vendorId", "id"),
     constraint "invitationsWho" check (("role" = 'trainer') = ("trainer" is not null)),
     constraint "invitationsTrainer" foreign key ("vendorId", "trainer") references "trainers" ("vendorId", "id")`,
  )
  await run(`create unique index "invitationsOnce" on "invitations" ("vendorId", "emailKey") where "state" = 'open'`)
  await run(`create index "invitationsByTrainer" on "invitations" ("vendorId", "trainer") where "trainer" is not null`)
  // Read before the vendor is known: an invited person has only the link's secret, of which only the hash is stored.
  await platformTable(
    'invitationLinks',
    `"hash" bytea primary key,
     "vendorId" uuid not null,
     "invitation" uuid not null,
     "expiresAt" timestamptz not null`,
  )
  await run(`create index "invitationLinksInvitation" on "invitationLinks" ("vendorId", "invitation")`)
  await run(`create index "invitationLinksExpiry" on "invitationLinks" ("expiresAt")`)
}
