import type { Inside } from '#features/enrolments/enrolment.server.ts'
import { auditMoney, documentNumber, holdBooks, post } from '#features/finance/books.server.ts'
import { amountLimit, rateOf, wholeRate } from '#lib/amounts.ts'
import { memberOf } from '#server/base.ts'
import { failure, fieldFailure } from '#server/failure.ts'
import { newId } from '#server/ids.ts'
import type { SaleDetail, SellInput } from './sale.contract.ts'
import { batchLine, nothing, saleMoves, termsOf, type Line } from './sale.line.server.ts'
import { answeredBefore, digestOf, takePayment } from './sale.pay.server.ts'
import { readSale } from './sale.row.server.ts'
import { discountLimits, discountOf, priceSale, sum, type Priced } from './sale.rules.ts'

function assertDiscount(inside: Inside, gross: number, discount: SellInput['discount']): void {
  if (!discount) return
  const most = discountLimits[memberOf(inside.call).role]
  if (discountOf(gross, discount) > rateOf(gross, most) || (discount.kind === 'amount' && discount.value > gross))
    throw fieldFailure('discount', most === wholeRate ? 'sales.discount.most' : 'sales.discount.limit')
}

/** A customer of another vendor, or an archived one, is refused in the words of a missing one. */
async function assertCustomer({ trx, vendorId }: Inside, id: string): Promise<void> {
  const customer = await trx
    .selectFrom('customers')
    .select('state')
    .where('vendorId', '=', vendorId)
    .where('id', '=', id)
    .executeTakeFirst()
  if (!customer || customer.state === 'archived') throw fieldFailure('customer', 'enrolments.customer.required')
}

/**
 * Sells (product 3): enrols where a batch is sold, prices by the server's own prices, numbers the
 * bill, takes what was paid, and posts it all, or does nothing.
 * @throws sale/price-changed with the true total where the seller saw another
 */
export async function sell(inside: Inside, input: SellInput): Promise<SaleDetail> {
  const { trx, call, vendorId, moment } = inside
  const { id = newId(call.app.now()), ...wish } = input
  const inputDigest = digestOf(wish)
  // Held first, so that of fifty calls with one id one sells and the others find what it sold.
  await holdBooks(trx, vendorId)
  const before = await answeredBefore(inside, 'sales', id, inputDigest)
  if (before) return before
  if (input.customer) await assertCustomer(inside, input.customer)
  const lines: Line[] = []
  for (const [at, item] of input.items.entries())
    lines.push(
      item.kind === 'batch'
        ? await batchLine(inside, input.customer ?? '', item, at)
        : { ...nothing, kind: 'free', text: item.text, quantity: item.quantity, unit: item.unit },
    )
  const { currency, tax } = await termsOf(trx, vendorId)
  const gross = sum(lines.map(({ quantity, unit }) => quantity * unit))
  // A discount may bring a sum that no row can hold down to a total that one can.
  if (gross > amountLimit) throw fieldFailure('items', 'lib.fields.invalid')
  assertDiscount(inside, gross, input.discount)
  const priced = priceSale(lines, input.discount, tax).map((price, at) => ({ ...(lines[at] as Line), ...price }))
  const totals = Object.fromEntries(
    (['list', 'discount', 'net', 'tax', 'total'] as const).map((name) => [name, sum(priced.map((line) => line[name]))]),
  ) as Priced
  if (totals.total !== input.total) throw failure('sale/price-changed', { current: { total: totals.total } })
  const paid = sum(input.payments.map(({ amount }) => amount))
  if (paid > totals.total) throw fieldFailure('payments', 'sales.payments.over')
  const customer = input.customer
  const number = await documentNumber(trx, vendorId, 'S', moment.today)
  const common = { day: moment.today, at: moment.now, currency }
  const sale = {
    number,
    day: moment.today,
    customer,
    channel: 'desk',
    currency,
    ...totals,
    paid,
    discountReason: input.discountReason,
    note: input.note,
  }
  await trx
    .insertInto('sales')
    .values({
      vendorId,
      id,
      ...sale,
      soldAt: moment.now,
      soldBy: memberOf(call).userId,
      taxRate: tax.rate,
      taxIsIncluded: tax.isIncluded,
      inputDigest,
      createdAt: moment.now,
      updatedAt: moment.now,
    })
    .execute()
  await trx
    .insertInto('saleLines')
    .values(
      priced.map((line, position) => ({ vendorId, sale: id, position, ...line, commissionRate: 0, commissionRule: '', commission: 0 })),
    )
    .execute()
  await post(trx, call, { ...common, source: 'sale', sourceId: id, moves: saleMoves(priced, customer) })
  for (const [position, taken] of input.payments.entries())
    await takePayment(inside, { id, customer, currency }, { id: newId(call.app.now()), position, ...taken }, inputDigest)
  await auditMoney(trx, call, {
    action: 'sell',
    entity: 'sale',
    target: id,
    after: { ...sale, lines: priced.length, payments: input.payments },
  })
  return readSale(trx, call, id)
}
