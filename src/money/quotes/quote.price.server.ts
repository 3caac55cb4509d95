import { assertDiscount } from '#money/sales/sale.sell.server.ts'
import { termsOf } from '#money/sales/sale.line.server.ts'
import { taxRateOf } from '#business/ledger/tax.rules.ts'
import { taxClassOn } from '#directory/services/service-tax.server.ts'
import { taxOf } from '#lib/amounts.ts'
import type { TenantContext } from '#kernel/context.ts'

/** The price of a batch for one candidate today, in minor units with tax, as quotes state prices. */
async function listOf(ctx: TenantContext, batch: string): Promise<number> {
  const { trx, vendorId } = ctx
  const today = await ctx.today()
  const { price, service } = await trx
    .selectFrom('batches')
    .select(['price', 'service'])
    .where('vendorId', '=', vendorId)
    .where('id', '=', batch)
    .executeTakeFirstOrThrow()
  const { tax } = await termsOf(trx, vendorId, today)
  const rate = taxRateOf(tax, await taxClassOn(trx, vendorId, service, today))
  return tax.isIncluded ? price : price + taxOf(price, rate)
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
