import { auditMoney, holdBooks } from '#features/finance/books.server.ts'
import { batchLine, nothing, type Line } from '#features/sales/sale.line.server.ts'
import { sellLines } from '#features/sales/sale.sell.server.ts'
import { failure } from '#server/failure.ts'
import { newId } from '#server/ids.ts'
import { digestOf } from '#server/retry.ts'
import type { Inside } from '#server/inside.ts'
import type { Language } from '#server/texts.ts'
import { lockQuote, set, type Seen } from './quote.actions.server.ts'
import type { QuoteDetail } from './quote.contract.ts'
import { nameOf } from './quote.mail.server.ts'
import { listed } from './quote.price.server.ts'
import { readQuote } from './quote.row.server.ts'

/**
 * The one line of a quote's bill: the price for each candidate, before what the agreed one is below it. Where a batch is quoted its
 * customer is enrolled; the line's quantity tells of the others, who are enrolled as they are named.
 */
async function lineOf(inside: Inside, row: QuoteDetail, unit: number): Promise<Line> {
  const { trx, vendorId } = inside
  if (row.batch)
    return {
      ...(await batchLine(inside, row.customer, { kind: 'batch', batch: row.batch }, 0)),
      quantity: row.candidates,
      unit,
    }
  const { language } = await trx
    .selectFrom('customers')
    .select('language')
    .where('vendorId', '=', vendorId)
    .where('id', '=', row.customer)
    .executeTakeFirstOrThrow()
  const text = await nameOf(inside, row, language as Language)
  return { ...nothing, kind: 'free', text, service: row.service, quantity: row.candidates, unit }
}

/**
 * Turns an accepted quote into a bill and an enrolment (product 3), at the agreed price and no other. What is
 * agreed below the batch's price is a discount, as at the desk: within the role's limit, and marked where it is large.
 * It is a change of money: the log's row is the sale's, with the quote in it. Who asks again is
 * answered with what the first call made.
 * @throws quote/state, request/stale, batch/full, month/closed and whatever refuses a sale
 */
export async function convert(inside: Inside, { id, version }: Seen): Promise<QuoteDetail> {
  const { trx, call, vendorId } = inside
  await holdBooks(trx, vendorId)
  const row = await lockQuote(inside, id)
  if (row.state === 'converted') return row
  if (row.state !== 'accepted' || row.agreedPrice === null) throw failure('quote/state')
  if (row.version !== version) throw failure('request/stale', { current: row })
  const sale = newId(call.app.now())
  const { unit, discount } = await listed(inside, { ...row, price: row.agreedPrice })
  const after = await sellLines(inside, {
    id: sale,
    channel: 'desk',
    inputDigest: digestOf({ quote: id }),
    customer: row.customer,
    lines: [await lineOf(inside, row, unit)],
    discount,
    discountReason: discount ? row.number : '',
    payments: [],
    note: row.quote,
    total: null,
  })
  await set(inside, id, { state: 'converted', sale })
  await auditMoney(trx, call, {
    action: 'convert',
    entity: 'sale',
    target: sale,
    subject: id,
    after: { ...after, quote: id, agreedPrice: row.agreedPrice },
  })
  return readQuote(inside, id)
}
