import type { Migrator } from '../migrator.ts'

/**
 * How many entries the ledger had when each freeze was entered: a freeze postpones the days of the bills among them, and
 * later bills name theirs without it. The log says when those that exist were entered; one that it does not name counts
 * as older than every bill, as does one that the previous version enters.
 */
export async function up({ run }: Migrator): Promise<void> {
  const tables = ['enrolments', 'audit', 'ledger']
  // Forced row-level security would hide the rows from the owner too.
  for (const table of tables) await run(`alter table "${table}" no force row level security`)
  // Days may be a day off where the business is, and lead to the entries of that time by the index.
  await run(`update "enrolments" e set "freezes" = (
    select jsonb_agg(f."value" || coalesce((
      select jsonb_build_object('entries', coalesce((
        select g."sequence" from "ledger" g
        where g."vendorId" = e."vendorId" and g."day" <= a."at"::date + 1 and g."at" <= a."at"
        order by g."day" desc, g."sequence" desc limit 1), 0))
      from "audit" a
      where a."vendorId" = e."vendorId" and a."entity" = 'enrolment' and a."action" = 'freeze' and a."target" = e."id"::text
        and (a."after" ->> 'freezes')::jsonb -> -1 ->> 'from' = f."value" ->> 'from'
      order by a."id" desc limit 1
    ), '{}') order by f."position")
    from jsonb_array_elements(e."freezes") with ordinality f ("value", "position")
  ) where e."freezes" <> '[]'`)
  for (const table of tables) await run(`alter table "${table}" force row level security`)
}
