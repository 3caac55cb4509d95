import type { Migrator } from '../migrator.ts'

/** Erasing a person's data, and how far the chains of the books were verified (decision 25). */
export async function up({ run, tenantTable }: Migrator): Promise<void> {
  await run(`alter table "customers" add column "erasedAt" timestamptz`)
  // Nothing personal can get back into an erased record, even if the product forgets to check.
  await run(
    `alter table "customers" add constraint "customersErased" check ("erasedAt" is null or ("state" = 'archived' and "dob" is null and "tags" = '{}'
       and "lastName" || "phone" || "email" || "gender" || "guardianName" || "guardianPhone" || "notes" || "nickname" || "search" = ''))`,
  )
  // What bills printed of a buyer who has since been erased, stored until their country no longer requires it.
  await tenantTable(
    'billBuyers',
    `"sale" uuid not null,
     "name" text not null,
     "phone" text not null,
     "email" text not null,
     "keepUntil" date not null,
     primary key ("vendorId", "sale"),
     constraint "billBuyersSale" foreign key ("vendorId", "sale") references "sales" ("vendorId", "id")`,
  )
  await run(`create index "billBuyersByDay" on "billBuyers" ("vendorId", "keepUntil")`)
  // Append-only tables stay so: the only change that the product may make to a row is to blank its texts.
  const blank = async (table: string, columns: string, isBlank: string) => {
    await run(`create policy "blank" on "${table}" as restrictive for update to "touchlineApp" using (true) with check (${isBlank})`)
    await run(`grant update (${columns}) on "${table}" to "touchlineApp"`)
  }
  await blank('audit', '"before", "after", "ip"', `"before" is null and "after" = '{"erased": true}' and "ip" = ''`)
  await blank('saleLines', '"text"', `"text" = '–'`)
  await blank('payments', '"reference"', `"reference" = ''`)
  await blank('refunds', '"reason"', `"reason" = '–'`)
  // How far each chain was verified, so that a check continues from there; once a day it starts at the first row.
  await tenantTable(
    'chainChecks',
    `"chain" text not null constraint "chainChecksChain" check ("chain" in ('entries','events')),
     "sequence" bigint not null,
     "hash" bytea not null,
     "checkedAt" timestamptz not null,
     "wholeAt" timestamptz,
     "brokenAt" integer,
     primary key ("vendorId", "chain")`,
  )
}
