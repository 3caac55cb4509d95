import type { Migrator } from '../migrator.ts'

/** One host for each shared board: the business that announced it first. A second host's rows are deleted, with its entries. */
export async function up({ run }: Migrator): Promise<void> {
  await run(`delete from "boardGuests" g using "boards" o
    where o."challenge" = g."challenge" and g."state" = 'host' and o."vendorId" <> g."vendorId"`)
  await run(`delete from "boardEntries" e where not exists (
    select 1 from "boardGuests" g where g."challenge" = e."challenge" and g."vendorId" = e."vendorId" and g."state" in ('host', 'accepted'))`)
  await run(`create unique index "boardGuestsHost" on "boardGuests" ("challenge") where "state" = 'host'`)
}
