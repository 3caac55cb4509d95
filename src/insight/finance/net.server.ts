import { sql } from 'kysely'
import type { Trx } from '#db/tenant.ts'
import { addDays } from '#lib/days.ts'
import { debited, earned } from './report.row.server.ts'

/** What the ledger says of some days up to today and of as many before them, in minor units. */
export type LatelyEarned = {
  /** Net revenue of the days, and of those before. */
  net: number
  netBefore: number
  /** By how much customers owe more than before the days began; negative where they owe less. */
  owedMore: number
  /** Spent this month, without tax, and the tax that the month leaves to pay. */
  expenses: number
  tax: number
}

/**
 * Net revenue of some days up to today against as many before them (product 5), what customers owe more
 * by them, and what the running month has spent and owes in tax.
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
      coalesce(${debited('expense')} ${thisMonth}, 0)::bigint as "expenses", (-coalesce(${debited('taxPayable')} ${thisMonth}, 0))::bigint as "tax"
    from "ledger" where "vendorId" = ${vendorId} and "day" between ${addDays(first, -days)}::date and ${today}::date`.execute(trx)
  const [row] = rows
  if (!row) throw new Error('The sums gave no row')
  return row
}

/** Net revenue in minor units by month, YYYY-MM, from one day to another; a month without entries is left out. */
export async function netByMonth(trx: Trx, vendorId: string, from: string, to: string): Promise<Map<string, number>> {
  const { rows } = await sql<{ month: string; net: number }>`
    select to_char("day", 'YYYY-MM') as "month", sum(${earned})::bigint as "net" from "ledger"
    where "vendorId" = ${vendorId} and "day" between ${from}::date and ${to}::date group by 1`.execute(trx)
  return new Map(rows.map(({ month, net }) => [month, net]))
}
