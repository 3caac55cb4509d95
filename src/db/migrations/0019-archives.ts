import type { Migrator } from '../migrator.ts'

/** The archives of all of a vendor's data: requested, being created, and stored for a day. */
export async function up({ run, platformTable }: Migrator): Promise<void> {
  // Read by the process that creates the next archive, of any vendor.
  await platformTable(
    'archives',
    `"vendorId" uuid not null,
     "id" uuid not null,
     "askedBy" uuid not null,
     "state" text not null constraint "archivesState" check ("state" in ('making','ready','failed','expired')),
     "tries" integer not null default 0,
     "leasedUntil" timestamptz,
     "file" text,
     "asOf" timestamptz,
     "bytes" bigint,
     "rows" bigint,
     "createdAt" timestamptz not null,
     "expiresAt" timestamptz,
     primary key ("vendorId", "id"),
     constraint "archivesReady" check ("state" <> 'ready' or ("file" is not null and "asOf" is not null and "expiresAt" is not null))`,
  )
  await run(`create unique index "archivesOnce" on "archives" ("vendorId") where "state" = 'making'`)
  await run(`create index "archivesNewest" on "archives" ("vendorId", "createdAt")`)
  await run(`create index "archivesToMake" on "archives" ("createdAt") where "state" = 'making'`)
  await run(`create index "archivesExpiry" on "archives" ("expiresAt") where "state" = 'ready'`)
}
