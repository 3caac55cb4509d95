import type { Migrator } from '../migrator.ts'

/** The call that raised an alarm; empty where the previous version wrote the alarm. */
export async function up({ run }: Migrator): Promise<void> {
  await run(`alter table "alarms" add column "call" text not null default ''`)
  await run(`create index "alarmsAt" on "alarms" ("at")`)
}
