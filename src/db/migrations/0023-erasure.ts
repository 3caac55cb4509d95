import type { Migrator } from '../migrate.ts'

/** Erasing a person's data, and what was verified of the chains of the books (decision 25). */
export async function up({ run, tenantTable }: Migrator): Promise<void> {
  await run(`alter table "customers" add column "erasedAt" timestamptz`)
  // Nothing personal comes back into an erased record, whatever the product forgets.
  await run(
    `alter table "customers" add constraint "customersErased" check ("erasedAt" is null or ("state" = 'archived' and "dob" is null and "tags" = '{}'
       and "lastName" || "phone" || "email" || "gender" || "guardianName" || "guardianPhone" || "notes" || "nickname" || "search" = ''))`,
  )
  // What bills printed of a buyer who was erased since, until their country no longer asks for it.
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
  // Append-only tables stay so: the one change that the product may make to a row is to take its words out.
  const blank = async (table: string, columns: string, isBlank: string) => {
    await run(`create policy "blank" on "${table}" as restrictive for update to "touchlineApp" using (true) with check (${isBlank})`)
    await run(`grant update (${columns}) on "${table}" to "touchlineApp"`)
  }
  await blank('audit', '"before", "after", "ip"', `"before" is null and "after" = '{"erased": true}' and "ip" = ''`)
  await blank('saleLines', '"text"', `"text" = '–'`)
  await blank('payments', '"reference"', `"reference" = ''`)
  await blank('refunds', '"reason"', `"reason" = '–'`)
  // Up to where each chain was found whole, so that a check goes on from there; once a day it begins at the first row.
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
