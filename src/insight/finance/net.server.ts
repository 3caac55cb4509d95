import { sql } from 'kysely'
import type { Trx } from '#db/tenant.ts'
import { addDays } from '#lib/days.ts'
import { debited, earned, taxed } from './report.row.server.ts'

/** Ledger figures of a number of days up to today and of as many before them, in minor units. */
export type LatelyEarned = {
  /** Net revenue of these days, and of those before. */
  net: number
  netBefore: number
  /** By how much customers owe more than before these days; negative if they owe less. */
  owedMore: number
  /** Spent this month, without tax, and the tax payable for the month. */
  expenses: number
  tax: number
}

/**
 * Net revenue of a number of days up to today and of as many before them (product 5), the change in what
 * customers owe, and the expenses and tax of the running month.
 * @param today YYYY-MM-DD
 * @param days how many; at least those of a month
 */
export async function latelyEarned(trx: Trx, vendorId: string, today: string, days: number): Promise<LatelyEarned> {
  const first = addDays(today, 1 - days)
  const lately = sql`filter (where "day" >= ${first}::date)`
  const thisMonth = sql`filter (where "day" >= ${`${today.slice(0, 7)}-01`}::date)`
  const { rows } = await sql<LatelyEarned>`
    select coalesce(sum(${earned}) ${lately}, 0)::bigint as "net", coalesce(sum(${earned}) filter (where "day" < ${first}::date), 0)::bigint as "netBefore",
      coalesce(${debited('customerReceivable')} ${lately}, 0)::bigint as "owedMore",
      coalesce(${debited('expense')} ${thisMonth}, 0)::bigint as "expenses", coalesce(${taxed} ${thisMonth}, 0)::bigint as "tax"
    from "ledger" where "vendorId" = ${vendorId} and "day" between ${addDays(first, -days)}::date and ${today}::date`.execute(trx)
  const [row] = rows
  if (!row) throw new Error('The sums gave no row')
  return row
}

/** Net revenue in minor units by month, YYYY-MM, from one day to another; months without entries are left out. */
export async function netByMonth(trx: Trx, vendorId: string, from: string, to: string): Promise<Map<string, number>> {
  const { rows } = await sql<{ month: string; net: number }>`
    select to_char("day", 'YYYY-MM') as "month", sum(${earned})::bigint as "net" from "ledger"
    where "vendorId" = ${vendorId} and "day" between ${from}::date and ${to}::date group by 1`.execute(trx)
  return new Map(rows.map(({ month, net }) => [month, net]))
}
