import type { Migrator } from '../migrate.ts'

/** Ways back in without the authenticator app: codes that count once each, and what the operator was asked to reset. */
export async function up({ platformTable }: Migrator): Promise<void> {
  await platformTable('recoveryCodes', `"userId" uuid not null, "hash" bytea not null, primary key ("userId", "hash")`)
  await platformTable('secondFactorResets', `"userId" uuid primary key, "dueAt" timestamptz not null`)
}
