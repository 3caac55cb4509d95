import { freePlaces, refreshActiveUntil, lockBatch, type OpenBatch } from '#timetable/enrolments/places.server.ts'
import { assignPlace, placeAll, releaseUnnamed } from '#timetable/enrolments/unnamed.server.ts'
import { notify } from '#business/notifications/notify.server.ts'
import { taxOfBatch } from '#money/sales/sale.line.server.ts'
import { nextSpan } from '#timetable/enrolments/enrolment.rules.ts'
import { taxOf, taxWithin } from '#lib/amounts.ts'
import { later } from '#lib/days.ts'
import { audit } from '#kernel/audit.ts'
import { failure, fieldFailure } from '#kernel/failure.ts'
import type { TenantContext } from '#kernel/context.ts'
import { lockQuote, writeQuoteColumns } from './quote.actions.server.ts'
import type { NameInput, QuoteDetail } from './quote.contract.ts'
import { readQuote } from './quote.row.server.ts'
import type { Seen } from '#lib/calls.ts'

/** The state of a customer's live enrolment in a batch; null if there is none. */
export async function standingIn({ trx, vendorId }: TenantContext, batch: string, customer: string): Promise<string | null> {
  const query = trx.selectFrom('enrolments').select('state').where('vendorId', '=', vendorId).where('batch', '=', batch)
  const live = query.where('customer', '=', customer).where('state', 'in', ['waitlisted', 'offered', 'active'])
  return (await live.executeTakeFirst())?.state ?? null
}

/**
 * Locks the people who are to get places, in the order of their ids. The batch must be locked.
 * @throws request/invalid at `customers` for a person who is not the vendor's or is already in the batch,
 * customer/blocked
 */
async function assertWelcome({ trx, vendorId }: TenantContext, batch: string, people: readonly string[]): Promise<void> {
  if (people.length === 0) return
  const query = trx.selectFrom('customers').select(['id', 'state']).where('vendorId', '=', vendorId).where('id', 'in', people)
  const found = new Map((await query.orderBy('id').forUpdate().execute()).map(({ id, state }) => [id, state]))
  const there = await trx
    .selectFrom('enrolments')
    .select('customer')
    .where('vendorId', '=', vendorId)
    .where('batch', '=', batch)
    .where('customer', 'in', people)
    .where('state', 'in', ['waitlisted', 'offered', 'active'])
    .execute()
  const enrolled = new Set(there.map(({ customer }) => customer))
  for (const [at, id] of people.entries()) {
    const state = found.get(id) ?? 'archived'
    if (state === 'archived') throw fieldFailure(['customers', at], 'enrolments.customer.required')
    if (state === 'blocked') throw failure('customer/blocked')
    if (enrolled.has(id)) throw fieldFailure(['customers', at], 'enrolments.customer.enrolled')
  }
}

/** Locks the batch of a quote. @throws batch/not-open if it is closed or over */
async function lockOpen(ctx: TenantContext, id: string): Promise<OpenBatch> {
  const today = await ctx.today()
  const batch = await lockBatch(ctx, id)
  if (batch.state !== 'open' || batch.endDate < today) throw failure('batch/not-open')
  return batch
}

/**
 * The price of each place of a quote after the quoted days, as the business states its prices: with tax it never
 * exceeds the agreed price.
 */
async function placePrice(ctx: TenantContext, agreed: number, batch: string): Promise<number> {
  const { tax, rateThousandths: rate } = await taxOfBatch(ctx, batch, await ctx.today())
  if (tax.isIncluded) return agreed
  const net = agreed - taxWithin(agreed, rate)
  // Not every amount is a price plus its tax in whole units; then the next lower price applies.
  return net + taxOf(net, rate) > agreed ? net - 1 : net
}

/** Writes the audit row of a place that begins with its person. */
async function auditPlace({ trx, call }: TenantContext, id: string, batch: string, after: Record<string, unknown>): Promise<void> {
  await audit(trx, call, { action: 'create', entity: 'enrolment', target: id, subject: batch, after })
}

/** A quote of a batch with an agreed price. */
export type Agreed = QuoteDetail & { batch: string; agreedPrice: number }

/**
 * Takes a place for each candidate of a quote at the agreed price: the first for the named people, the others without
 * a person. The books and the quote must be locked.
 * @returns the enrolments and the days that the bill is for
 * @throws batch/full, quote/places with the number of `free` places if the quote is for more
 */
