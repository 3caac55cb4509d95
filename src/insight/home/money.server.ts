import { sql } from 'kysely'
import { currencyOf } from '#business/ledger/books.server.ts'
import { latelyEarned, netByMonth } from '#insight/finance/net.server.ts'
import { addMonths } from '#lib/days.ts'
import type { TenantContext } from '#kernel/context.ts'
import { readOpenBooks } from './open-books.server.ts'
import type { Revenue, Today } from './home.contract.ts'

/** The months of the chart, including the current one. */
const months = 12

/**
 * Net sales of some days up to today and of as many before, the amount unpaid on all bills now and before those days,
 * and for members who keep the books what these still require.
 * @param keepsBooks whether to include that
 */
export async function readMoney(ctx: TenantContext, days: number, keepsBooks: boolean): Promise<Pick<Today, 'money' | 'books'>> {
  const { trx, vendorId } = ctx
  const today = await ctx.today()
  const { rows } = await sql<{ unpaid: number; bills: number }>`
    select coalesce(sum("total" - "credited" - "paid" + "refunded"), 0)::bigint as "unpaid", count(*)::int as "bills"
    from "sales" where "vendorId" = ${vendorId} and "state" in ('open', 'partiallyPaid')`.execute(trx)
  const { unpaid, bills } = rows[0] ?? { unpaid: 0, bills: 0 }
  const { currency, exponent, closedThrough } = await currencyOf(trx, vendorId)
  const { net, netBefore, owedMore, expenses, tax } = await latelyEarned(trx, vendorId, today, days)
  return {
    money: { currency, exponent, net, netBefore, unpaid, bills, unpaidBefore: unpaid - owedMore },
    books: keepsBooks ? { expenses, tax, ...(await readOpenBooks(ctx, closedThrough, days)) } : null,
  }
}

/** Net revenue of the last twelve months, the current one last. */
export async function readRevenue(ctx: TenantContext): Promise<Revenue> {
  const { trx, vendorId, now } = ctx
  const today = await ctx.today()
  const running = `${today.slice(0, 7)}-01`
  const first = addMonths(running, 1 - months)
  const found = await netByMonth(trx, vendorId, first, today)
  const { currency, exponent } = await currencyOf(trx, vendorId)
  return {
    currency,
    exponent,
    months: Array.from({ length: months }, (_, at) => {
      const month = addMonths(first, at).slice(0, 7)
      return { month, net: found.get(month) ?? 0 }
    }),
    asOf: now,
  }
}
