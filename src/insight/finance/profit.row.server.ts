import { sql, type RawBuilder } from 'kysely'
import { deferredOn } from '#money/revenue/deferral.server.ts'
import { dueLines } from '#money/payroll/pay.lines.server.ts'
import { addDays, lastDayOf } from '#lib/days.ts'
import type { TenantContext } from '#kernel/context.ts'
import { currencyOf } from '#business/ledger/books.server.ts'
import type { Grouping, ProfitFigures } from './finance-report.contract.ts'
import { debited, gain, money, movesMoney, type Range } from './report.row.server.ts'

/** Figures of one group, in the days themselves or in those before them; amounts in minor units, 0 where they are left out. */
export type ProfitRow = { isNow: boolean; group: string | null } & Partial<
  Omit<ProfitFigures, 'net' | 'result'> & {
    /** What tax moved of money, apart from the tax in bills: below 0 for tax paid with expenses. */
    paidTax: number
    /** The total change of money. */
    moved: number
  }
>

/** `before` are the days to compare with, earlier than the days themselves; `batch` narrows to one batch. */
type Asked = Range & { before: Range; by: Grouping; batch?: string | undefined }

/** Whether a day is in the requested days or in those before; there may be a gap between the two. */
const ofEither = (day: RawBuilder<unknown>, { from, to, before }: Asked) =>
  sql`(${day} between ${from}::date and ${to}::date or ${day} between ${before.from}::date and ${before.to}::date)`

/** Only the requested batch, whose column is `batch`. */
const ofBatch = (batch: string | undefined) => (batch === undefined ? sql`` : sql`and "batch" = ${batch}`)

const groupOf = (by: Grouping) => (by === 'none' ? sql`null::uuid` : sql.ref(by))

/**
 * The pay for sessions held that closing their month would post, on the sessions' days. Changes in a
 * closed month are on the first open day, since closing posts them in that month.
 */
async function byHeld(ctx: TenantContext, asked: Asked): Promise<ProfitRow[]> {
  const { from, to, before, by, batch } = asked
  const terms = await currencyOf(ctx.trx, ctx.vendorId)
  const open = terms.closedThrough === null ? null : addDays(terms.closedThrough, 1)
  // Changes to closed months matter only if the first open day is among the days.
  const first = open !== null && open >= before.from ? null : before.from
  const { rows } = await sql<ProfitRow>`
    select e."on" >= ${from}::date as "isNow", ${groupOf(by)} as "group", sum("amount")::bigint as "earned"
    from (select d.*, greatest(d."heldOn", ${open}::date) as "on" from ${dueLines(ctx, terms, { from: first, through: to })} d) e
    where ${ofEither(sql`e."on"`, asked)} ${ofBatch(batch)}
    group by 1, 2`.execute(ctx.trx)
  return rows
}

/**
 * Pay of closed months on the days of the sessions held, when it was earned: closing posts a month's pay on its last
 * day, so a part of a month would have none. Later corrections are on the first day of the month that they
 * were written in, and lines without a session on their own day. A whole month equals what the ledger has for it.
 */
async function byClosed({ trx, vendorId }: TenantContext, asked: Asked): Promise<ProfitRow[]> {
  const { from, to, before, by, batch } = asked
  const { rows } = await sql<ProfitRow>`
    select p."on" >= ${from}::date as "isNow", ${groupOf(by)} as "group", sum("amount")::bigint as "payroll"
    from (
      select l.*, greatest(coalesce(l."heldOn", l."day"), date_trunc('month', l."day")::date) as "on" from "payLines" l
      where l."vendorId" = ${vendorId} and l."day" between ${before.from}::date and ${lastDayOf(to.slice(0, 7))}::date
    ) p
    where ${ofEither(sql`p."on"`, asked)} ${ofBatch(batch)}
    group by 1, 2`.execute(trx)
  return rows
}

