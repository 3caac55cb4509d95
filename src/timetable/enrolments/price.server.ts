import { sql } from 'kysely'
import type { DailyTask } from '#business/accounts/daily.server.ts'
import { auditMoney, lockBooks } from '#business/ledger/books.server.ts'
import { audit } from '#kernel/audit.ts'
import { handlersOf } from '#kernel/base.ts'
import { inTenant, type TenantContext } from '#kernel/context.ts'
import { failure, fieldFailure } from '#kernel/failure.ts'
import { jsonColumn } from '#kernel/rows.ts'
import type { Seen } from '#lib/calls.ts'
import { addDays } from '#lib/days.ts'
import { batchContract, type Batch, type PriceEffect, type PriceInput } from '#timetable/batches/batch.contract.ts'
import { batches } from '#timetable/batches/batch.row.server.ts'
import { writePrice } from '#timetable/batches/batch.write.server.ts'
import { firstPeriodFrom, isFree } from './enrolment.rules.ts'
import { lockBatch } from './places.server.ts'
import { notifyOfPrice, withdrawPriceMails } from './price.mail.server.ts'
import { addPrice, termsOfMany } from './terms.server.ts'

type NewPrice = { price: number; from: string }

async function readBatch({ trx, call, vendorId }: TenantContext, id: string): Promise<Batch> {
  const batch = await batches.kind.select(trx, vendorId, call).where('batches.id', '=', id).executeTakeFirst()
  if (!batch) throw failure('document/not-found')
  return batch
}

/** The running places of a batch and those that wait for one, by name; reserved places of a quote keep their agreed price. */
function takenPlaces({ trx, vendorId }: TenantContext, { id, endDate: batchEnd }: Batch, today: string) {
  return trx
    .selectFrom('enrolments as e')
    .innerJoin('customers as c', (join) => join.on('c.vendorId', '=', vendorId).onRef('c.id', '=', 'e.customer'))
    .select(['e.id', 'e.state', 'e.startDate', 'e.endDate', 'e.nextChargeOn', 'e.billedThrough', 'e.price', 'e.priceUnit'])
    .select(['c.id as customer', 'c.firstName', 'c.lastName', sql<boolean>`c."email" <> ''`.as('hasEmail')])
    .select(jsonColumn<{ from: string; to: string }[]>('e.freezes').as('freezes'))
    .select(sql<string>`${batchEnd}::text`.as('batchEnd'))
    .where('e.vendorId', '=', vendorId)
    .where('e.batch', '=', id)
    .where('e.state', 'in', ['waitlisted', 'offered', 'active'])
    .where('e.endDate', '>=', today)
    .orderBy('c.firstName')
    .orderBy('c.lastName')
    .orderBy('e.id')
    .execute()
}
type Taken = Awaited<ReturnType<typeof takenPlaces>>[number]

/** Why a place keeps its price, and else the first day that the new one pays for. */
function countsFrom(place: Taken, own: number, listed: number, from: string): Pick<PriceEffect, 'stays' | 'from'> {
  if (own !== listed) return { stays: 'own', from: null }
  // Who waits is billed from the day on which they get the place.
  if (place.state !== 'active') return { stays: null, from: place.startDate > from ? place.startDate : from }
  if (isFree(place)) return { stays: 'free', from: null }
  const first = firstPeriodFrom(place, from)
  return first === null ? { stays: 'last', from: null } : { stays: null, from: first }
}

/** What a new price means for each place of a batch; its recurring discount is taken off the new price too. */
async function effectsOf(ctx: TenantContext, batch: Batch, { price, from }: NewPrice) {
  const places = await takenPlaces(ctx, batch, await ctx.today())
  const termsAt = await termsOfMany(ctx, places)
  return places.map((place) => {
    const { stays, from: first } = countsFrom(place, termsAt(place, addDays(from, -1)).price, batch.price, from)
    const paid = (asked?: number) => {
      const terms = termsAt(place, first ?? from, asked)
      return terms.price - terms.discount
    }
    const { id: enrolment, customer, firstName, lastName, hasEmail } = place
    const before = paid()
    const effect = { enrolment, customer, firstName, lastName, hasEmail, before, after: stays ? before : paid(price), from: first, stays }
    return { place, effect }
  })
}

/** Reads what a new price would mean, without changing anything. @throws document/not-found */
async function readPriceEffect(ctx: TenantContext, { id, ...next }: NewPrice & { id: string }): Promise<{ rows: PriceEffect[] }> {
  const effects = await effectsOf(ctx, await readBatch(ctx, id), next)
  return { rows: effects.map(({ effect }) => effect) }
}

/** Locks the books and a batch that is not over. @throws request/stale, batch/not-open */
async function lockPriced(ctx: TenantContext, { id, version }: Seen): Promise<Batch> {
  await lockBooks(ctx.trx, ctx.vendorId)
  await lockBatch(ctx, id)
  const batch = await readBatch(ctx, id)
  if (batch.state !== 'open' && batch.state !== 'draft') throw failure('batch/not-open')
  if (batch.version !== version) throw failure('request/stale', { current: batch })
  return batch
}

