import { assertDiscount } from '#money/sales/sale.sell.server.ts'
import { termsOf } from '#money/sales/sale.line.server.ts'
import { taxOf } from '#lib/amounts.ts'
import type { TenantContext } from '#kernel/context.ts'

/** What a batch costs one candidate today, in minor units with tax, as quotes name prices. */
async function listOf(ctx: TenantContext, batch: string): Promise<number> {
  const { trx, vendorId } = ctx
  const today = await ctx.today()
  const { price } = await trx
    .selectFrom('batches')
    .select('price')
    .where('vendorId', '=', vendorId)
    .where('id', '=', batch)
    .executeTakeFirstOrThrow()
  const { tax } = await termsOf(trx, vendorId, today)
  return tax.isIncluded ? price : price + taxOf(price, tax.rateThousandths)
}

type Priced = { batch: string | null; candidates: number; price: number }

/** What a quoted price leaves each candidate to pay of which list price: a dearer one is its own; a service has none. */
export async function listed(ctx: TenantContext, { batch, candidates, price }: Priced) {
  const unit = batch ? Math.max(price, await listOf(ctx, batch)) : price
  return { unit, discount: unit > price ? { kind: 'amount' as const, value: (unit - price) * candidates } : null }
}

/** Holds a price to what the member's role may take off the batch's. @throws request/invalid at `offeredPrice` */
export async function assertPrice(ctx: TenantContext, quote: Priced): Promise<void> {
  const { unit, discount } = await listed(ctx, quote)
  assertDiscount(ctx, unit * quote.candidates, discount, 'offeredPrice')
}
