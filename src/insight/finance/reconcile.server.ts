import { sql } from 'kysely'
import type { Trx } from '#db/tenant.ts'
import { payByRule, payCosts, payEntries, payOnce } from '#money/payroll/reconcile.payroll.server.ts'
import { taxClassesPosted } from '#money/sales/reconcile.tax.server.ts'
import { bankMatches } from '#money/banking/reconcile.banking.server.ts'
import { entryAccounts, moneyMoves } from '#money/cashbook/reconcile.cashbook.server.ts'
import { expenses } from './reconcile.expenses.server.ts'
import { billedTwice } from './reconcile.places.server.ts'
import type { Discrepancy } from '#business/ledger/reconcile.rules.ts'
import { commissions, payouts } from '#money/payouts/reconcile.payouts.server.ts'

/**
 * Each part unions expected and found amounts and sums both by what they are about: the planner has
 * no statistics for joins of sums and would compare every pair.
 */

/** A bill must equal the sum of its lines, and its paid and refunded amounts those of its documents. */
const bills = (vendorId: string) => sql<Discrepancy>`
  select 'bill.' || "name" as "kind", "id"::text as "id", sum("expected")::bigint as "expected", sum("found")::bigint as "found" from (
    select l."sale" as "id", part."name", part."amount" as "expected", 0 as "found" from "saleLines" l
      cross join lateral (values ('list', l."list"), ('discount', l."discount"), ('net', l."net"), ('tax', l."tax"), ('total', l."total")) part ("name", "amount")
      where l."vendorId" = ${vendorId}
    union all select "sale", 'paid', "amount", 0 from "payments" where "vendorId" = ${vendorId}
    union all select "sale", 'credited', "amount", 0 from "refunds" where "vendorId" = ${vendorId}
    union all select "sale", 'refunded', "paidBack", 0 from "refunds" where "vendorId" = ${vendorId}
    union all select s."id", part."name", 0, part."amount" from "sales" s
      cross join lateral (values ('list', s."list"), ('discount', s."discount"), ('net', s."net"), ('tax', s."tax"), ('total', s."total"),
        ('paid', s."paid"), ('credited', s."credited"), ('refunded', s."refunded")) part ("name", "amount")
      where s."vendorId" = ${vendorId}
  ) compared group by "id", "name" having sum("expected") <> sum("found")`

const moneyAccount = sql`case "method" when 'marketplace' then 'marketplaceReceivable' when 'credit' then 'customerCredit' else 'cash' end`

/**
 * The ledger must have for each sale, payment, credit and void the amount of its document, in the bill's
 * currency. Compared by document and not as one sum, so that two errors cannot cancel each other out; together
 * with the check of bills, a customer's debt in the ledger is what is due. An entry without a document is
 * reported with an expected 0. Commissions are separate entries, under the sale that they are deducted from or
 * the credit that returns them.
 */
