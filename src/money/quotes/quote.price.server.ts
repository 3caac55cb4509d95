import { assertDiscount } from '#money/sales/sale.sell.server.ts'
import { termsOf } from '#money/sales/sale.line.server.ts'
import { taxOf } from '#lib/amounts.ts'
import type { Inside } from '#kernel/inside.ts'

/** What a batch costs one candidate today, in minor units with tax, as quotes name prices. */
async function listOf({ trx, vendorId, moment }: Inside, batch: string): Promise<number> {
  const { price } = await trx
    .selectFrom('batches')
    .select('price')
    .where('vendorId', '=', vendorId)
    .where('id', '=', batch)
    .executeTakeFirstOrThrow()
  const { tax } = await termsOf(trx, vendorId, moment.today)
  return tax.isIncluded ? price : price + taxOf(price, tax.rateThousandths)
}

type Priced = { batch: string | null; candidates: number; price: number }

/** What a quoted price leaves each candidate to pay of which list price: a dearer one is its own; a service has none. */
export async function listed(inside: Inside, { batch, candidates, price }: Priced) {
  const unit = batch ? Math.max(price, await listOf(inside, batch)) : price
  return { unit, discount: unit > price ? { kind: 'amount' as const, value: (unit - price) * candidates } : null }
}

/** Holds a price to what the member's role may take off the batch's. @throws request/invalid at `offeredPrice` */
export async function assertPrice(inside: Inside, quote: Priced): Promise<void> {
  const { unit, discount } = await listed(inside, quote)
  assertDiscount(inside, unit * quote.candidates, discount, 'offeredPrice')
}
