import { sql } from 'kysely'
import { kindSql } from '#business/ledger/money-account.row.server.ts'
import type { Discrepancy } from '#business/ledger/reconcile.rules.ts'

/**
 * The entries of a matched line must add up to its amount on its own account, and to 0 on a terminal whose takings it paid out;
 * an open line has none. An entry counts only on an account that it is of.
 */
export const bankMatches = (vendorId: string) => sql<Discrepancy>`
  select 'bank.line' as "kind", "id"::text as "id", sum("expected")::bigint as "expected", sum("found")::bigint as "found" from (
    select b."id", b."account", case when b."matchedAt" is null then 0 else b."amount" end as "expected", 0 as "found" from "bankLines" b
      where b."vendorId" = ${vendorId}
    union all select m."line", m."account", 0, part."amount" from "bankMatches" m
      join "ledger" l on l."vendorId" = ${vendorId} and l."id" = m."entry"
      cross join lateral (values (l."debit", l."intoAccount", l."amount"), (l."credit", l."fromAccount", -l."amount")) part ("account", "place", "amount")
      left join "moneyAccounts" f on f."vendorId" = ${vendorId} and f."isFirst" and part."place" is null and f."kind" = ${kindSql}
      where m."vendorId" = ${vendorId} and part."account" = 'cash' and coalesce(part."place", f."id") = m."account"
  ) sums group by "id", "account" having sum("expected") <> sum("found")`
