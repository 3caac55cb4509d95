import { sql } from 'kysely'
import type { Discrepancy } from '#business/ledger/reconcile.rules.ts'
import { wholeRate } from '#lib/amounts.ts'

/**
 * A line's commission must follow from its own frozen rate. Credits return at most the commission of the bill, and all of
 * it once the whole bill is credited.
 */
export const commissions = (vendorId: string) => sql<Discrepancy>`
  select 'bill.commission' as "kind", "sale"::text as "id", sum("due")::bigint as "expected", sum("commission")::bigint as "found"
  from (select "sale", "commission", ("net" * "commissionRate" * 2 + ${wholeRate}::bigint) / (2 * ${wholeRate}::bigint) as "due" from "saleLines" where "vendorId" = ${vendorId}) sums
  group by "sale" having bool_or("due" <> "commission")
  union all
  select 'refunds.commission', "id"::text, sum("kept")::bigint, sum("back")::bigint from (
    select "sale" as "id", "commission" as "kept", 0 as "back", false as "isWhole" from "saleLines" where "vendorId" = ${vendorId}
    union all select "sale", 0, "commission", false from "refunds" where "vendorId" = ${vendorId}
    union all select "id", 0, 0, "credited" = "total" from "sales" where "vendorId" = ${vendorId}
  ) sums group by "id" having sum("back") > sum("kept") or (bool_or("isWhole") and sum("back") <> sum("kept"))`

/**
 * A payout must equal the sum of its lines, each line what its ledger entry moved at the
 * marketplace, and the ledger must reflect the payout's state.
 */
export const payouts = (vendorId: string) => sql<Discrepancy>`
  select 'payout.' || "name" as "kind", "id"::text as "id", sum("expected")::bigint as "expected", sum("found")::bigint as "found" from (
    select l."payout" as "id", part."name", part."amount" as "expected", 0 as "found" from "payoutLines" l
      cross join lateral (values ('net', l."amount"), (case l."kind" when 'payment' then 'gross' when 'refund' then 'refunds' else 'commission' end,
        case l."kind" when 'payment' then l."amount" else -l."amount" end)) part ("name", "amount")
      where l."vendorId" = ${vendorId}
    union all select p."id", part."name", 0, part."amount" from "payouts" p
      cross join lateral (values ('net', p."net"), ('gross', p."gross"), ('refunds', p."refunds"), ('commission', p."commission")) part ("name", "amount")
      where p."vendorId" = ${vendorId}
    union all select l."payout", 'entries', case when e."debit" = 'marketplaceReceivable' then e."amount" when e."credit" = 'marketplaceReceivable' then -e."amount" else 0 end, l."amount"
      from "payoutLines" l join "ledger" e on e."vendorId" = ${vendorId} and e."id" = l."entry" where l."vendorId" = ${vendorId}
    union all select p."id", 'ledger.' || p."currency" || '.' || part."account", part."amount", 0 from "payouts" p
      cross join lateral (values ('marketplaceReceivable', case when p."state" = 'failed' then 0 else -p."net" end),
        ('payoutClearing', case when p."state" in ('pending', 'processing') then p."net" else 0 end),
        ('cash', case when p."state" = 'paid' then p."net" else 0 end)) part ("account", "amount")
      where p."vendorId" = ${vendorId}
    union all select e."sourceId", 'ledger.' || e."currency" || '.' || part."account", 0, part."amount" from "ledger" e
      cross join lateral (values (e."debit", e."amount"), (e."credit", -e."amount")) part ("account", "amount")
      where e."vendorId" = ${vendorId} and e."source" = 'payout'
  ) sums group by "id", "name" having sum("expected") <> sum("found")`
