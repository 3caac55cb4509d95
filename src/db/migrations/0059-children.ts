import type { Migrator } from '../migrator.ts'

/**
 * Whom to call in an emergency, what to mind about someone's health, and whether they may be photographed (decision 61). The previous
 * version doesn't know these columns: it can't erase a customer who has any of them, since the CHECK keeps an erased record empty.
 */
export async function up({ run }: Migrator): Promise<void> {
  const columns = {
    emergencyName: `char_length("emergencyName") <= 80`,
    emergencyPhone: `"emergencyPhone" ~ '^([+][1-9][0-9]{5,14})?$'`,
    emergencyRelation: `char_length("emergencyRelation") <= 40`,
    medicalNote: `char_length("medicalNote") <= 500`,
  }
  for (const [column, rule] of Object.entries(columns)) {
    await run(`alter table "customers" add column "${column}" text not null default ''`)
    const name = `customers${column.charAt(0).toUpperCase()}${column.slice(1)}`
    await run(`alter table "customers" add constraint "${name}" check (${rule})`)
  }
  await run(`alter table "customers" add column "photoConsent" text not null default 'notAsked'`)
  await run(`alter table "customers" add constraint "customersPhotoConsent" check ("photoConsent" in ('notAsked','yes','no'))`)
  await run(
    `alter table "customers" add constraint "customersErasedCare" check ("erasedAt" is null or
       ("photoConsent" = 'notAsked' and "emergencyName" || "emergencyPhone" || "emergencyRelation" || "medicalNote" = ''))`,
  )
  // A family is found by the phone of a guardian and by an e-mail, of which row-level security lets no index of an expression be asked.
  await run(`create index "customersByGuardian" on "customers" ("vendorId", "guardianPhone") where "guardianPhone" <> ''`)
  await run(`alter table "customers" add column "emailKey" text not null generated always as (lower("email")) stored`)
  await run(`create index "customersByEmailKey" on "customers" ("vendorId", "emailKey") where "emailKey" <> ''`)
  // Archives that contain what an accountant may not read; those of the previous version are removed within a day.
  await run(`alter table "archives" add column "hasCare" boolean not null default false`)
}
