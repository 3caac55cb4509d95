import type { Migrator } from '../migrator.ts'

/**
 * The hours of the day that a closure closes, none for whole days, and the only hall that it closes (decision 64). The previous version
 * takes such a closure for one of whole days of the whole business.
 */
export async function up({ run }: Migrator): Promise<void> {
  for (const column of ['startingTime', 'endingTime']) {
    await run(`alter table "closures" add column "${column}" text`)
    const name = `closures${column.charAt(0).toUpperCase()}${column.slice(1)}`
    await run(`alter table "closures" add constraint "${name}" check ("${column}" ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$')`)
  }
  await run(
    `alter table "closures" add constraint "closuresHours" check (
       ("startingTime" is null) = ("endingTime" is null) and ("endingTime" is null or "endingTime" > "startingTime"))`,
  )
  await run(`alter table "closures" add column "hall" uuid`)
  await run(`alter table "closures" add constraint "closuresHall" foreign key ("vendorId", "hall") references "halls" ("vendorId", "id")`)
}