export async function reservePlaces(ctx: TenantContext, quote: Agreed, people: readonly string[]) {
  const { trx, vendorId } = ctx
  const today = await ctx.today()
  const { id: about, candidates } = quote
  const batch = await lockOpen(ctx, quote.batch)
  const free = await freePlaces(trx, vendorId, batch)
  if (free <= 0) throw failure('batch/full')
  if (free < candidates) throw failure('quote/places', { free, candidates })
  await assertWelcome(ctx, batch.id, people)
  const { id: batchId, currency, priceUnit, endDate } = batch
  const place = { startDate: later(today, batch.startDate), endDate, nextChargeOn: null, billedThrough: null }
  // The agreed price is for a whole month, whenever it begins.
  const span = nextSpan({ ...place, priceUnit, freezes: [], billingDay: null }, endDate, today)
  if (!span) throw failure('batch/not-open')
  const { fromDay, toDay, after } = span
  const row = {
    batch: batchId,
    ...place,
    ...after,
    price: await placePrice(ctx, quote.agreedPrice, batchId),
    currency,
    priceUnit,
    quote: about,
  }
  const rows = await placeAll(ctx, row, candidates, people)
  if (free === candidates) {
    const { name, code, totalCandidates: places } = batch
    await notify(ctx, { kind: 'batchFull', cause: about, about: batchId, values: { batch: name, code, places } })
  }
  for (const { id, customer, state } of rows) if (customer !== null) await auditPlace(ctx, id, batchId, { ...row, customer, state })
  return { enrolments: rows.map(({ id }) => id), fromDay, toDay }
}

/** Locks a sold quote of a batch. @throws quote/state, request/stale */
async function lockSold(ctx: TenantContext, { id, version }: Seen, isDone: (row: QuoteDetail) => boolean): Promise<QuoteDetail> {
  const row = await lockQuote(ctx, id)
  if (row.state !== 'converted' || !row.batch) throw failure('quote/state')
  if (!isDone(row) && row.version !== version) throw failure('request/stale', { current: row })
  return row
}

/**
 * Assigns unnamed places to customers. A retry with the same customers returns the current quote.
 * @throws quote/state, request/stale, batch/not-open, customer/blocked, and request/invalid at `customers` for more
 * people than places, for a person who is not the vendor's, and for one who is already in the batch
 */
export async function name(ctx: TenantContext, { customers, ...seen }: NameInput): Promise<QuoteDetail> {
  // A person who left or finished may return to another of the places.
  const isNamed = ({ places }: QuoteDetail) =>
    customers.every((one) => places.some(({ customer, state }) => customer === one && state === 'active'))
  const row = await lockSold(ctx, seen, isNamed)
  if (isNamed(row) || !row.batch) return row
  const batch = await lockOpen(ctx, row.batch)
  const places = (await readQuote(ctx, row.id)).places.filter(({ customer }) => customer === null)
  if (customers.length > places.length) throw fieldFailure('customers', 'quotes.customers.many')
  await assertWelcome(ctx, batch.id, customers)
  for (const [at, customer] of customers.entries()) {
    const id = places[at]?.enrolment ?? ''
    await auditPlace(ctx, id, batch.id, await assignPlace(ctx, id, customer, batch))
  }
  await refreshActiveUntil(ctx.trx, ctx.vendorId, customers)
  await writeQuoteColumns(ctx, row.id, {})
  await audit(ctx.trx, ctx.call, { action: 'name', entity: 'quote', target: row.id, after: { customers } })
  return readQuote(ctx, row.id)
}

/** Releases the places that are still unnamed; nothing of the bill is refunded. @throws quote/state, request/stale */
export async function release(ctx: TenantContext, seen: Seen): Promise<QuoteDetail> {
  const row = await lockSold(ctx, seen, ({ unnamed }) => unnamed === 0)
  if (row.unnamed === 0 || !row.batch) return row
  await lockBatch(ctx, row.batch)
  const { places } = await readQuote(ctx, row.id)
  const ids = places.filter(({ customer }) => customer === null).map(({ enrolment }) => enrolment)
  await writeQuoteColumns(ctx, row.id, {})
  await releaseUnnamed(ctx, ids, '')
  return readQuote(ctx, row.id)
}
