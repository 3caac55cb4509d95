import { languageOf } from '#lib/manner.ts'
import { auditMoney, lockBooks } from '#business/ledger/books.server.ts'
import { aboutBatch, batchLine, aboutNothing, type GroupLine } from '#money/sales/sale.line.server.ts'
import { sellLines } from '#money/sales/sale.sell.server.ts'
import { failure, fieldFailure } from '#kernel/failure.ts'
import { newId } from '#kernel/ids.ts'
import { digestOf } from '#kernel/retry.ts'
import type { TenantContext } from '#kernel/context.ts'
import { lockQuote, writeQuoteColumns } from './quote.actions.server.ts'
import type { ConvertInput, QuoteDetail } from './quote.contract.ts'
import { quotedName } from './quote.mail.server.ts'
import { standingIn, reservePlaces, type Agreed } from './quote.places.server.ts'
import { listed } from './quote.price.server.ts'
import { readQuote } from './quote.row.server.ts'

const isAgreed = (row: QuoteDetail): row is Agreed => row.batch !== null && row.agreedPrice !== null

/** Who gets the first places by default: the quote's own customer, unless they are already in the batch. */
async function usualPeople(ctx: TenantContext, { batch, customer }: Agreed): Promise<string[]> {
  return (await standingIn(ctx, batch, customer)) === null ? [customer] : []
}

/**
 * The single line of a quote's bill: the price for each candidate, before the discount to the agreed price. If a
 * batch is quoted, it takes a place for each; a quote for one whose customer already has a place there pays for its
 * next days.
 */
async function lineOf(ctx: TenantContext, row: QuoteDetail, unit: number, people: readonly string[] | undefined): Promise<GroupLine> {
  const { trx, vendorId } = ctx
  if (isAgreed(row)) {
    const isNext = row.candidates === 1 && people === undefined && (await standingIn(ctx, row.batch, row.customer)) !== null
    if (isNext) return { ...(await batchLine(ctx, row.customer, { kind: 'batch', batch: row.batch }, 0)).line, unit }
    const { enrolments, ...days } = await reservePlaces(ctx, row, people ?? (await usualPeople(ctx, row)))
    const about = await aboutBatch(trx, vendorId, row.batch)
    return { ...about, ...days, kind: 'batch', quantity: row.candidates, unit, enrolment: null, places: enrolments }
  }
  const { language } = await trx
    .selectFrom('customers')
    .select('language')
    .where('vendorId', '=', vendorId)
    .where('id', '=', row.customer)
    .executeTakeFirstOrThrow()
  const text = await quotedName(ctx, row, languageOf(language))
  return { ...aboutNothing, kind: 'free', text, service: row.service, quantity: row.candidates, unit }
}

/**
 * Turns an accepted quote into a bill and a place for each candidate (product 3), only at the agreed price. The
 * difference to the batch's price is a discount, as at the desk: within the role's limit, and marked if it is large.
 * It is a change of money: the audit row is the sale's and includes the quote. A retry returns the first call's
 * result.
 * @param customers who gets the first places; the others are reserved until their people are named
 * @throws quote/state, request/stale, batch/full, quote/places if too few are free, request/invalid at `customers`,
 * month/closed and any error of a sale
 */
export async function convert(ctx: TenantContext, { id, version, customers }: ConvertInput): Promise<QuoteDetail> {
  const { trx, call, vendorId } = ctx
  await lockBooks(trx, vendorId)
  const row = await lockQuote(ctx, id)
  if (row.state === 'converted') return row
  if (row.state !== 'accepted' || row.agreedPrice === null) throw failure('quote/state')
  if (row.version !== version) throw failure('request/stale', { current: row })
  if (customers && customers.length > (row.batch ? row.candidates : 0)) throw fieldFailure('customers', 'quotes.customers.many')
  const sale = newId(call.app.now())
  const { unit, discount } = await listed(ctx, { ...row, price: row.agreedPrice })
  const after = await sellLines(ctx, {
    id: sale,
    channel: 'desk',
    inputDigest: digestOf({ quote: id }),
    customer: row.customer,
    lines: [{ line: await lineOf(ctx, row, unit, customers) }],
    discount,
    discountReason: discount ? row.number : '',
    payments: [],
    note: row.quote,
    total: null,
  })
  await writeQuoteColumns(ctx, id, { state: 'converted', sale })
  await auditMoney(trx, call, {
    action: 'convert',
    entity: 'sale',
    target: sale,
    subject: id,
    after: { ...after, quote: id, agreedPrice: row.agreedPrice },
  })
  return readQuote(ctx, id)
}
