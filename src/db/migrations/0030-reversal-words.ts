import type { Migrator } from '../migrator.ts'

/** The reason of a reversed payment is blanked with a bill's other personal texts once its retention ends (decision 25). */
export async function up({ run }: Migrator): Promise<void> {
  await run(`drop policy "blank" on "payments"`)
  await run(
    `create policy "blank" on "payments" as restrictive for update to "touchlineApp" using (true)
       with check ("reference" = '' and coalesce("reason", '–') = '–')`,
  )
  await run(`grant update ("reason") on "payments" to "touchlineApp"`)
}