const entries = (vendorId: string) => sql<Discrepancy>`
  select "source" || '.' || "account" as "kind", "id"::text as "id", sum("expected")::bigint as "expected", sum("found")::bigint as "found" from (
    select s."id", posted."source", s."currency", part."account", posted."sign" * part."amount" as "expected", 0 as "found" from "sales" s
      cross join lateral (values ('sale', 1), ('void', case when s."voidedAt" is null then 0 else -1 end)) posted ("source", "sign")
      cross join lateral (values ('customerReceivable', s."total"), ('revenue', -s."list"), ('discount', s."discount"), ('taxPayable', -s."tax")) part ("account", "amount")
      where s."vendorId" = ${vendorId}
    union all select p."id", 'payment', s."currency", part."account", part."amount", 0 from "payments" p
      join "sales" s on s."vendorId" = ${vendorId} and s."id" = p."sale"
      cross join lateral (values (${moneyAccount}, p."amount"), ('customerReceivable', -p."amount")) part ("account", "amount")
      where p."vendorId" = ${vendorId}
    union all select r."id", 'refund', s."currency", part."account", part."amount", 0 from "refunds" r
      join "sales" s on s."vendorId" = ${vendorId} and s."id" = r."sale"
      cross join lateral (values ('refund', r."amount" - r."tax"), ('taxPayable', r."tax"), ('customerReceivable', r."paidBack" - r."amount"), (${moneyAccount}, -r."paidBack")) part ("account", "amount")
      where r."vendorId" = ${vendorId}
    union all select o."id", 'refund', o."currency", part."account", part."amount", 0 from "creditPayouts" o
      cross join lateral (values ('customerCredit', o."amount"), ('cash', -o."amount")) part ("account", "amount")
      where o."vendorId" = ${vendorId}
    union all select l."sale", 'commission', s."currency", part."account", part."sign" * l."commission", 0 from "saleLines" l
      join "sales" s on s."vendorId" = ${vendorId} and s."id" = l."sale" and s."voidedAt" is null
      cross join lateral (values ('commission', 1), ('marketplaceReceivable', -1)) part ("account", "sign")
      where l."vendorId" = ${vendorId}
    union all select r."id", 'commission', s."currency", part."account", part."sign" * r."commission", 0 from "refunds" r
      join "sales" s on s."vendorId" = ${vendorId} and s."id" = r."sale"
      cross join lateral (values ('commission', -1), ('marketplaceReceivable', 1)) part ("account", "sign")
      where r."vendorId" = ${vendorId}
    union all select l."sourceId", l."source", l."currency", part."account", 0, part."amount" from "ledger" l
      cross join lateral (values (l."debit", l."amount"), (l."credit", -l."amount")) part ("account", "amount")
      where l."vendorId" = ${vendorId} and l."source" in ('sale', 'payment', 'refund', 'void', 'commission')
  ) compared group by "id", "source", "currency", "account" having sum("expected") <> sum("found")`

/** A document number's position in the series of its day's year; null if the number is of another year. */
const placeIn = (letter: 'S' | 'C' | 'Q') => sql`
  ${sql.lit(letter + ':')} || extract(year from "day") as "series", "number", case when left("number", 5) = ${sql.lit(letter)} || extract(year from "day")
    then substring("number" from '^.[0-9]{4}-([0-9]{5,9})$')::int end as "place", 0 as "last"`

/** Each position of a gap-free series must have its document: as many as were issued, all different, none outside. */
const series = (vendorId: string) => sql<Discrepancy>`
  select 'numbers' as "kind", "series" as "id", max("last")::bigint as "expected",
    (case when count("number") = max("last") then count(distinct "place") filter (where "place" between 1 and "most") else count("number") end)::bigint as "found"
  from (
    select *, max("last") over (partition by "series") as "most" from (
      select ${placeIn('S')} from "sales" where "vendorId" = ${vendorId}
      union all select ${placeIn('C')} from "refunds" where "vendorId" = ${vendorId}
      union all select ${placeIn('Q')} from "quotes" where "vendorId" = ${vendorId}
      union all select "series", null, null, "last" from "numbers" where "vendorId" = ${vendorId} and left("series", 2) in ('S:', 'C:', 'Q:')
    ) documents
  ) compared group by "series"
  having count("number") <> max("last") or count(distinct "place") filter (where "place" between 1 and "most") <> max("last")`

/**
 * Everything stored twice about a vendor's money that does not agree, from the rows alone; empty if all
 * agree. Each amount is recorded in its document, in its bill and in the ledger, so that changing
 * one of them shows up against the others. It is a single statement, so that a sale committed meanwhile
 * is seen entirely or not at all, and no one has to wait. A second one finds places of which a day is paid twice.
 */
export async function reconcile(trx: Trx, vendorId: string): Promise<Discrepancy[]> {
  const parts = [
    bills,
    entries,
    series,
    payEntries,
    payCosts,
    payOnce,
    payByRule,
    expenses,
    commissions,
    payouts,
    moneyMoves,
    entryAccounts,
    bankMatches,
    taxClassesPosted,
  ].map((part) => sql`(${part(vendorId)})`)
  const { rows } = await sql<Discrepancy>`${sql.join(parts, sql` union all `)}`.execute(trx)
  return [...rows, ...(await billedTwice(trx, vendorId))]
}
