import type { Migrator } from '../migrator.ts'

/**
 * The price that a batch has from a later day on (decision 44), and whether places taken before that day have it too.
 * The previous version knows only `price`, which changes on the day itself.
 */
export async function up({ run }: Migrator): Promise<void> {
  await run(`alter table "batches"
    add column "nextPrice" bigint constraint "batchesNextPrice" check ("nextPrice" between 0 and 1000000000000),
    add column "nextPriceFrom" date,
    add column "nextPriceForAll" boolean not null default false,
    add constraint "batchesNext" check (("nextPrice" is null) = ("nextPriceFrom" is null) and (not "nextPriceForAll" or "nextPrice" is not null))`)
  await run(`create index "batchesNextPrice" on "batches" ("vendorId", "nextPriceFrom") where "nextPriceFrom" is not null`)
}
