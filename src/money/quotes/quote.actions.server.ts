import { sql } from 'kysely'
import { currencyOf, documentNumber, lockBooks } from '#business/ledger/books.server.ts'
import { assertCustomer } from '#money/sales/sale.sell.server.ts'
import { addDays } from '#lib/days.ts'
import { audit, changedFields } from '#kernel/audit.ts'
import { changedRecord } from '#kernel/changes.ts'
import { failure, fieldFailure } from '#kernel/failure.ts'
import { newId } from '#kernel/ids.ts'
import type { TenantContext } from '#kernel/context.ts'
import { answeredBefore, digestOf } from '#kernel/retry.ts'
import { quoteInput, quoteRules, type QuoteDetail, type QuoteInput, type QuoteState } from './quote.contract.ts'
import { endQuoteLink, mailOffer, mailCounterAnswer } from './quote.mail.server.ts'
import { assertPrice } from './quote.price.server.ts'
import { readQuote } from './quote.row.server.ts'
import { farthest, usualDays } from './quote.rules.ts'
import type { Seen } from '#lib/calls.ts'

/** Locks a quote, if it exists, until the transaction ends. */
export async function lockQuoteForAction({ trx, vendorId }: Pick<TenantContext, 'trx' | 'vendorId'>, id: string): Promise<void> {
  await trx.selectFrom('quotes').select('id').where('vendorId', '=', vendorId).where('id', '=', id).forUpdate().execute()
}

/** Locks a quote and returns it as it is then. @throws document/not-found */
export async function lockQuote(ctx: TenantContext, id: string): Promise<QuoteDetail> {
  await lockQuoteForAction(ctx, id)
  return readQuote(ctx, id)
}

/** Like `lockQuote`, for an action. @throws quote/state if the state does not allow the action, request/stale on another version */
async function lockVersion(ctx: TenantContext, { id, version }: Seen, from: readonly QuoteState[]): Promise<QuoteDetail> {
  const row = await lockQuote(ctx, id)
  if (!from.includes(row.state)) throw failure('quote/state')
  if (row.version !== version) throw failure('request/stale', { current: row })
  return row
}

/** Writes columns of a locked quote. */
export async function writeQuoteColumns(
  { trx, vendorId, now }: Pick<TenantContext, 'trx' | 'vendorId' | 'now'>,
  id: string,
  columns: Record<string, unknown>,
): Promise<void> {
  await trx
    .updateTable('quotes')
    .set({ ...columns, updatedAt: now, version: sql<number>`"version" + 1` })
    .where('vendorId', '=', vendorId)
    .where('id', '=', id)
    .execute()
}

/** Writes columns with an audit row and returns the updated quote. @param logged further values for the log */
async function write(
  ctx: TenantContext,
  action: string,
  row: QuoteDetail,
  columns: Record<string, unknown>,
  logged = {},
): Promise<QuoteDetail> {
  await writeQuoteColumns(ctx, row.id, columns)
  const { before, after } = changedFields(row, columns)
  await audit(ctx.trx, ctx.call, { action, entity: 'quote', target: row.id, before, after: { ...after, ...logged } })
  return readQuote(ctx, row.id)
}

/** @throws request/invalid at `validUntil` for a day that is past or more than a year ahead */
function assertValid(validUntil: string, today: string): void {
  if (validUntil < today) throw fieldFailure('validUntil', 'quotes.validUntil.past')
  if (validUntil > farthest(today)) throw fieldFailure('validUntil', 'quotes.validUntil.far')
}

/** The columns of the form's input; the records that it names must be the vendor's and in use. @throws request/invalid */
async function columnsOf(ctx: TenantContext, { validUntil: typed, ...input }: QuoteInput) {
  const { trx, vendorId } = ctx
  const today = await ctx.today()
  const validUntil = typed ?? addDays(today, usualDays)
  assertValid(validUntil, today)
  await assertCustomer(ctx, input.customer)
  const table = input.batch ? 'batches' : 'services'
  const { rows } = await sql<{ state: string }>`
    select "state" from ${sql.table(table)} where "vendorId" = ${vendorId} and "id" = ${input.batch ?? input.service}`.execute(trx)
  const isOffered = input.batch ? rows[0]?.state === 'open' : rows[0] !== undefined && rows[0].state !== 'archived'
  if (!isOffered) throw fieldFailure(input.batch ? 'batch' : 'service', 'quotes.what.required')
  await assertPrice(ctx, { ...input, price: input.offeredPrice })
  return { ...input, validUntil }
}

