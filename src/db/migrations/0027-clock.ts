import type { Migrator } from '../migrator.ts'

/** When the product last did dated work, which is how a clock jump is noticed. */
export async function up({ platformTable }: Migrator): Promise<void> {
  await platformTable(
    'clock',
    `"id" smallint primary key constraint "clockOnce" check ("id" = 1),
     "seenAt" timestamptz not null`,
  )
}
