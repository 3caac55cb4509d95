import type { Migrator } from '../migrator.ts'

/**
 * The batch that a batch follows as its next season, and the digest of the request that created it, by which a retry is
 * known; reports look up the places that follow others by a move or in the next season. The previous version creates
 * batches without either.
 */
export async function up({ run }: Migrator): Promise<void> {
  await run(`alter table "batches" add column "follows" uuid`)
  await run(`alter table "batches" add column "inputDigest" bytea constraint "batchesInputDigest" check (octet_length("inputDigest") = 32)`)
  await run(
    `alter table "batches" add constraint "batchesFollows" foreign key ("vendorId", "follows") references "batches" ("vendorId", "id")`,
  )
  await run(`create index "batchesByFollows" on "batches" ("vendorId", "follows") where "follows" is not null`)
  // `auditFollowers` also covers moves.
  await run(`drop index "auditMoves"`)
  await run(
    `create index "auditFollowers" on "audit" ("vendorId", "target") where "entity" = 'enrolment' and "action" in ('move','rollOver')`,
  )
}