/** Stores another price of places from a day on, each with a row in the money log. */
async function writePrices(ctx: TenantContext, batch: Batch, places: readonly Taken[], { price, from }: NewPrice): Promise<void> {
  const { trx, call, vendorId, now } = ctx
  const termsAt = await termsOfMany(ctx, places)
  for (const place of places) {
    await addPrice(ctx, place, from, price)
    await trx
      .updateTable('enrolments')
      .set({ updatedAt: now, version: sql<number>`"version" + 1` })
      .where('vendorId', '=', vendorId)
      .where('id', '=', place.id)
      .execute()
    const before = { price: termsAt(place, from).price }
    const after = { price, currency: batch.currency, startDate: from, customer: place.customer }
    await auditMoney(trx, call, { action: 'price', entity: 'enrolment', target: place.id, subject: batch.id, before, after })
  }
}

/**
 * Changes the price of a batch from a day on, for new places or also for those taken so far, who are notified by email.
 * Issued bills stay, and a period that has begun keeps its price.
 * @throws request/invalid at `from` for a day gone by or after the batch's end, or while another change is planned
 */
async function changePrice(ctx: TenantContext, { price, from, isForAll, tell, ...seen }: PriceInput): Promise<Batch> {
  const { trx, call, vendorId, now } = ctx
  const today = await ctx.today()
  const batch = await lockPriced(ctx, seen)
  if (from < today) throw fieldFailure('from', 'batches.newPrice.past')
  if (from > batch.endDate) throw fieldFailure('from', 'batches.newPrice.late')
  if (batch.nextPrice !== null) throw fieldFailure('from', 'batches.newPrice.planned')
  const changed = isForAll ? (await effectsOf(ctx, batch, { price, from })).filter(({ effect }) => effect.stays === null) : []
  await writePrices(
    ctx,
    batch,
    changed.map(({ place }) => place),
    { price, from },
  )
  const isNow = from === today
  const none = { nextPrice: null, nextPriceFrom: null, nextPriceForAll: false }
  const planned = { nextPrice: price, nextPriceFrom: from, nextPriceForAll: isForAll }
  await writePrice(trx, vendorId, batch.id, isNow ? { price, ...none } : planned, now)
  const news = changed.flatMap(({ place, effect: { from: first, ...effect } }) =>
    place.state === 'active' && first !== null && effect.before !== effect.after ? [{ ...effect, from: first }] : [],
  )
  const notified = tell ? await notifyOfPrice(ctx, 'priceChanged', batch, news, from) : 0
  const { currency, price: was } = batch
  await auditMoney(trx, call, {
    action: 'price',
    entity: 'batch',
    target: batch.id,
    subject: batch.id,
    before: { price: was },
    after: { price, currency, startDate: from, enrolments: changed.length, told: notified },
  })
  return readBatch(ctx, batch.id)
}

/**
 * Takes back a price whose day has not come, also from the places that would have had it; who was notified is notified again.
 * Without a planned price nothing changes.
 */
async function withdrawPrice(ctx: TenantContext, seen: Seen): Promise<Batch> {
  const { trx, call, vendorId, now } = ctx
  const batch = await lockPriced(ctx, seen)
  const { nextPrice, nextPriceFrom: from, price, currency } = batch
  if (nextPrice === null || from === null) return batch
  const places = await takenPlaces(ctx, batch, await ctx.today())
  const termsAt = await termsOfMany(ctx, places)
  const planned = places.filter((place) => termsAt(place, from).price === nextPrice && termsAt(place, addDays(from, -1)).price === price)
  const reached = await withdrawPriceMails(ctx, batch.id, from)
  await writePrices(ctx, batch, batch.nextPriceForAll ? planned : [], { price, from })
  await writePrice(trx, vendorId, batch.id, { nextPrice: null, nextPriceFrom: null, nextPriceForAll: false }, now)
  const news = (await effectsOf(ctx, batch, { price, from })).flatMap(({ effect: { enrolment, ...effect } }) =>
    reached.has(effect.customer) && planned.some(({ id }) => id === enrolment) ? [{ ...effect, from }] : [],
  )
  const notified = await notifyOfPrice(ctx, 'priceKept', batch, news, from)
  await auditMoney(trx, call, {
    action: 'withdrawPrice',
    entity: 'batch',
    target: batch.id,
    subject: batch.id,
    before: { price: nextPrice },
    after: { price, currency, startDate: from, enrolments: planned.length, told: notified },
  })
  return readBatch(ctx, batch.id)
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
      const { price: was, nextPrice: price, currency } = await readBatch(ctx, id)
      if (price === null) continue
      await writePrice(trx, vendorId, id, { price, nextPrice: null, nextPriceFrom: null, nextPriceForAll: false }, now)
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
