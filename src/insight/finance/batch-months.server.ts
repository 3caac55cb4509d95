import { currencyOf } from '#business/ledger/books.server.ts'
import type { TenantContext } from '#kernel/context.ts'
import { addMonths, lastDayOf } from '#lib/days.ts'
import type { BatchMonths } from './batch-months.contract.ts'
import { overviewMonths } from './overview.contract.ts'
import { profitOf } from './profit.server.ts'
import { byDelivery } from './profit.row.server.ts'

/** What a batch brought and cost in the last twelve months, the running one included. */
export async function readBatchMonths(ctx: TenantContext, { batch }: { batch: string }): Promise<BatchMonths> {
  const today = await ctx.today()
  const { currency, exponent } = await currencyOf(ctx.trx, ctx.vendorId)
  const periods = Array.from({ length: overviewMonths }, (_, at) => {
    const month = addMonths(`${today.slice(0, 7)}-01`, at + 1 - overviewMonths).slice(0, 7)
    return { period: month, from: `${month}-01`, to: lastDayOf(month) }
  })
  const rows = await byDelivery(ctx, { periods, by: 'none', batch })
  const months = periods.map(({ period: month }) => ({ month, figures: profitOf(rows.filter(({ period }) => period === month)) }))
  const first = months.findIndex(({ figures }) => Object.values(figures).some((amount) => amount !== 0))
  return { currency, exponent, months: first < 0 ? [] : months.slice(first), asOf: ctx.now }
}
