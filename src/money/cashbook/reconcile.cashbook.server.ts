import { sql } from 'kysely'
import { kindSql } from '#business/ledger/money-account.row.server.ts'
import type { Discrepancy } from '#business/ledger/reconcile.rules.ts'

/** The sources of moves by hand. */
const sources = sql`('transfer', 'taxPayment', 'owner', 'loan', 'opening', 'count')`

/** The ledger must have each move by hand on its day, and the opposite on the day on which it was reversed. */
export const moneyMoves = (vendorId: string) => sql<Discrepancy>`
  select 'move.' || "account" as "kind", "id"::text as "id", sum("expected")::bigint as "expected", sum("found")::bigint as "found" from (
    select m."id", posted."day", m."currency", part."account", part."place", posted."sign" * part."amount" as "expected", 0 as "found"
      from "moneyMoves" m
      cross join lateral (values (1, m."day"), (-1, m."reversedOn")) posted ("sign", "day")
      cross join lateral (select case m."kind" when 'transfer' then 'cash' when 'taxPaid' then 'taxPayable' when 'taxRefunded' then 'taxPayable'
        when 'loanIn' then 'loan' when 'loanOut' then 'loan' when 'count' then 'expense' else 'owner' end as "other") named
      cross join lateral (values (case when m."intoAccount" is null then named."other" else 'cash' end, m."intoAccount", m."amount"),
        (case when m."fromAccount" is null then named."other" else 'cash' end, m."fromAccount", -m."amount")) part ("account", "place", "amount")
      where m."vendorId" = ${vendorId} and posted."day" is not null
    union all select l."sourceId", l."day", l."currency", part."account", part."place", 0, part."amount" from "ledger" l
      cross join lateral (values (l."debit", l."intoAccount", l."amount"), (l."credit", l."fromAccount", -l."amount")) part ("account", "place", "amount")
      where l."vendorId" = ${vendorId} and l."source" in ${sources}
  ) sums group by "id", "day", "currency", "account", "place" having sum("expected") <> sum("found")`

/**
 * The account of each entry must be the one that its document names, or the first of its kind where the document
 * names none. Reported with the amounts of the account by the documents and by the ledger.
 */
export const entryAccounts = (vendorId: string) => sql<Discrepancy>`
  select 'entry.account' as "kind", l."id"::text as "id", 0::bigint as "expected", l."amount" as "found"
  from "ledger" l
  cross join lateral (values (l."debit", l."intoAccount"), (l."credit", l."fromAccount")) part ("account", "place")
  left join (
    select "id", "account" from "payments" where "vendorId" = ${vendorId} and "account" is not null
    union all select "id", "account" from "refunds" where "vendorId" = ${vendorId} and "account" is not null
    union all select "id", "account" from "creditPayouts" where "vendorId" = ${vendorId} and "account" is not null
    union all select "id", "account" from "trainerPayments" where "vendorId" = ${vendorId} and "account" is not null
  ) d on d."id" = l."sourceId"
  left join "moneyAccounts" f on f."vendorId" = ${vendorId} and f."isFirst" and f."kind" = ${kindSql}
  where l."vendorId" = ${vendorId} and part."account" = 'cash' and part."place" is not null
    and l."source" in ('payment', 'refund', 'payroll', 'payout') and part."place" is distinct from coalesce(d."account", f."id")`
