import type { Migrator } from '../migrate.ts'

/**
 * When each freeze was entered, and an id that sorts within that moment: a freeze postpones the days of the bills that
 * were created before it, and the later ones name theirs without it. The log says it of those that exist; one that it no
 * longer names counts as older than every bill, as does one that the previous version enters.
 */
export async function up({ run }: Migrator): Promise<void> {
  // Forced row-level security would hide the rows from the owner too.
  for (const table of ['enrolments', 'audit']) await run(`alter table "${table}" no force row level security`)
  await run(`update "enrolments" e set "freezes" = (
    select jsonb_agg(f."value" || coalesce((
      select jsonb_build_object('at', to_char(a."at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'id', a."id")
      from "audit" a
      where a."vendorId" = e."vendorId" and a."entity" = 'enrolment' and a."action" = 'freeze' and a."target" = e."id"::text
        and (a."after" ->> 'freezes')::jsonb -> -1 ->> 'from' = f."value" ->> 'from'
      order by a."id" desc limit 1
    ), '{}') order by f."position")
    from jsonb_array_elements(e."freezes") with ordinality f ("value", "position")
  ) where e."freezes" <> '[]'`)
  for (const table of ['enrolments', 'audit']) await run(`alter table "${table}" force row level security`)
}
