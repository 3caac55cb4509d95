import type { Migrator } from '../migrator.ts'

/**
 * Marks sessions that were added to a batch (decision 58): no monthly or term price pays for them, and nobody planned them for the
 * batch's trainer. The previous version adds none.
 */
export async function up({ run }: Migrator): Promise<void> {
  await run(`alter table "batchSessions" add column "isAdded" boolean not null default false`)
}
