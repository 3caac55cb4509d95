import type { Migrator } from '../migrator.ts'

/** A check of the secret with which the database was first used, so that no process works on it with another one. */
export async function up({ platformTable }: Migrator): Promise<void> {
  await platformTable(
    'installation',
    `"id" smallint primary key constraint "installationOnce" check ("id" = 1),
     "keyCheck" bytea not null`,
  )
}
