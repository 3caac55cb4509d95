import type { Migrator } from '../migrator.ts'

/** Ways back in without the authenticator app: single-use codes, and resets requested from the operator. */
export async function up({ platformTable }: Migrator): Promise<void> {
  await platformTable('recoveryCodes', `"userId" uuid not null, "hash" bytea not null, primary key ("userId", "hash")`)
  await platformTable('secondFactorResets', `"userId" uuid primary key, "dueAt" timestamptz not null`)
}
