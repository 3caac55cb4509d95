import { sql } from 'kysely'
import { kindSql } from '#business/ledger/money-account.row.server.ts'
import type { Discrepancy } from '#business/ledger/reconcile.rules.ts'

/** The account that an expense `e` uses unless it names another; one that names it is the same. */
const firstOf = (vendorId: string) => sql`"moneyAccounts" f
  on f."vendorId" = ${vendorId} and f."isFirst" and f."kind" = case e."method" when 'cash' then 'till' else 'bank' end`

/**
 * The ledger must match each expense's row by day, method and everything it is about,
 * so that an entry moved to another month or hall is found too. A corrected entry and its reversal
 * add up to 0 on the same day; a void expense is on its own day and reversed on the day
 * of its void, its payment not before it was paid. What is paid later is owed to the supplier until then. An entry without an expense is reported with an expected 0.
 */
export const expenses = (vendorId: string) => sql<Discrepancy>`
  select 'expense.' || "account" as "kind", "id"::text as "id", sum("expected")::bigint as "expected", sum("found")::bigint as "found" from (
    select e."id", posted."day", e."currency", case when owed."isOwed" then null else e."method" end as "method", e."batch", e."service", e."hall", part."account",
        case part."account" when 'cash' then nullif(e."account", f."id") end as "place", posted."sign" * part."amount" as "expected", 0 as "found"
      from "expenses" e
      cross join lateral (select e."isUnpaid" or e."paidOn" is not null as "isOwed") owed
      cross join lateral (values (1, e."day"), (-1, e."voidedOn")) posted ("sign", "day")
      cross join lateral (values ('expense', e."amount" - e."tax"), ('taxPayable', e."tax"),
        (case when owed."isOwed" then 'supplierPayable' else 'cash' end, -e."amount")) part ("account", "amount")
      left join ${firstOf(vendorId)}
      where e."vendorId" = ${vendorId} and posted."day" is not null
    union all select e."id", posted."day", e."currency", e."method", e."batch", e."service", e."hall", part."account",
        case part."account" when 'cash' then nullif(e."account", f."id") end, posted."sign" * part."amount", 0
      from "expenses" e
      cross join lateral (values (1, e."paidOn"), (-1, greatest(e."paidOn", e."voidedOn"))) posted ("sign", "day")
      cross join lateral (values ('supplierPayable', e."amount"), ('cash', -e."amount")) part ("account", "amount")
      left join ${firstOf(vendorId)}
      where e."vendorId" = ${vendorId} and e."paidOn" is not null and (posted."sign" = 1 or e."voidedOn" is not null)
    union all select l."sourceId", l."day", l."currency", l."method", l."batch", l."service", l."hall", part."account", nullif(part."place", f."id"), 0, part."amount" from "ledger" l
      cross join lateral (values (l."debit", l."intoAccount", l."amount"), (l."credit", l."fromAccount", -l."amount")) part ("account", "place", "amount")
      left join "moneyAccounts" f on f."vendorId" = ${vendorId} and f."isFirst" and f."kind" = ${kindSql}
      where l."vendorId" = ${vendorId} and l."source" = 'expense'
  ) sums group by "id", "account", "place", "day", "currency", "method", "batch", "service", "hall" having sum("expected") <> sum("found")`
