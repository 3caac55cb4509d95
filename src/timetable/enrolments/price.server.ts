import type { DailyTask } from '#business/accounts/daily.server.ts'
import { audit } from '#kernel/audit.ts'
import { handlersOf } from '#kernel/base.ts'
import { inTenant, type TenantContext } from '#kernel/context.ts'
import { failure, fieldFailure } from '#kernel/failure.ts'
import type { Seen } from '#lib/calls.ts'
import { addDays } from '#lib/days.ts'
import { batchContract, type Batch, type PriceInput, type PricePreview } from '#timetable/batches/batch.contract.ts'
import { writeBatch } from '#timetable/batches/batch.write.server.ts'
import { lockBatch } from './places.server.ts'
import { assertAgreed, paidOnTerms, previewOf, priceEffects, takenPlaces, type NewPrice } from './price.effect.server.ts'
import { notifyOfPrice, withdrawPriceMails } from './price.mail.server.ts'
import { assertPriceDay, auditPrice, lockPriced, mailPrices, readPriced, writePrices } from './price.write.server.ts'
import { termsOfMany } from './terms.server.ts'

/** @throws request/invalid at `from` for a day gone by or after the batch's end, or while another change is planned */
async function assertDay(ctx: TenantContext, batch: Batch, from: string): Promise<void> {
  await assertPriceDay(ctx, batch, from)
  if (batch.nextPrice !== null) throw fieldFailure('from', 'batches.newPrice.planned')
}

/** Reads what a new price would mean, without changing anything. @throws document/not-found, and as `assertDay` does */
async function readPriceEffect(ctx: TenantContext, { id, ...next }: NewPrice & { id: string }): Promise<PricePreview> {
  const batch = await readPriced(ctx, id)
  await assertDay(ctx, batch, next.from)
  return previewOf('batch', batch, next, await priceEffects(ctx, batch, next))
}

/** Locks the books and a batch as the member saw it. @throws request/stale, batch/not-open */
async function lockSeen(ctx: TenantContext, { id, version }: Seen): Promise<Batch> {
  const batch = await lockPriced(ctx, id)
  if (batch.version !== version) throw failure('request/stale', { current: batch })
  return batch
}

/** No price is planned. */
const none = { nextPrice: null, nextPriceFrom: null, nextPriceForAll: false }

/**
 * Changes the price of a batch from a day on, for new places or also for those taken so far, who are notified by email.
 * Issued bills stay, and a period that has begun keeps its price.
 * @throws effects/changed with the present preview, if the member saw another; auth/too-many-requests, and as
 * `assertDay` does
 */
async function changePrice(ctx: TenantContext, { price, from, isForAll, tell, decision, ...seen }: PriceInput): Promise<Batch> {
  const { trx, vendorId, now } = ctx
  const batch = await lockSeen(ctx, seen)
  await assertDay(ctx, batch, from)
  const next = { price, from }
  const effects = isForAll || decision ? await priceEffects(ctx, batch, next) : []
  assertAgreed(decision, previewOf('batch', batch, next, effects))
  const changes = isForAll ? effects.filter(({ effect }) => effect.exception === null) : []
  await writePrices(
    ctx,
    batch,
    from,
    changes.map(({ place }) => ({ place, price })),
  )
  const planned = { nextPrice: price, nextPriceFrom: from, nextPriceForAll: isForAll }
  await writeBatch(trx, vendorId, batch.id, from === (await ctx.today()) ? { price, ...none } : planned, now)
  const notified = tell ? await mailPrices(ctx, batch, changes, from) : 0
  await auditPrice(ctx, 'price', batch, batch.price, { price, startDate: from, enrolments: changes.length, told: notified })
  return readPriced(ctx, batch.id)
}

/**
 * Takes back a price whose day has not come: places that would have had it keep theirs, and people whose last mail
 * announced it are notified. Without a planned price nothing changes.
 */
async function withdrawPrice(ctx: TenantContext, seen: Seen): Promise<Batch> {
  const { trx, vendorId, now } = ctx
  const batch = await lockSeen(ctx, seen)
  const { nextPrice, nextPriceFrom: from, nextPriceForAll, price } = batch
  if (nextPrice === null || from === null) return batch
  const places = nextPriceForAll ? await takenPlaces(ctx, batch) : []
  const termsAt = await termsOfMany(ctx, places)
  const changes = places.flatMap((place) => {
    const { price: own } = termsAt(place, addDays(from, -1))
    return own !== nextPrice && termsAt(place, from).price === nextPrice ? [{ place, price: own }] : []
  })
  await writePrices(ctx, batch, from, changes)
  await writeBatch(trx, vendorId, batch.id, none, now)
  const expecting = await withdrawPriceMails(ctx, batch.id, from)
  const news = changes.flatMap(({ place, price: own }) => {
    const paid = paidOnTerms(termsAt(place, from, own))
    return expecting.has(place.customer) && place.hasEmail ? [{ customer: place.customer, before: paid, after: paid, from }] : []
  })
  const notified = await notifyOfPrice(ctx, 'priceKept', batch, news, from)
  await auditPrice(ctx, 'withdrawPrice', batch, nextPrice, { price, startDate: from, enrolments: changes.length, told: notified })
  return readPriced(ctx, batch.id)
}

/** Gives batches the price whose day has come. */
export const applyPrices: DailyTask = ({ run }) =>
  run(async (ctx) => {
    const { trx, call, vendorId, now } = ctx
    const due = await trx
      .selectFrom('batches')
      .select('id')
      .where('vendorId', '=', vendorId)
      .where('nextPriceFrom', '<=', await ctx.today())
      .where('state', 'in', ['draft', 'open'])
      .orderBy('id')
      .execute()
    for (const { id } of due) {
      await lockBatch(ctx, id)
      const { price: was, nextPrice: price, nextPriceFrom, currency } = await readPriced(ctx, id)
      // Somebody may have withdrawn it before the batch was locked, and planned a later one.
      if (price === null || nextPriceFrom === null || nextPriceFrom > (await ctx.today())) continue
      await writeBatch(trx, vendorId, id, { price, ...none }, now)
      await audit(trx, call, {
        action: 'update',
        entity: 'batch',
        target: id,
        subject: id,
        before: { price: was },
        after: { price, currency },
      })
    }
  })

const os = handlersOf({ batches: batchContract })

/** The calls that change the price of a batch and of its places, hence served by this room. */
export const batchPriceHandlers = {
  changePrice: os.batches.changePrice.handler(inTenant(changePrice)),
  withdrawPrice: os.batches.withdrawPrice.handler(inTenant(withdrawPrice)),
  priceEffect: os.batches.priceEffect.handler(inTenant(readPriceEffect)),
}
