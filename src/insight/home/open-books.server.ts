import { sql } from 'kysely'
import { addDays, monthsBetween } from '#lib/days.ts'
import type { TenantContext } from '#kernel/context.ts'
import { countedMethods } from '#insight/reports/day.contract.ts'
import type { Today } from './home.contract.ts'

type Open = Pick<NonNullable<Today['books']>, 'onItsWay' | 'monthsToClose' | 'firstToClose' | 'daysThatDiffer'>

/**
 * What the books still require from members who keep them.
 * @param closedThrough the last closed day, YYYY-MM-DD
 * @param days the number of days up to today whose counts are checked
 */
export async function readOpenBooks(ctx: TenantContext, closedThrough: string | null, days: number): Promise<Open> {
  const { trx, vendorId } = ctx
  const today = await ctx.today()
  const differs = sql.join(
    countedMethods.map((method) => sql`d.${sql.ref(`${method}Counted`)} <> d.${sql.ref(`${method}Expected`)}`),
    sql` or `,
  )
  const { rows } = await sql<{ onItsWay: number; daysThatDiffer: number; firstDay: string | null }>`
    select
      (select coalesce(sum("net"), 0)::bigint from "payouts" where "vendorId" = ${vendorId} and "state" in ('pending', 'processing')) as "onItsWay",
      (select count(*)::int from (
        select distinct on (d."day") (${differs}) as "differs" from "dayCloses" d
        where d."vendorId" = ${vendorId} and d."day" > ${addDays(today, -days)}::date order by d."day", d."closedAt" desc, d."id" desc) last
        where last."differs") as "daysThatDiffer",
      (select min("day") from "ledger" where "vendorId" = ${vendorId} and "day" > ${closedThrough ?? '1999-12-31'}::date) as "firstDay"`.execute(
    trx,
  )
  const [row] = rows
  if (!row) throw new Error('The sums gave no row')
  // A month without entries after the last closed one must be closed too.
  const first = closedThrough === null ? row.firstDay : addDays(closedThrough, 1)
  const months = first === null ? 0 : Math.max(0, monthsBetween(first, today))
  return {
    onItsWay: row.onItsWay,
    daysThatDiffer: row.daysThatDiffer,
    monthsToClose: months,
    firstToClose: months === 0 ? null : (first?.slice(0, 7) ?? null),
  }
}
