import { sql } from 'kysely'
import { currencyOf } from '#business/ledger/books.server.ts'
import type { TenantContext } from '#kernel/context.ts'
import { lastDayOf } from '#lib/days.ts'
import { unmatchedThrough } from '#money/banking/bank-lines.row.server.ts'
import { readMonth } from '#money/payroll/pay.row.server.ts'
import { unmarkedSessions } from '#timetable/attendance/unmarked.server.ts'
import { readDelivered } from './delivered.server.ts'
import { monthEndSteps, type MonthEnd } from './month-end.contract.ts'
import type { Range } from './report.row.server.ts'

/** How many sessions of some days have unmarked attendance, and the earliest of them. */
async function readUnmarked({ trx, vendorId, now }: TenantContext, { from, to }: Range): Promise<MonthEnd['attendance']> {
  const { rows } = await sql<{ id: string; count: number }>`
    select "id", count(*) over ()::int as "count" from ${unmarkedSessions(vendorId, now, sql`s."day" between ${from}::date and ${to}::date`)} u
    order by "startsAt", "id" limit 1`.execute(trx)
  return { count: rows[0]?.count ?? 0, session: rows[0]?.id ?? null }
}

/** Bills of some days that are past due, and the expenses of these days. */
async function readPapers({ trx, vendorId }: TenantContext, { from, to }: Range, today: string) {
  const { rows } = await sql<{ kind: 'pastDue' | 'expenses'; count: number; amount: number }>`
    select 'pastDue' as "kind", count(*)::int as "count", coalesce(sum("total" - "credited" - "paid" + "refunded"), 0)::bigint as "amount" from "sales"
      where "vendorId" = ${vendorId} and "day" between ${from}::date and ${to}::date and "state" in ('open', 'partiallyPaid') and "dueOn" < ${today}::date
    union all
    select 'expenses', count(*)::int, coalesce(sum("amount"), 0)::bigint from "expenses"
      where "vendorId" = ${vendorId} and "day" between ${from}::date and ${to}::date and "state" = 'booked'`.execute(trx)
  const of = (name: string) => {
    const { count = 0, amount = 0 } = rows.find(({ kind }) => kind === name) ?? {}
    return { count, amount }
  }
  return { pastDue: of('pastDue'), expenses: of('expenses') }
}

/** What a month still needs: attendance, bills and expenses before it is closed, and trainer pay after. */
export async function readMonthEnd(ctx: TenantContext, { month }: { month: string }): Promise<MonthEnd> {
  const today = await ctx.today()
  const { currency, exponent, closedThrough } = await currencyOf(ctx.trx, ctx.vendorId)
  const days = { from: `${month}-01`, to: lastDayOf(month) }
  const attendance = await readUnmarked(ctx, days)
  const { kinds } = await readDelivered(ctx, days)
  const { count = 0, amount = 0 } = kinds.find(({ kind }) => kind === 'unbilled') ?? {}
  const { pastDue, expenses } = await readPapers(ctx, days, today)
  const bank = await unmatchedThrough(ctx, days.to)
  const { totals } = await readMonth(ctx, { month })
  const isClosed = closedThrough !== null && days.to <= closedThrough
  const isOver = days.to < today
  const isDone = {
    attendance: isOver && attendance.count === 0,
    bills: isOver && count === 0,
    expenses: isOver && expenses.count > 0 && (bank?.count ?? 0) === 0,
    close: isClosed,
    pay: isClosed && totals.payable <= 0,
  }
  return {
    month,
    currency,
    exponent,
    asOf: ctx.now,
    isOver,
    isClosed,
    attendance,
    bills: { unbilled: { count, amount }, pastDue },
    expenses,
    bank,
    pay: { sessions: totals.sessions, amount: totals.pay + totals.adjustments, payable: totals.payable },
    done: monthEndSteps.filter((step) => isDone[step]),
  }
}
