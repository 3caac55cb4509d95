import type { Migrator } from '../migrator.ts'

/** An archived record stores its former state, to which restoring returns it. */
export async function up({ run }: Migrator): Promise<void> {
  for (const table of ['services', 'halls', 'trainers', 'batches', 'customers'])
    await run(`alter table "${table}" add column "archivedFrom" text`)
  // A record's log is read by its id, also when a create is retried.
  await run(`create index "auditTarget" on "audit" ("vendorId", "target", "at")`)
}
