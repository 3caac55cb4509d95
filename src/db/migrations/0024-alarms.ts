import type { Migrator } from '../migrate.ts'

/** What an alarm is about: the call that raised it; empty where a version before wrote it. */
export async function up({ run }: Migrator): Promise<void> {
  await run(`alter table "alarms" add column "call" text not null default ''`)
  await run(`create index "alarmsAt" on "alarms" ("at")`)
}
