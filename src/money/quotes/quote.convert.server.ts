import { languageOf } from '#lib/manner.ts'
import { auditMoney, lockBooks } from '#business/ledger/books.server.ts'
import { aboutBatch, batchLine, aboutNothing, type GroupLine } from '#money/sales/sale.line.server.ts'
import { taxClassOn } from '#directory/services/service-tax.server.ts'
import { applyCredit } from '#money/sales/credit.server.ts'
import { sellLines } from '#money/sales/sale.sell.server.ts'
import { failure, fieldFailure } from '#kernel/failure.ts'
import { newId } from '#kernel/ids.ts'
import { digestOf } from '#kernel/retry.ts'
import { memberOf, type Call } from '#kernel/base.ts'
import { withTenant, type TenantContext } from '#kernel/context.ts'
import { lockQuote, writeQuoteColumns } from './quote.actions.server.ts'
import type { ConversionInput, ConvertInput, QuoteDetail, QuoteEffect } from './quote.contract.ts'
import { quoteEffectOf } from './quote.effect.server.ts'
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
    const about = await aboutBatch(trx, vendorId, row.batch, await ctx.today())
    return { ...about, ...days, kind: 'batch', quantity: row.candidates, unit, enrolment: null, places: enrolments }
  }
  const { language } = await trx
    .selectFrom('customers')
    .select('language')
    .where('vendorId', '=', vendorId)
    .where('id', '=', row.customer)
    .executeTakeFirstOrThrow()
  const text = await quotedName(ctx, row, languageOf(language))
  const taxClass = await taxClassOn(trx, vendorId, row.service, await ctx.today())
  return { ...aboutNothing, kind: 'free', text, service: row.service, quantity: row.candidates, unit, taxClass }
}

/** Sells a locked quote, with the books locked. @throws as `convert` does */
async function sellQuote(ctx: TenantContext, row: QuoteDetail, customers: readonly string[] | undefined): Promise<QuoteEffect> {
  const { trx, call } = ctx
  const { id, customer, agreedPrice } = row
  if (row.state !== 'accepted' || agreedPrice === null) throw failure('quote/state')
  if (customers && customers.length > (row.batch ? row.candidates : 0)) throw fieldFailure('customers', 'quotes.customers.many')
  const sale = newId(call.app.now())
  const { unit, discount } = await listed(ctx, { ...row, price: agreedPrice })
  const after = await sellLines(ctx, {
    id: sale,
    channel: 'desk',
    inputDigest: digestOf({ quote: id }),
    customer,
    lines: [{ line: await lineOf(ctx, row, unit, customers) }],
    discount,
    discountReason: discount ? row.number : '',
    payments: [],
    note: row.quote,
    total: null,
  })
  await writeQuoteColumns(ctx, id, { state: 'converted', sale })
  await auditMoney(trx, call, { action: 'convert', entity: 'sale', target: sale, subject: id, after: { ...after, quote: id, agreedPrice } })
  await applyCredit(ctx, customer, sale)
  return quoteEffectOf(ctx, sale)
}

/**
 * Turns an accepted quote into a bill and a place for each candidate (product 3), only at the agreed price. The
 * difference to the batch's price is a discount, as at the desk: within the role's limit, and marked if it is large.
 * It is a change of money: the audit row is the sale's and includes the quote. The customer's credit pays the bill. A
 * retry returns the first call's result.
 * @param input.customers who gets the first places; the others are reserved until their people are named
 * @throws quote/state, request/stale, batch/full, quote/places if too few are free, request/invalid at `customers`,
 * effects/changed with the present effect if the member saw another, month/closed and any error of a sale
 */
export async function convert(ctx: TenantContext, { id, version, customers, decision }: ConvertInput): Promise<QuoteDetail> {
  await lockBooks(ctx.trx, ctx.vendorId)
  const row = await lockQuote(ctx, id)
  if (row.state === 'converted') return row
  if (row.state === 'accepted' && row.version !== version) throw failure('request/stale', { current: row })
  const effects = await sellQuote(ctx, row, customers)
  if (decision && decision.digest !== effects.digest) throw failure('effects/changed', { effects })
  return readQuote(ctx, id)
}

/** Ends a sale that was only to be shown: its transaction is rolled back. */
class Shown extends Error {}

/**
 * Sells an accepted quote, undoes it all, and returns what it would have posted: what is shown is what `convert` posts.
 * @throws as `convert` does
 */
export async function showConversion(call: Call, { id, customers }: ConversionInput): Promise<QuoteEffect> {
  const shown: QuoteEffect[] = []
  try {
    await withTenant(call, memberOf(call).vendorId, async (ctx) => {
      await lockBooks(ctx.trx, ctx.vendorId)
      shown[0] = await sellQuote(ctx, await lockQuote(ctx, id), customers)
      throw new Shown()
    })
  } catch (error) {
    if (!(error instanceof Shown)) throw error
  }
  const [effect] = shown
  if (!effect) throw failure('quote/state')
  return effect
}
