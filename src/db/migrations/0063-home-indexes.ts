import type { Migrator } from '../migrator.ts'

/** What Home counts of customers and of taken places, by indexes alone. */
export async function up({ run }: Migrator): Promise<void> {
  await run(`create index "customersActive" on "customers" ("vendorId", "activeUntil") where "state" = 'active'`)
  await run(`create index "customersFresh" on "customers" ("vendorId", "createdAt") where "state" <> 'archived'`)
  await run(
    `create index "enrolmentsTaken" on "enrolments" ("vendorId", "batch", "endDate") include ("state", "offeredUntil")
     where "state" in ('offered', 'active')`,
  )
}
