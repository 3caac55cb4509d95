import type { Migrator } from '../migrate.ts'

/** Cancelled enrolments of older versions end on the day they were cancelled, or on their first where that lies later, so that nobody is expected after it. */
const endCancelled = `do $$
  declare v uuid;
  begin
    set local role "touchlineApp";
    for v in select distinct "vendorId" from "members" loop
      perform "appSetVendor"(v);
      update "enrolments" set "endDate" = greatest("startDate", "updatedAt"::date)
      where "vendorId" = v and "state" = 'cancelled' and "endDate" > greatest("startDate", "updatedAt"::date);
    end loop;
    reset role;
  end $$`

/** What was archived knows the state that restoring gives back. */
export async function up({ run }: Migrator): Promise<void> {
  for (const table of ['services', 'halls', 'trainers', 'batches', 'customers'])
    await run(`alter table "${table}" add column "archivedFrom" text`)
  await run(endCancelled)
}
