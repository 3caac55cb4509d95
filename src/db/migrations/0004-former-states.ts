import type { Migrator } from '../migrate.ts'

/** What was archived knows the state that restoring gives back. */
export async function up({ run }: Migrator): Promise<void> {
  for (const table of ['services', 'halls', 'trainers', 'batches', 'customers'])
    await run(`alter table "${table}" add column "archivedFrom" text`)
  // A record's log is read by its id, also when a create is tried again.
  await run(`create index "auditTarget" on "audit" ("vendorId", "target", "at")`)
}
