import { lockBooks } from '#business/ledger/books.server.ts'
import { customerOfOrder } from '#directory/customers/customer.write.server.ts'
import { enrolledOnce } from '#timetable/enrolments/enrolment.actions.server.ts'
import { notify } from '#business/notifications/notify.server.ts'
import { fullName } from '#lib/names.ts'
import type { SaleDetail } from '#money/sales/sale.contract.ts'
import { sum } from '#money/sales/sale.rules.ts'
import { createSale } from '#money/sales/sale.sell.server.ts'
import { handlersOf } from '#kernel/base.ts'
import { failure, withConstraints } from '#kernel/failure.ts'
import { newId } from '#kernel/ids.ts'
import { digestOf } from '#kernel/retry.ts'
import { runAs, type TenantContext } from '#kernel/context.ts'
import { marketplaceContract, type MarketplaceBill, type MarketplaceSale } from './marketplace.contract.ts'

const os = handlersOf({ marketplace: marketplaceContract })

const billOf = (sale: SaleDetail): MarketplaceBill => ({
  sale: sale.id,
  number: sale.number,
  state: sale.state,
  currency: sale.currency,
  total: sale.total,
  commission: sum(sale.items.map(({ commission }) => commission)),
})

/** Sells what the marketplace reports, once per order. @throws as `createSale`; request/reused if another request has the same order */
export async function sellOrder(ctx: TenantContext, input: MarketplaceSale): Promise<MarketplaceBill> {
  const { trx, call, vendorId } = ctx
  const { order, batch, startDate, currency, total } = input
  await lockBooks(trx, vendorId)
  const known = await trx
    .selectFrom('marketplaceOrders')
    .select('sale')
    .where('vendorId', '=', vendorId)
    .where('order', '=', order)
    .executeTakeFirst()
  const id = known?.sale ?? newId(call.app.now())
  const customer = known ? null : await customerOfOrder(ctx, input.customer)
  const request = { customer, items: [{ kind: 'batch' as const, batch, startDate }], discount: null, discountReason: '', note: '' }
  const payments = total > 0 ? [{ method: 'marketplace' as const, amount: total, reference: order }] : []
  const origin = { channel: 'marketplace' as const, currency, inputDigest: digestOf(input) }
  const sale = await createSale(ctx, { ...request, id, total, payments }, origin)
  if (!known) {
    await trx.insertInto('marketplaceOrders').values({ vendorId, order, sale: id }).execute()
    const about = { customer: fullName(sale), number: sale.number, batch: sale.items[0]?.text ?? '' }
    const values = { ...about, total: { minor: sale.total, currency: sale.currency, exponent: sale.exponent } }
    await notify(ctx, { kind: 'marketplaceSale', cause: id, about: id, values })
  }
  return billOf(sale)
}

/** Checks that a vendor exists, in a platform table and before the vendor's rows are opened. @throws document/not-found */
async function assertVendor({ db }: { db: TenantContext['call']['app']['db'] }, vendorId: string): Promise<void> {
  const known = await db.kysely.selectFrom('vendorPlans').select('vendorId').where('vendorId', '=', vendorId).executeTakeFirst()
  if (!known) throw failure('document/not-found')
}

export const marketplaceHandlers = {
  sell: os.marketplace.sell.handler(async ({ context: call, input }) => {
    await assertVendor(call.app, input.vendor)
    return withConstraints(enrolledOnce, () => runAs(call.app, 'marketplace', input.vendor, (ctx) => sellOrder(ctx, input), { from: call }))
  }),
}
