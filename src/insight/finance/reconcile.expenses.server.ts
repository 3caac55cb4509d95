import { sql } from 'kysely'
import type { Discrepancy } from '#business/ledger/reconcile.rules.ts'

/**
 * The ledger must match each expense's row by day, method and everything it is about,
 * so that an entry moved to another month or hall is found too. A corrected entry and its reversal
 * add up to 0 on the same day; a void expense is on its own day and reversed on the day
 * of its void. An entry without an expense is reported with an expected 0.
 */
export const expenses = (vendorId: string) => sql<Discrepancy>`
  select 'expense.' || "account" as "kind", "id"::text as "id", sum("expected")::bigint as "expected", sum("found")::bigint as "found" from (
    select e."id", posted."day", e."currency", e."method", e."batch", e."service", e."hall", part."account", posted."sign" * part."amount" as "expected", 0 as "found"
      from "expenses" e
      cross join lateral (values (1, e."day"), (-1, e."voidedOn")) posted ("sign", "day")
      cross join lateral (values ('expense', e."amount" - e."tax"), ('taxPayable', e."tax"), ('cash', -e."amount")) part ("account", "amount")
      where e."vendorId" = ${vendorId} and posted."day" is not null
    union all select l."sourceId", l."day", l."currency", l."method", l."batch", l."service", l."hall", part."account", 0, part."amount" from "ledger" l
      cross join lateral (values (l."debit", l."amount"), (l."credit", -l."amount")) part ("account", "amount")
      where l."vendorId" = ${vendorId} and l."source" = 'expense'
  ) sums group by "id", "account", "day", "currency", "method", "batch", "service", "hall" having sum("expected") <> sum("found")`
