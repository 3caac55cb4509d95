import { currencyOf } from '#business/ledger/books.server.ts'
import { nextBillOf } from '#money/sales/place-bill.server.ts'
import type { TenantContext } from '#kernel/context.ts'
import { digestOf } from '#kernel/retry.ts'
import type { QuoteEffect } from './quote.contract.ts'

/**
 * What the sale of a quote posted, read from its bill, of which the customer's credit alone is paid so far. All its
 * places continue alike, so the next bill is that of the first one with a person.
 */
export async function quoteEffectOf(ctx: TenantContext, sale: string): Promise<QuoteEffect> {
  const { trx, vendorId } = ctx
  const { exponent } = await currencyOf(trx, vendorId)
  const lines = trx
    .selectFrom('sales as s')
    .innerJoin('saleLines as l', (join) => join.on('l.vendorId', '=', vendorId).onRef('l.sale', '=', 's.id'))
    .leftJoin('enrolments as e', (join) => join.on('e.vendorId', '=', vendorId).onRef('e.id', '=', 'l.enrolment'))
    .select(['s.currency', 's.total', 's.tax', 's.paid as credit', 'l.fromDay', 'l.toDay', 'e.customer', 'e.id as enrolment'])
    .where('s.vendorId', '=', vendorId)
    .where('s.id', '=', sale)
  const { customer, enrolment, ...bill } = await lines.orderBy('e.customer', 'asc').limit(1).executeTakeFirstOrThrow()
  const nextBill = customer !== null && enrolment !== null ? await nextBillOf(ctx, enrolment) : null
  const effect = { ...bill, exponent, nextBill }
  return { ...effect, digest: digestOf(['quote', effect]).toString('hex') }
}