/** Income and costs from the ledger on the days of its entries, and pay on the days of the sessions that earned it. */
export async function byBills(ctx: TenantContext, asked: Asked): Promise<ProfitRow[]> {
  const { trx, vendorId } = ctx
  const { from, by, batch } = asked
  const { rows } = await sql<ProfitRow>`
    select "day" >= ${from}::date as "isNow", ${groupOf(by)} as "group", (-${debited('revenue')})::bigint as "sold",
      ${debited('discount')}::bigint as "discounts", ${debited('refund')}::bigint as "refunds",
      ${debited('commission')}::bigint as "commission", ${debited('expense')}::bigint as "expenses"
    from "ledger"
    where "vendorId" = ${vendorId} and ${ofEither(sql`"day"`, asked)}
      and ("debit" in ${results} or "credit" in ${results}) ${ofBatch(batch)}
    group by 1, 2`.execute(trx)
  return [...rows, ...(await byClosed(ctx, asked)), ...(await byHeld(ctx, asked))]
}

/** What is deferred to days after the period less what is taken over from before it, by group (decision 45). */
async function byDeferral(ctx: TenantContext, { from, to, before, by, batch }: Asked): Promise<ProfitRow[]> {
  const ends = { isNow: [addDays(from, -1), to], isBefore: [addDays(before.from, -1), before.to] }
  const rows = await deferredOn(ctx, await currencyOf(ctx.trx, ctx.vendorId), [...new Set([...ends.isNow, ...ends.isBefore])])
  return rows
    .filter((row) => batch === undefined || row.batch === batch)
    .flatMap(({ day, amount, ...about }) => {
      const group = by === 'none' ? null : about[by]
      const part = ([first, last]: string[], isNow: boolean): ProfitRow[] => [
        ...(day === last ? [{ isNow, group, deferred: amount }] : []),
        ...(day === first ? [{ isNow, group, deferred: -amount }] : []),
      ]
      return [...part(ends.isNow, true), ...part(ends.isBefore, false)]
    })
}

/** As `byBills`, with each line of a bill on the days of its delivery. */
export const byDelivery = async (ctx: TenantContext, asked: Asked): Promise<ProfitRow[]> => [
  ...(await byBills(ctx, asked)),
  ...(await byDeferral(ctx, asked)),
]

/** The accounts of a result, except pay. */
const results = sql`('revenue', 'discount', 'refund', 'commission', 'expense')`

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
      select ${groupOf(asked.by)} as "group", "batch", "total", "tax", sum("total") over (order by "position") as "upTo", sum("total") over () as "whole"
      from "saleLines" where "vendorId" = ${vendorId} and "sale" = t."sale"
    ) l
    cross join lateral (select ${shareOf(sql`span."before"`)} as "before", ${shareOf(sql`span."after"`)} as "after" offset 0) part
    where l."whole" > 0 ${ofBatch(asked.batch)}
  )`

/** Money in and out by its purpose: customers' money by the lines of their bills, everything else by the ledger. */
export async function byMoney({ trx, vendorId }: TenantContext, asked: Asked): Promise<ProfitRow[]> {
  const { from, by, batch } = asked
  const other = sql`(case when "debit" in ${money} then "credit" else "debit" end)`
  const cost = (...accounts: string[]) => sql`coalesce(-sum(${gain}) filter (where ${other} in (${sql.join(accounts)})), 0)::bigint`
  const { rows } = await sql<ProfitRow>`
    with ${shared(vendorId, asked)}
    select "isNow", "group", coalesce(sum("amount") filter (where "isIn"), 0)::bigint as "sold",
      coalesce(sum("amount") filter (where not "isIn"), 0)::bigint as "refunds",
      coalesce(sum(case when "isIn" then "tax" else -"tax" end), 0)::bigint as "tax", 0::bigint as "commission", 0::bigint as "payroll", 0::bigint as "expenses", 0::bigint as "paidTax", coalesce(sum(case when "isIn" then "amount" else -"amount" end), 0)::bigint as "moved"
    from "shared" group by 1, 2 having count(*) filter (where "amount" <> 0) > 0
    union all
    select "day" >= ${from}::date, ${groupOf(by)}, 0, 0, 0, ${cost('commission')}, ${cost('payroll', 'payrollPayable')}, ${cost('expense')},
      -${cost('taxPayable')}, sum(${gain})::bigint
    from "ledger"
    where "vendorId" = ${vendorId} and ${ofEither(sql`"day"`, asked)} and ${movesMoney}
      and not ("source" in ('payment', 'refund') and ${other} = 'customerReceivable') ${ofBatch(batch)}
    group by 1, 2`.execute(trx)
  return rows
}
