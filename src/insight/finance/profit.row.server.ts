import { sql, type RawBuilder } from 'kysely'
import { deferredOn } from '#money/revenue/deferral.server.ts'
import { dueLines } from '#money/payroll/pay.lines.server.ts'
import { addDays, earlier, lastDayOf, later } from '#lib/days.ts'
import type { TenantContext } from '#kernel/context.ts'
import { currencyOf } from '#business/ledger/books.server.ts'
import type { Grouping, ProfitFigures } from './finance-report.contract.ts'
import { debited, type Range } from './report.row.server.ts'

/** Days with a name that their figures are found by; periods may overlap. */
export type ReportPeriod = Range & { period: string }

/** Figures of one group in one period; amounts in minor units, 0 where they are left out. */
export type ProfitRow = { period: string; group: string | null } & Partial<
  Omit<ProfitFigures, 'net' | 'result'> & {
    /** What tax moved of money, apart from the tax in bills: below 0 for tax paid with expenses. */
    paidTax: number
    /** The total change of money. */
    moved: number
  }
>

/** How figures are grouped; `batch` narrows to one batch. */
export type Narrowing = { by: Grouping; batch?: string | undefined }
type Asked = { periods: readonly ReportPeriod[] } & Narrowing

/** Only the requested batch, whose column is `batch`. */
export const ofBatch = (batch: string | undefined) => (batch === undefined ? sql`` : sql`and "batch" = ${batch}`)

export const groupColumn = (by: Grouping) => (by === 'none' ? sql`null::uuid` : sql.ref(by))

/** SQL that finds the periods `p` of a day. */
export const periodsOf = ({ periods }: Pick<Asked, 'periods'>, day: RawBuilder<unknown>) => sql`
  join (values ${sql.join(periods.map(({ period, from, to }) => sql`(${period}, ${from}::date, ${to}::date)`))}) p ("period", "from", "to")
    on ${day} between p."from" and p."to"`

/** The first and the last day of all periods. */
const spanOf = ({ periods }: Asked): Range => ({
  from: periods.map(({ from }) => from).reduce(earlier),
  to: periods.map(({ to }) => to).reduce(later),
})

/**
 * The pay for sessions held that closing their month would post, on the sessions' days. Changes in a
 * closed month are on the first open day, since closing posts them in that month.
 */
async function byHeld(ctx: TenantContext, asked: Asked): Promise<ProfitRow[]> {
  const { from, to } = spanOf(asked)
  const terms = await currencyOf(ctx.trx, ctx.vendorId)
  const open = terms.closedThrough === null ? null : addDays(terms.closedThrough, 1)
  // Changes to closed months matter only if the first open day is among the days.
  const first = open !== null && open >= from ? null : from
  const { rows } = await sql<ProfitRow>`
    select p."period", ${groupColumn(asked.by)} as "group", sum("amount")::bigint as "earned"
    from (select d.*, greatest(d."heldOn", ${open}::date) as "on" from ${dueLines(ctx, terms, { from: first, through: to })} d) e
    ${periodsOf(asked, sql`e."on"`)} where true ${ofBatch(asked.batch)}
    group by 1, 2`.execute(ctx.trx)
  return rows
}

/**
 * Pay of closed months on the days of the sessions held, when it was earned: closing posts a month's pay on its last
 * day, so a part of a month would have none. Later corrections are on the first day of the month that they
 * were written in, and lines without a session on their own day. A whole month equals what the ledger has for it.
 */
async function byClosed({ trx, vendorId }: TenantContext, asked: Asked): Promise<ProfitRow[]> {
  const { from, to } = spanOf(asked)
  const { rows } = await sql<ProfitRow>`
    select p."period", ${groupColumn(asked.by)} as "group", sum("amount")::bigint as "payroll"
    from (
      select l.*, greatest(coalesce(l."heldOn", l."day"), date_trunc('month', l."day")::date) as "on" from "payLines" l
      where l."vendorId" = ${vendorId} and l."day" between ${from}::date and ${lastDayOf(to.slice(0, 7))}::date
    ) e
    ${periodsOf(asked, sql`e."on"`)} where true ${ofBatch(asked.batch)}
    group by 1, 2`.execute(trx)
  return rows
}

/** Pay of closed and open months, on the days of the sessions that earned it. */
export const byPay = async (ctx: TenantContext, asked: Asked): Promise<ProfitRow[]> => [
  ...(await byClosed(ctx, asked)),
  ...(await byHeld(ctx, asked)),
]

/** The accounts of a result, except pay. */
const results = sql`('revenue', 'discount', 'refund', 'commission', 'expense')`

/** Income and costs from the ledger on the days of its entries, and pay on the days of the sessions that earned it. */
export async function byBills(ctx: TenantContext, asked: Asked): Promise<ProfitRow[]> {
  const { trx, vendorId } = ctx
  const { from, to } = spanOf(asked)
  const { rows } = await sql<ProfitRow>`
    select p."period", ${groupColumn(asked.by)} as "group", (-${debited('revenue')})::bigint as "sold",
      ${debited('discount')}::bigint as "discounts", ${debited('refund')}::bigint as "refunds",
      ${debited('commission')}::bigint as "commission", ${debited('expense')}::bigint as "expenses"
    from "ledger" l ${periodsOf(asked, sql`l."day"`)}
    where l."vendorId" = ${vendorId} and l."day" between ${from}::date and ${to}::date
      and ("debit" in ${results} or "credit" in ${results}) ${ofBatch(asked.batch)}
    group by 1, 2`.execute(trx)
  return [...rows, ...(await byPay(ctx, asked))]
}

/** What is deferred to days after each period less what is taken over from before it, by group (decision 45). */
async function byDeferral(ctx: TenantContext, { periods, by, batch }: Asked): Promise<ProfitRow[]> {
  const days = new Set(periods.flatMap(({ from, to }) => [addDays(from, -1), to]))
  const rows = await deferredOn(ctx, await currencyOf(ctx.trx, ctx.vendorId), [...days], { isChange: true })
  return rows
    .filter((row) => batch === undefined || row.batch === batch)
    .flatMap(({ day, amount, ...about }) => {
      const group = by === 'none' ? null : about[by]
      return periods.flatMap(({ period, from, to }): ProfitRow[] => [
        ...(day === to ? [{ period, group, deferred: amount }] : []),
        ...(day === addDays(from, -1) ? [{ period, group, deferred: -amount }] : []),
      ])
    })
}

/** As `byBills`, with each line of a bill on the days of its delivery. */
export const byDelivery = async (ctx: TenantContext, asked: Asked): Promise<ProfitRow[]> => [
  ...(await byBills(ctx, asked)),
  ...(await byDeferral(ctx, asked)),
]
