import type { Migrator } from '../migrate.ts'

/** Why a payment was taken back goes with the other words of a bill whose years are over (decision 25). */
export async function up({ run }: Migrator): Promise<void> {
  await run(`drop policy "blank" on "payments"`)
  await run(
    `create policy "blank" on "payments" as restrictive for update to "touchlineApp" using (true)
       with check ("reference" = '' and coalesce("reason", '–') = '–')`,
  )
  await run(`grant update ("reason") on "payments" to "touchlineApp"`)
}