/**
 * Writes a draft with the next number of its year. A second call with the same id is a retry.
 * @throws request/reused for a different request with it (checks M1)
 */
export async function create(ctx: TenantContext, { id = newId(ctx.call.app.now()), ...input }: QuoteInput & { id?: string | undefined }) {
  const { trx, call, vendorId, now } = ctx
  const today = await ctx.today()
  const inputDigest = digestOf(input)
  // Locked first, so that of many calls with one id one creates the quote and the others find it, and numbers have no gaps.
  await lockBooks(trx, vendorId)
  const before = await answeredBefore(ctx, 'quotes', id, inputDigest, () => readQuote(ctx, id))
  if (before) return before
  const columns = await columnsOf(ctx, input)
  const { currency } = await currencyOf(trx, vendorId)
  const number = await documentNumber(trx, vendorId, 'Q', today)
  const row = { number, day: today, ...columns, currency, state: 'draft' } as const
  await trx
    .insertInto('quotes')
    .values({ vendorId, id, ...row, inputDigest, createdAt: now, updatedAt: now })
    .execute()
  await audit(trx, call, { action: 'create', entity: 'quote', target: id, after: row })
  return readQuote(ctx, id)
}

/** Changes a draft. @throws quote/state once it was sent, request/stale */
export async function updateQuote(ctx: TenantContext, { id, version, ...named }: Partial<QuoteInput> & Seen): Promise<QuoteDetail> {
  const row = await lockVersion(ctx, { id, version }, ['draft'])
  return write(ctx, 'update', row, await columnsOf(ctx, changedRecord<QuoteInput>(Object.keys(quoteInput.shape), row, named, quoteRules)))
}

/** Mails the link to the answer page, for the first time or again. @throws request/invalid at `email` or `validUntil`, auth/too-many-requests */
export async function send(ctx: TenantContext, seen: Seen): Promise<QuoteDetail> {
  const row = await lockVersion(ctx, seen, ['draft', 'sent'])
  assertValid(row.validUntil, await ctx.today())
  const to = await mailOffer(ctx, row)
  return write(ctx, 'send', row, { state: 'sent', sentAt: ctx.now }, { to, offeredPrice: row.offeredPrice })
}

/** Withdraws a quote before it is sold, and deletes its link. */
export async function withdrawQuote(ctx: TenantContext, seen: Seen): Promise<QuoteDetail> {
  const row = await lockVersion(ctx, seen, ['draft', 'sent', 'countered', 'accepted'])
  await endQuoteLink(ctx, row.id)
  return write(ctx, 'withdraw', row, { state: 'withdrawn' })
}

/**
 * Accepts the price that the customer named, and notifies them.
 * @throws request/invalid if it exceeds the discount that the role may give
 */
export async function acceptCounter(ctx: TenantContext, seen: Seen): Promise<QuoteDetail> {
  const row = await lockVersion(ctx, seen, ['countered'])
  await assertPrice(ctx, { ...row, price: row.counterPrice ?? row.offeredPrice })
  await mailCounterAnswer(ctx, row, 'quotes.mail.agreed')
  return write(ctx, 'acceptCounter', row, { state: 'accepted', agreedPrice: row.counterPrice })
}

/** Declines a quote: a counter-offer is refused and its customer notified, or a customer declined by other means. */
export async function declineQuote(ctx: TenantContext, seen: Seen): Promise<QuoteDetail> {
  const row = await lockVersion(ctx, seen, ['sent', 'countered'])
  if (row.state === 'countered') await mailCounterAnswer(ctx, row, 'quotes.mail.declined')
  return write(ctx, 'decline', row, { state: 'declined' })
}
