import { sql, type RawBuilder } from 'kysely'
import type { TenantContext } from '#kernel/context.ts'
import { groupColumn, ofBatch, type Narrowing, type ProfitRow } from './profit.row.server.ts'
import { gain, money, movesMoney, type Range } from './report.row.server.ts'

/** `before` are the days to compare with, earlier than the days themselves. */
type Asked = Range & { before: Range } & Narrowing

/** Whether a day is in the requested days or in those before; there may be a gap between the two. */
const ofEither = (day: RawBuilder<unknown>, { from, to, before }: Asked) =>
  sql`(${day} between ${from}::date and ${to}::date or ${day} between ${before.from}::date and ${before.to}::date)`

/**
 * The share of one line in an amount of its bill: the share of the lines so far, rounded down, less that of the lines before.
 * Nothing and the whole, the most common amounts by far, need no division.
 */
const shareOf = (amount: ReturnType<typeof sql>) => sql`case ${amount} when 0 then 0 when l."whole" then l."total"
  else div(${amount} * l."upTo", l."whole") - div(${amount} * (l."upTo" - l."total"), l."whole") end`

/** The tax in a part of a line, rounded down; a line of 0 has none. */
const taxIn = (part: ReturnType<typeof sql>) =>
  sql`case ${part} when 0 then 0 when l."total" then l."tax" else div(${part} * l."tax", l."total") end`

/**
 * What customers paid and were paid back, allocated to the lines of their bills in proportion to the lines' totals.
 * The cumulative amount up to a day is allocated, and a period is the difference between its end and its
 * beginning. So the shares of a bill add up to the amount, consecutive periods add up to their whole, and
 * a fully paid bill has brought each line exactly its total and its tax. A bill's lines are looked up bill by
 * bill: the planner has no statistics for the sums and would join every one with every line. The batch filter
 * comes last, since a line's share depends on the lines before it, whatever they are for.
 */
const shared = (vendorId: string, asked: Asked) => sql`
  "bills" as (
    select "sale" from "payments" where "vendorId" = ${vendorId} and ${ofEither(sql`"day"`, asked)}
    union select "sale" from "refunds" where "vendorId" = ${vendorId} and ${ofEither(sql`"day"`, asked)} and "paidBack" > 0
  ), "papers" as (
    select p."sale", p."day", true as "isIn", p."amount" from "payments" p join "bills" b on b."sale" = p."sale"
      where p."vendorId" = ${vendorId} and p."day" <= ${asked.to}::date and p."method" <> 'credit'
    union all select r."sale", r."day", false, r."paidBack" from "refunds" r join "bills" b on b."sale" = r."sale"
      where r."vendorId" = ${vendorId} and r."day" <= ${asked.to}::date and r."method" <> 'credit'
  ), "received" as (
    select "sale", "isIn", coalesce(sum("amount") filter (where "day" < ${asked.before.from}::date), 0) as "first",
      coalesce(sum("amount") filter (where "day" <= ${asked.before.to}::date), 0) as "second",
      coalesce(sum("amount") filter (where "day" < ${asked.from}::date), 0) as "third", sum("amount") as "fourth"
    from "papers" group by "sale", "isIn"
  ), "shared" as materialized (
    select span."isNow", l."group", t."isIn", part."after" - part."before" as "amount",
      ${taxIn(sql`part."after"`)} - ${taxIn(sql`part."before"`)} as "tax"
    from "received" t
    join lateral (values (false, t."first", t."second"), (true, t."third", t."fourth")) span ("isNow", "before", "after")
      on span."before" <> span."after"
    cross join lateral (
      select ${groupColumn(asked.by)} as "group", "batch", "total", "tax", sum("total") over (order by "position") as "upTo", sum("total") over () as "whole"
      from "saleLines" where "vendorId" = ${vendorId} and "sale" = t."sale"
    ) l
    cross join lateral (select ${shareOf(sql`span."before"`)} as "before", ${shareOf(sql`span."after"`)} as "after" offset 0) part
    where l."whole" > 0 ${ofBatch(asked.batch)}
  )`

/** The tax in the payment of an expense that was unpaid before, from the expense's own tax. */
const suppliersTax = (other: RawBuilder<unknown>) =>
  sql`case when ${other} = 'supplierPayable' then div(${gain} * x."taxPart", x."whole") else 0 end`

/** Money in and out by its purpose: customers' money by the lines of their bills, everything else by the ledger. */
export async function byMoney({ trx, vendorId }: TenantContext, asked: Asked): Promise<ProfitRow[]> {
  const { from, by, batch } = asked
  const other = sql`(case when "debit" in ${money} then "credit" else "debit" end)`
  const cost = (...accounts: string[]) => sql`coalesce(-sum(${gain}) filter (where ${other} in (${sql.join(accounts)})), 0)::bigint`
  const paidLater = sql`coalesce(-sum(${suppliersTax(other)}), 0)::bigint`
  const { rows } = await sql<ProfitRow>`
    with ${shared(vendorId, asked)}
    select case when "isNow" then 'now' else 'before' end as "period", "group", coalesce(sum("amount") filter (where "isIn"), 0)::bigint as "sold",
      coalesce(sum("amount") filter (where not "isIn"), 0)::bigint as "refunds",
      coalesce(sum(case when "isIn" then "tax" else -"tax" end), 0)::bigint as "tax", 0::bigint as "commission", 0::bigint as "payroll", 0::bigint as "expenses", 0::bigint as "paidTax", coalesce(sum(case when "isIn" then "amount" else -"amount" end), 0)::bigint as "moved"
    from "shared" group by 1, 2 having count(*) filter (where "amount" <> 0) > 0
    union all
    select case when "day" >= ${from}::date then 'now' else 'before' end, ${groupColumn(by)}, 0, 0, 0, ${cost('commission')}, ${cost('payroll', 'payrollPayable')}, ${cost('expense', 'supplierPayable')} - ${paidLater},
      -(${cost('taxPayable')} + ${paidLater}), sum(${gain})::bigint
    from "ledger" l
    left join lateral (select e."tax" as "taxPart", e."amount" as "whole" from "expenses" e
      where e."vendorId" = ${vendorId} and e."id" = l."sourceId" and ${other} = 'supplierPayable') x on true
    where "vendorId" = ${vendorId} and ${ofEither(sql`"day"`, asked)} and ${movesMoney}
      and not ("source" in ('payment', 'refund') and ${other} = 'customerReceivable') ${ofBatch(batch)}
    group by 1, 2`.execute(trx)
  return rows
}
