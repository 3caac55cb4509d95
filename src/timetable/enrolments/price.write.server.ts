import { sql } from 'kysely'
import { auditMoney, lockBooks } from '#business/ledger/books.server.ts'
import type { TenantContext } from '#kernel/context.ts'
import { failure, fieldFailure } from '#kernel/failure.ts'
import type { Batch } from '#timetable/batches/batch.contract.ts'
import { batches } from '#timetable/batches/batch.row.server.ts'
import { lockBatch } from './places.server.ts'
import type { EffectOnPlace, PricedPlace } from './price.effect.server.ts'
import { countPriceMails, notifyOfPrice } from './price.mail.server.ts'
import { addPrices, termsOfMany, type PriceSource } from './terms.server.ts'

/** A batch as its callers see it. @throws document/not-found */
export async function readPriced({ trx, call, vendorId }: TenantContext, id: string): Promise<Batch> {
  const batch = await batches.kind.select(trx, vendorId, call).where('batches.id', '=', id).executeTakeFirst()
  if (!batch) throw failure('document/not-found')
  return batch
}

/** Locks the books and a batch that is not over. @throws document/not-found, batch/not-open */
export async function lockPriced(ctx: TenantContext, id: string): Promise<Batch> {
  await lockBooks(ctx.trx, ctx.vendorId)
  await lockBatch(ctx, id)
  const batch = await readPriced(ctx, id)
  if (batch.state !== 'open' && batch.state !== 'draft') throw failure('batch/not-open')
  return batch
}

/** @throws request/invalid at `from` for a day gone by or after the batch's end */
export async function assertPriceDay(ctx: TenantContext, batch: Batch, from: string): Promise<void> {
  if (from < (await ctx.today())) throw fieldFailure('from', 'batches.newPrice.past')
  if (from > batch.endDate) throw fieldFailure('from', 'batches.newPrice.late')
}

/** Stores other prices of places from a day on, each with a row in the money log. The books and the batch must be locked. */
export async function writePrices(
  ctx: TenantContext,
  batch: Batch,
  from: string,
  changes: readonly { place: PricedPlace; price: number }[],
  by?: PriceSource,
): Promise<void> {
  const { trx, call, vendorId, now } = ctx
  const places = changes.map(({ place }) => place)
  const termsAt = await termsOfMany(ctx, places)
  await addPrices(ctx, from, changes, by)
  await sql`update "enrolments" set "updatedAt" = ${now}, "version" = "version" + 1
    where "vendorId" = ${vendorId} and "id" = any(${places.map(({ id }) => id)}::uuid[])`.execute(trx)
  const why = by?.reason ? { reason: by.reason } : {}
  for (const { place, price } of changes) {
    const before = { price: termsAt(place, from).price }
    const after = { price, currency: batch.currency, startDate: from, customer: place.customer, ...why }
    await auditMoney(trx, call, { action: 'price', entity: 'enrolment', target: place.id, subject: batch.id, before, after })
  }
}

/**
 * Notifies the people with a place of what they pay from which day on, where that changes.
 * @param planned the day from which the batch has the price; null for the price of some places
 * @returns how many are notified @throws auth/too-many-requests
 */
export async function mailPrices(
  ctx: TenantContext,
  batch: Batch,
  changes: readonly EffectOnPlace[],
  planned: string | null,
): Promise<number> {
  const news = changes.flatMap(({ place, effect: { customer, before, after, from, hasEmail } }) =>
    place.state === 'active' && from !== null && hasEmail && before !== after ? [{ customer, before, after, from }] : [],
  )
  if (news.length === 0) return 0
  await countPriceMails(ctx, batch.id)
  return notifyOfPrice(ctx, 'priceChanged', batch, news, planned)
}

/** The log's row of a price of a batch or of some of its places. @param was the price before, in minor units; null where each had its own */
export function auditPrice(
  ctx: TenantContext,
  action: 'price' | 'withdrawPrice' | 'placePrices',
  { id, currency }: Batch,
  was: number | null,
  after: object,
): Promise<void> {
  return auditMoney(ctx.trx, ctx.call, {
    action,
    entity: 'batch',
    target: id,
    subject: id,
    before: was === null ? null : { price: was },
    after: { currency, ...after },
  })
}
