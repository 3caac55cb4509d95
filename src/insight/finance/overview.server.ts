import { sql } from 'kysely'
import { currencyOf } from '#business/ledger/books.server.ts'
import type { TenantContext } from '#kernel/context.ts'
import { addDays, addMonths, daysBefore, lastDayOf, spanStart } from '#lib/days.ts'
import { accountsOn } from './balance.server.ts'
import { debtAges, overviewMonths, type Overview } from './overview.contract.ts'
import { profitOf } from './profit.server.ts'
import { byDelivery, periodsOf, type ReportPeriod } from './profit.row.server.ts'
import { returnDueOn } from './return-boxes.rules.ts'
import { gain, movesMoney, taxed, type Range } from './report.row.server.ts'

/** Money that customers paid and money that the business spent, in each period. Reversed payments reduce what came in. */
async function readMoney({ trx, vendorId }: TenantContext, periods: readonly ReportPeriod[]) {
  const { rows } = await sql<{ period: string; moneyIn: number; moneyOut: number }>`
    select p."period", coalesce(sum(${gain}) filter (where "source" = 'payment'), 0)::bigint as "moneyIn",
      coalesce(-sum(${gain}) filter (where "source" not in ('payment', 'owner', 'loan', 'opening')), 0)::bigint as "moneyOut"
    from "ledger" l ${periodsOf({ periods }, sql`l."day"`)} where l."vendorId" = ${vendorId} and ${movesMoney}
    group by p."period"`.execute(trx)
  return (name: string) => rows.find(({ period }) => period === name) ?? { moneyIn: 0, moneyOut: 0 }
}

/** What customers owe, by how long it is past due. */
async function readDebts({ trx, vendorId }: TenantContext, today: string): Promise<Pick<Overview, 'debts' | 'notDue'>> {
  const { rows } = await sql<{ from: number; count: number; amount: number }>`
    select a."from", count(*)::int as "count", sum(s."total" - s."credited" - s."paid" + s."refunded")::bigint as "amount"
    from "sales" s
    cross join lateral (select coalesce(max(b."from"), 0) as "from" from unnest(${[...debtAges]}::int[]) b ("from") where b."from" <= ${today}::date - s."dueOn") a
    where s."vendorId" = ${vendorId} and s."state" in ('open', 'partiallyPaid') group by a."from"`.execute(trx)
  const of = (from: number) => rows.find((row) => row.from === from) ?? { from, count: 0, amount: 0 }
  const { count, amount } = of(0)
  return { debts: debtAges.map(of), notDue: { count, amount } }
}

/** The tax of some days that is to be paid, in minor units. */
async function readTax({ trx, vendorId }: TenantContext, { from, to }: Range): Promise<number> {
  const { rows } = await sql<{ tax: number }>`
    select coalesce(${taxed}, 0)::bigint as "tax" from "ledger"
    where "vendorId" = ${vendorId} and "day" between ${from}::date and ${to}::date`.execute(trx)
  return rows[0]?.tax ?? 0
}

/** When the last payout of the marketplace arrived, UTC. */
async function readLastPayout({ trx, vendorId }: TenantContext): Promise<string | null> {
  const { rows } = await sql<{ at: string | null }>`
    select max("stateAt") as "at" from "payouts" where "vendorId" = ${vendorId} and "state" = 'paid'`.execute(trx)
  return rows[0]?.at ?? null
}

/** How the business stands today, for the first page of finance. */
export async function readOverview(ctx: TenantContext): Promise<Overview> {
  const today = await ctx.today()
  const { country, currency, exponent, closedThrough } = await currencyOf(ctx.trx, ctx.vendorId)
  const running = `${today.slice(0, 7)}-01`
  const days = { from: running, to: today }
  const before = daysBefore({ from: running, to: lastDayOf(today.slice(0, 7)) }, today)
  const months = Array.from({ length: overviewMonths }, (_, at) => addMonths(running, at + 1 - overviewMonths).slice(0, 7))
  const periods: ReportPeriod[] = [
    { period: 'before', ...before },
    ...months.map((month) => ({ period: month, from: `${month}-01`, to: month === today.slice(0, 7) ? today : lastDayOf(month) })),
  ]
  const rows = await byDelivery(ctx, { periods, by: 'none' })
  const figures = (name: string) => profitOf(rows.filter(({ period }) => period === name))
  const moneyOf = await readMoney(ctx, periods)
  const now = today.slice(0, 7)
  const [moneyNow, moneyBefore] = [moneyOf(now), moneyOf('before')]
  const quarter = spanStart(running, 3)
  const quarterDays = { from: quarter, to: addDays(addMonths(quarter, 3), -1) }
  const account = await accountsOn(ctx, today)
  return {
    currency,
    exponent,
    asOf: ctx.now,
    closedThrough,
    days,
    before,
    profit: { now: figures(now), before: figures('before') },
    moneyIn: { now: moneyNow.moneyIn, before: moneyBefore.moneyIn },
    moneyOut: { now: moneyNow.moneyOut, before: moneyBefore.moneyOut },
    months: months.map((month) => {
      const { moneyIn, moneyOut } = moneyOf(month)
      const { result, payroll, earned } = figures(month)
      return { month, moneyIn, moneyOut, profit: result, payroll, earned }
    }),
    cash: account('cash'),
    marketplace: account('marketplaceReceivable'),
    inTransit: account('payoutClearing'),
    lastPayoutAt: await readLastPayout(ctx),
    ...(await readDebts(ctx, today)),
    tax: { ...quarterDays, amount: await readTax(ctx, quarterDays), dueOn: returnDueOn(country, quarterDays.to) },
  }
}
