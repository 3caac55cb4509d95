import { sql } from 'kysely'
import { recordOf } from '#lib/choices.ts'
import { daysBefore, yearBefore } from '#lib/days.ts'
import { currencyOf } from '#business/ledger/books.server.ts'
import type { TenantContext } from '#kernel/context.ts'
import { byMoney } from './profit.money.server.ts'
import { byBills, byDelivery, type ProfitRow } from './profit.row.server.ts'
import type { Comparison, Grouping, Profit, ProfitFigures } from './finance-report.contract.ts'
import { headOf, type Range } from './report.row.server.ts'

const parts = ['sold', 'discounts', 'refunds', 'deferred', 'tax', 'commission', 'payroll', 'earned', 'expenses'] as const

/** The figures of some rows: their sums, and the differences computed from them (product 5). */
export function profitOf(rows: readonly ProfitRow[]): ProfitFigures {
  const sums = recordOf(parts, (part) => rows.reduce((sum, row) => sum + (row[part] ?? 0), 0))
  const net = sums.sold - sums.discounts - sums.refunds - sums.deferred - sums.tax
  return { ...sums, net, result: net - sums.commission - sums.payroll - sums.earned - sums.expenses }
}

/** Names of a grouping's ids; a service's name is its type's id. */
export async function groupNames({ trx, vendorId }: TenantContext, by: Grouping, ids: readonly string[]): Promise<Map<string, string>> {
  if (by === 'none' || ids.length === 0) return new Map()
  const named = {
    service: sql`"service" as "name" from "services"`,
    batch: sql`"name" from "batches"`,
    hall: sql`"title" as "name" from "halls"`,
    trainer: sql`concat_ws(' ', "Fname", "Lname") as "name" from "trainers"`,
  }[by]
  const { rows } = await sql<{ id: string; name: string }>`
    select "id", ${named} where "vendorId" = ${vendorId} and "id" = any(${ids}::uuid[])`.execute(trx)
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** Profit and loss of a period next to that of `daysBefore` or of the year before (product 6). */
export async function readProfit(
  ctx: TenantContext,
  { from, to, basis, by, batch, against }: Range & Pick<Profit, 'basis' | 'by'> & { against: Comparison; batch?: string | undefined },
): Promise<Profit> {
  const before = (against === 'year' ? yearBefore : daysBefore)({ from, to }, await ctx.today())
  const { accrualSince, closedThrough } = await currencyOf(ctx.trx, ctx.vendorId)
  const periods = [
    { period: 'now', from, to },
    { period: 'before', ...before },
  ]
  const rowsOf = {
    accrual: () => byDelivery(ctx, { periods, by, batch }),
    billed: () => byBills(ctx, { periods, by, batch }),
    cash: () => byMoney(ctx, { from, to, before, by, batch }),
  }
  const rows = await rowsOf[basis]()
  const compare = (some: readonly ProfitRow[]) =>
    recordOf(['now', 'before'], (name) => profitOf(some.filter(({ period }) => period === name)))
  const byGroup = Map.groupBy(rows, ({ group }) => group)
  const names = await groupNames(
    ctx,
    by,
    [...byGroup.keys()].filter((id) => id !== null),
  )
  const groups = [...byGroup]
    .map(([id, some]) => ({ id, name: names.get(id ?? '') ?? '', ...compare(some) }))
    // What belongs to no group comes last, the others by net revenue.
    .toSorted((a, b) => Number(a.id === null) - Number(b.id === null) || b.now.net - a.now.net || (a.name < b.name ? -1 : 1))
  const total = compare(rows)
  const now = rows.filter(({ period }) => period === 'now')
  const sum = (name: 'paidTax' | 'moved') => now.reduce((all, row) => all + (row[name] ?? 0), 0)
  const [tax, moved] = [total.now.tax + sum('paidTax'), sum('moved')]
  return {
    ...(await headOf(ctx, { from, to })),
    basis,
    by,
    before,
    changedOn: accrualSince !== null && (closedThrough ?? '') < accrualSince ? accrualSince : null,
    groups: by === 'none' ? [] : groups,
    total,
    // The money of one batch is not a difference of two balances.
    money: basis === 'cash' && batch === undefined ? { tax, other: moved - total.now.result - tax, moved } : null,
  }
}
