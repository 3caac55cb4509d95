import { assertAccount } from '#business/ledger/money-account.row.server.ts'
import type { TenantContext } from '#kernel/context.ts'
import { auditMoney, lockBooks } from '#business/ledger/books.server.ts'
import { amountLimit, discountOf, rateOf, wholeRate } from '#lib/amounts.ts'
import { memberOf } from '#kernel/base.ts'
import { failure, fieldFailure } from '#kernel/failure.ts'
import { newId } from '#kernel/ids.ts'
import { answeredBefore, digestOf } from '#kernel/retry.ts'
import type { Sale, SaleDetail, SellInput } from './sale.contract.ts'
import type { methods } from '#business/ledger/method.rules.ts'
import { totalsOf, writeBill } from './sale.bill.server.ts'
import { batchLine, eachPlace, aboutNothing, termsOf, type SoldLine } from './sale.line.server.ts'
import { applyCredit } from './credit.server.ts'
import { recordPayment } from './sale.pay.server.ts'
import { readSale } from './sale.row.server.ts'
import { discountLimits, priceSale, sum } from './sale.rules.ts'

/** Checks a discount against the limit of the member's role. @throws request/invalid at `field` */
export function assertDiscount(ctx: TenantContext, gross: number, discount: SellInput['discount'], field = 'discount'): void {
  if (!discount) return
  const most = discountLimits[memberOf(ctx.call).role]
  if (discountOf(gross, discount) > rateOf(gross, most) || (discount.kind === 'amount' && discount.value > gross))
    throw fieldFailure(field, most === wholeRate ? 'sales.discount.most' : 'sales.discount.limit')
}

/**
 * Locks a customer, so that no one erases them meanwhile. A customer of another vendor or an archived one is refused
 * with the same error as a missing one.
 */
export async function assertCustomer({ trx, vendorId }: TenantContext, id: string): Promise<void> {
  const customer = await trx
    .selectFrom('customers')
    .select('state')
    .where('vendorId', '=', vendorId)
    .where('id', '=', id)
    .forKeyShare()
    .executeTakeFirst()
  if (!customer || customer.state === 'archived') throw fieldFailure('customer', 'enrolments.customer.required')
}

/**
 * Where a bill comes from: its channel, the caller's currency if it names one, and the request hash that tells a
 * retry from another request.
 */
type Origin = { channel: Sale['channel']; currency?: string; inputDigest: Buffer }

type Taken = { method: (typeof methods)[number]; account?: string | null; amount: number; reference: string }
type SaleRequest = Omit<SellInput, 'id' | 'payments'> & { id: string; payments: readonly Taken[] }

/**
 * What is sold before it is priced: its lines, and the total that the seller saw; null if the price is already agreed,
 * tax included (spec 9).
 */
export type Order = Omit<SaleRequest, 'items' | 'total'> & Origin & { lines: readonly SoldLine[]; total: number | null }

/**
 * Prices lines, bills them and records what was paid. The books must be locked; the caller writes the single audit
 * row with the returned values.
 * @throws sale/price-changed with the correct total if the seller saw another
 */
export async function sellLines(ctx: TenantContext, { id, lines, total, payments, discount, discountReason, ...order }: Order) {
  const { trx, call, vendorId } = ctx
  const today = await ctx.today()
  const { currency, tax: usual } = await termsOf(trx, vendorId, today)
  // The agreed price is what is paid, even if the business's own prices are without tax.
  const tax = total === null ? { ...usual, isIncluded: true } : usual
  const items = lines.map(({ line: { quantity, unit, taxClass }, terms }) => ({
    quantity,
    unit,
    taxClass,
    recurringDiscount: terms?.discount ?? 0,
  }))
  const gross = sum(items.map(({ quantity, unit, recurringDiscount }) => quantity * unit - recurringDiscount))
  // A discount may reduce a sum that fits no row to a total that does.
  if (gross > amountLimit) throw fieldFailure('items', 'lib.fields.invalid')
  assertDiscount(ctx, gross, discount)
  const priced = priceSale(items, discount, tax).flatMap((price, at) =>
    lines.slice(at, at + 1).flatMap(({ line }) => eachPlace({ ...line, ...price })),
  )
  const totals = totalsOf(priced)
  if ((total !== null && totals.total !== total) || (order.currency ?? currency) !== currency)
    throw failure('sale/price-changed', { current: { total: totals.total, currency } })
  const paid = sum(payments.map(({ amount }) => amount))
  if (paid > totals.total) throw fieldFailure('payments', 'sales.payments.over')
  for (const [at, { account, method }] of payments.entries()) await assertAccount(ctx, account, method, ['payments', at, 'account'])

  // What the seller writes comes first; a recurring discount alone has the reason of its terms.
  const reason = discountReason || (lines.find(({ terms }) => terms?.reason)?.terms?.reason ?? '')
  const bill = { ...order, discountReason: reason, id, day: today, dueOn: today, currency, tax, lines: priced, paid } as const
  const sale = await writeBill(ctx, bill)
  for (const [position, taken] of payments.entries())
    await recordPayment(
      ctx,
      { id, customer: order.customer, currency },
      { id: newId(call.app.now()), position, ...taken },
      order.inputDigest,
    )
  return { ...sale, payments }
}

/** The digest of a sale, without what is taxed as usual: the version before tax classes did not have it, and its sales are retried too. */
function saleDigest(request: Omit<SellInput, 'id'>): Buffer {
  const items = request.items.map((item) => {
    if (item.kind === 'batch' || item.taxClass !== 'standard') return item
    const { taxClass: _standard, ...usual } = item
    return usual
  })
  return digestOf({ ...request, items })
}

/** Sells at the desk. @throws as `createSale` does */
export async function sell(ctx: TenantContext, input: SellInput): Promise<SaleDetail> {
  const { id = newId(ctx.call.app.now()), ...request } = input
  return createSale(ctx, { ...request, id }, { channel: 'desk', inputDigest: saleDigest(request) })
}

/**
 * Sells (product 3): enrols if a batch is sold and bills it by the server's own prices, or changes nothing.
 * @throws sale/price-changed with the correct total if the seller saw another
 */
export async function createSale(ctx: TenantContext, { items, ...request }: SaleRequest, origin: Origin): Promise<SaleDetail> {
  const { trx, call, vendorId } = ctx
  const { id, customer } = request
  // Locked first, so that of fifty calls with one id one sells and the others find the sale.
  await lockBooks(trx, vendorId)
  const before = await answeredBefore(ctx, 'sales', id, origin.inputDigest, () => readSale(trx, call, id))
  if (before) return before
  if (customer) await assertCustomer(ctx, customer)
  const lines: SoldLine[] = []
  for (const [at, item] of items.entries())
    lines.push(
      item.kind === 'batch'
        ? await batchLine(ctx, customer ?? '', item, at)
        : { line: { ...aboutNothing, kind: 'free', text: item.text, quantity: item.quantity, unit: item.unit, taxClass: item.taxClass } },
    )
  const after = await sellLines(ctx, { ...request, ...origin, lines })
  await auditMoney(trx, call, { action: 'sell', entity: 'sale', target: id, after })
  if (customer) await applyCredit(ctx, customer, id)
  return readSale(trx, call, id)
}
