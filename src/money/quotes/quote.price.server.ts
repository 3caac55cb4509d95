import { assertDiscount } from '#money/sales/sale.sell.server.ts'
import { taxOfBatch } from '#money/sales/sale.line.server.ts'
import { taxOf } from '#lib/amounts.ts'
import type { TenantContext } from '#kernel/context.ts'

/** The price of a batch for one candidate today, in minor units with tax, as quotes state prices. */
async function listOf(ctx: TenantContext, batch: string): Promise<number> {
  const { trx, vendorId } = ctx
  const { price } = await trx
    .selectFrom('batches')
    .select('price')
    .where('vendorId', '=', vendorId)
    .where('id', '=', batch)
    .executeTakeFirstOrThrow()
  const { tax, rateThousandths } = await taxOfBatch(ctx, batch, await ctx.today())
  return tax.isIncluded ? price : price + taxOf(price, rateThousandths)
}

type Priced = { batch: string | null; candidates: number; price: number }

/**
 * The list price for one candidate and the discount down to the quoted price; a higher quoted price is its own list
 * price, as is that of a service.
 */
export async function listed(ctx: TenantContext, { batch, candidates, price }: Priced) {
  const unit = batch ? Math.max(price, await listOf(ctx, batch)) : price
  return { unit, discount: unit > price ? { kind: 'amount' as const, value: (unit - price) * candidates } : null }
}

/** Checks a price against the discount on the batch that the member's role may give. @throws request/invalid at `offeredPrice` */
export async function assertPrice(ctx: TenantContext, quote: Priced): Promise<void> {
  const { unit, discount } = await listed(ctx, quote)
  assertDiscount(ctx, unit * quote.candidates, discount, 'offeredPrice')
}
