import type { Migrator } from '../migrator.ts'

/**
 * Blocking a customer credits paid days, unblocking charges those that are still to come, and an earlier last day of a
 * place credits the days after it (decision 44).
 */
export async function up({ run }: Migrator): Promise<void> {
  await run(`alter table "effects"
    drop constraint "effectsAct",
    add constraint "effectsAct" check ("act" in (
      'move','cancel','finish','freeze','batchDates','batchCancel','batchComplete','sessionCancel','closure','block','unblock','dates'))`)
}
