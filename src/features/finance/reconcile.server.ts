import { sql } from 'kysely'
import type { Trx } from '#db/tenant.ts'

/** Where two tellings of one amount differ; `id` names the sale, payment, refund or series that it is about. */
export type Discrepancy = { kind: string; id: string; expected: number; found: number }

/** Each pair of amounts as a row of its own, so that one that differs is named. */
const pairs = (amounts: readonly string[], expected: string, found: string) =>
  sql.raw(amounts.map((name) => `('${name}', ${expected}."${name}", ${found}."${name}")`).join(', '))

const lineSums = ['list', 'discount', 'net', 'tax', 'total'] as const

/** A bill is what its lines come to, and what was paid and given back is what its papers say. */
const sums = (vendorId: string) => sql<Discrepancy>`
  with lines as (
    select "sale", sum("list")::bigint as "list", sum("discount")::bigint as "discount", sum("net")::bigint as "net",
      sum("tax")::bigint as "tax", sum("total")::bigint as "total"
    from "saleLines" where "vendorId" = ${vendorId} group by 1
  ), paid as (
    select "sale", sum("amount")::bigint as "paid" from "payments" where "vendorId" = ${vendorId} group by 1
  ), back as (
    select "sale", sum("amount")::bigint as "credited", sum("paidBack")::bigint as "refunded"
    from "refunds" where "vendorId" = ${vendorId} group by 1
  )
  select 'sale.' || pair."name" as "kind", s."id"::text as "id", coalesce(pair."expected", 0) as "expected", pair."found" as "found"
  from "sales" s
    left join lines on lines."sale" = s."id"
    left join paid on paid."sale" = s."id"
    left join back on back."sale" = s."id"
    cross join lateral (values ${pairs(lineSums, 'lines', 's')}, ${pairs(['paid'], 'paid', 's')},
      ${pairs(['credited', 'refunded'], 'back', 's')}) pair ("name", "expected", "found")
  where s."vendorId" = ${vendorId} and pair."found" <> coalesce(pair."expected", 0)`

/** Entries of these sources belong to a sale; what a commission moves is not the customer's and stands apart. */
const ofSales = sql`l."source" in ('sale', 'payment', 'refund', 'void') and l."debit" <> 'commission' and l."credit" <> 'commission'`

/**
 * What the ledger holds for each sale is what the sale says: still due, earned, taken off, given
 * back, and owed in tax. By sale and not in one sum, so that two errors never make up for each
 * other; an entry of no sale, or in another currency, belongs to nothing and is found too.
 */
const balances = (vendorId: string) => sql<Discrepancy>`
  with credits as (
    select "sale", sum("amount" - "tax")::bigint as "net", sum("tax")::bigint as "tax" from "refunds" where "vendorId" = ${vendorId} group by 1
  ), expected as (
    select s."id", s."currency", entry."account", entry."amount"
    from "sales" s
      left join credits c on c."sale" = s."id"
      cross join lateral (select (s."voidedAt" is null)::int as "stands") void
      cross join lateral (values
        ('customerReceivable', void."stands" * (s."total" - s."credited" - s."paid" + s."refunded")),
        ('revenue', -void."stands" * s."list"),
        ('discount', void."stands" * s."discount"),
        ('refund', coalesce(c."net", 0)),
        ('taxPayable', coalesce(c."tax", 0) - void."stands" * s."tax")) entry ("account", "amount")
    where s."vendorId" = ${vendorId}
  ), papers as (
    select "id", "id" as "sale", array['sale', 'void'] as "sources" from "sales" where "vendorId" = ${vendorId}
    union all select "id", "sale", array['payment'] from "payments" where "vendorId" = ${vendorId}
    union all select "id", "sale", array['refund'] from "refunds" where "vendorId" = ${vendorId}
  ), found as (
    select coalesce(p."sale", l."sourceId") as "id", l."currency", side."account", sum(side."amount")::bigint as "amount"
    from "ledger" l
      left join papers p on p."id" = l."sourceId" and l."source" = any(p."sources")
      cross join lateral (values (l."debit", l."amount"), (l."credit", -l."amount")) side ("account", "amount")
    where l."vendorId" = ${vendorId} and ${ofSales} and side."account" not in ('cash', 'marketplaceReceivable')
    group by 1, 2, 3
  )
  select 'ledger.' || "account" as "kind", "id"::text as "id", coalesce(expected."amount", 0) as "expected", coalesce(found."amount", 0) as "found"
  from expected full join found using ("id", "currency", "account")
  where coalesce(expected."amount", 0) <> coalesce(found."amount", 0)`

/** Money came in and went out as payments and refunds say, and where they say. */
const money = (vendorId: string) => sql<Discrepancy>`
  with expected as (
    select "id", 'payment' as "source", case "method" when 'marketplace' then 'marketplaceReceivable' else 'cash' end as "account", "amount"
    from "payments" where "vendorId" = ${vendorId}
    union all
    select "id", 'refund', case "method" when 'marketplace' then 'marketplaceReceivable' else 'cash' end, -"paidBack"
    from "refunds" where "vendorId" = ${vendorId} and "paidBack" > 0
  ), found as (
    select l."sourceId" as "id", l."source", side."account", sum(side."amount")::bigint as "amount"
    from "ledger" l
      cross join lateral (values (l."debit", l."amount"), (l."credit", -l."amount")) side ("account", "amount")
    where l."vendorId" = ${vendorId} and ${ofSales} and side."account" in ('cash', 'marketplaceReceivable')
    group by 1, 2, 3
  )
  select "source" || '.' || "account" as "kind", "id"::text as "id", coalesce(expected."amount", 0) as "expected", coalesce(found."amount", 0) as "found"
  from expected full join found using ("id", "source", "account")
  where coalesce(expected."amount", 0) <> coalesce(found."amount", 0)`

/** Each place of a gap-free series has its document: as many different ones as were given, and none outside. */
const series = (vendorId: string) => sql<Discrepancy>`
  with documents as (
    select 'S:' || extract(year from "day") as "series", "number" from "sales" where "vendorId" = ${vendorId}
    union all select 'C:' || extract(year from "day"), "number" from "refunds" where "vendorId" = ${vendorId}
  ), given as (
    select "series", "last" from "numbers" where "vendorId" = ${vendorId} and left("series", 2) in ('S:', 'C:')
  ), made as (
    select d."series", count(*)::int as "all",
      count(distinct d."number") filter (where left(d."number", 5) = replace(d."series", ':', '')
        and substring(d."number" from '^[SC][0-9]{4}-([0-9]{5,9})$')::int between 1 and g."last")::int as "placed"
    from documents d left join given g on g."series" = d."series" group by 1
  )
  select 'numbers' as "kind", "series" as "id", coalesce("last", 0) as "expected", case when "all" = "last" then "placed" else coalesce("all", 0) end as "found"
  from given full join made using ("series")
  where coalesce("last", 0) <> coalesce("all", 0) or "all" <> "placed"`

/**
 * Everything that a vendor's money says twice and not alike, by the rows alone: nothing where all
 * agree. Each amount is told by its papers, by its bill and by the ledger, so that whoever changes
 * one of them is found out by the others. It is one statement, so that a sale which ends meanwhile
 * is seen whole or not at all, and nobody has to wait.
 */
export async function reconcile(trx: Trx, vendorId: string): Promise<Discrepancy[]> {
  const parts = [sums, balances, money, series].map((part) => sql`(${part(vendorId)})`)
  return (await sql<Discrepancy>`${sql.join(parts, sql` union all `)}`.execute(trx)).rows
}
