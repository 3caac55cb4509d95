import { sql } from 'kysely'
import type { DailyTask } from '#business/accounts/daily.server.ts'
import { auditMoney, lockBooks } from '#business/ledger/books.server.ts'
import { audit } from '#kernel/audit.ts'
import { handlersOf } from '#kernel/base.ts'
import { inTenant, type TenantContext } from '#kernel/context.ts'
import { failure, fieldFailure } from '#kernel/failure.ts'
import { jsonColumn } from '#kernel/rows.ts'
import type { Seen } from '#lib/calls.ts'
import { addDays, later } from '#lib/days.ts'
import { batchContract, type Batch, type PriceEffect, type PriceInput } from '#timetable/batches/batch.contract.ts'
import { batches } from '#timetable/batches/batch.row.server.ts'
import { writeBatch } from '#timetable/batches/batch.write.server.ts'
import { billingDayOf } from './enrolment.row.server.ts'
import { isQuoted } from './terms.row.server.ts'
import { firstPeriodFrom, isFree } from './enrolment.rules.ts'
import { lockBatch } from './places.server.ts'
import { countPriceMails, notifyOfPrice, withdrawPriceMails } from './price.mail.server.ts'
import { addPrices, termsOfMany, type TermsOfDay } from './terms.server.ts'

type NewPrice = { price: number; from: string }

async function readBatch({ trx, call, vendorId }: TenantContext, id: string): Promise<Batch> {
  const batch = await batches.kind.select(trx, vendorId, call).where('batches.id', '=', id).executeTakeFirst()
  if (!batch) throw failure('document/not-found')
  return batch
}

/** The running places of a batch and the people who wait for one, by name; a blocked customer gets no mail. */
function takenPlaces({ trx, vendorId }: TenantContext, { id, endDate: batchEnd }: Batch, today: string) {
  return trx
    .selectFrom('enrolments as e')
    .innerJoin('customers as c', (join) => join.on('c.vendorId', '=', vendorId).onRef('c.id', '=', 'e.customer'))
    .select(['e.id', 'e.state', 'e.startDate', 'e.endDate', 'e.nextChargeOn', 'e.billedThrough', 'e.price', 'e.priceUnit'])
    .select(isQuoted(vendorId).as('isQuoted'))
    .select(['c.id as customer', 'c.firstName', 'c.lastName', sql<boolean>`c."email" <> '' and c."state" <> 'blocked'`.as('hasEmail')])
    .select(jsonColumn<{ from: string; to: string }[]>('e.freezes').as('freezes'))
    .select([sql<string>`${batchEnd}::text`.as('batchEnd'), billingDayOf(vendorId).as('billingDay')])
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
function countsFrom(place: Taken, batch: Batch, from: string): Pick<PriceEffect, 'exception' | 'from'> {
  if (place.isQuoted) return { exception: 'quote', from: null }
  // The batch's price is for another unit than this place is billed by.
  if (place.priceUnit !== batch.priceUnit) return { exception: 'unit', from: null }
  // Who waits is billed from the day on which they get the place.
  if (place.state !== 'active') return { exception: null, from: later(place.startDate, from) }
  if (isFree(place)) return { exception: 'free', from: null }
  const first = firstPeriodFrom(place, from)
  return first === null ? { exception: 'last', from: null } : { exception: null, from: first }
}

const paidOf = ({ price, discount }: TermsOfDay): number => price - discount

/** What a new price means for each place of a batch; its recurring discount is taken off the new price too. */
async function effectsOf(ctx: TenantContext, batch: Batch, { price, from }: NewPrice) {
  const places = await takenPlaces(ctx, batch, await ctx.today())
  const termsAt = await termsOfMany(ctx, places)
  return places.map((place) => {
    const { exception, from: first } = countsFrom(place, batch, from)
    const { id: enrolment, customer, firstName, lastName, hasEmail } = place
    const before = exception === 'free' ? 0 : paidOf(termsAt(place, first ?? from))
    const after = exception ? before : paidOf(termsAt(place, first ?? from, price))
    return { place, effect: { enrolment, customer, firstName, lastName, hasEmail, before, after, from: first, exception } }
  })
}

/** @throws request/invalid at `from` for a day gone by or after the batch's end, or while another change is planned */
async function assertDay(ctx: TenantContext, batch: Batch, from: string): Promise<void> {
  if (from < (await ctx.today())) throw fieldFailure('from', 'batches.newPrice.past')
  if (from > batch.endDate) throw fieldFailure('from', 'batches.newPrice.late')
  if (batch.nextPrice !== null) throw fieldFailure('from', 'batches.newPrice.planned')
}

/** Reads what a new price would mean, without changing anything. @throws document/not-found, and as `assertDay` does */
async function readPriceEffect(ctx: TenantContext, { id, ...next }: NewPrice & { id: string }): Promise<{ rows: PriceEffect[] }> {
  const batch = await readBatch(ctx, id)
  await assertDay(ctx, batch, next.from)
  const effects = await effectsOf(ctx, batch, next)
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

/** Stores other prices of places from a day on, each with a row in the money log. */
async function writePrices(
  ctx: TenantContext,
  batch: Batch,
  from: string,
  changes: readonly { place: Taken; price: number }[],
): Promise<void> {
  const { trx, call, vendorId, now } = ctx
  const places = changes.map(({ place }) => place)
  const termsAt = await termsOfMany(ctx, places)
  await addPrices(ctx, from, changes)
  await sql`update "enrolments" set "updatedAt" = ${now}, "version" = "version" + 1
    where "vendorId" = ${vendorId} and "id" = any(${places.map(({ id }) => id)}::uuid[])`.execute(trx)
  for (const { place, price } of changes) {
    const before = { price: termsAt(place, from).price }
    const after = { price, currency: batch.currency, startDate: from, customer: place.customer }
    await auditMoney(trx, call, { action: 'price', entity: 'enrolment', target: place.id, subject: batch.id, before, after })
  }
}

/** No price is planned. */
const none = { nextPrice: null, nextPriceFrom: null, nextPriceForAll: false }

/** The log's row of a change of a batch's price. */
function auditPrice(
  ctx: TenantContext,
  action: 'price' | 'withdrawPrice',
  { id, currency }: Batch,
  was: number,
  after: object,
): Promise<void> {
  return auditMoney(ctx.trx, ctx.call, {
    action,
    entity: 'batch',
    target: id,
    subject: id,
    before: { price: was },
    after: { currency, ...after },
  })
}

/**
 * Changes the price of a batch from a day on, for new places or also for those taken so far, who are notified by email.
 * Issued bills stay, and a period that has begun keeps its price.
 * @throws auth/too-many-requests, and as `assertDay` does
 */
async function changePrice(ctx: TenantContext, { price, from, isForAll, tell, ...seen }: PriceInput): Promise<Batch> {
  const { trx, vendorId, now } = ctx
  const batch = await lockPriced(ctx, seen)
  await assertDay(ctx, batch, from)
  const changes = isForAll ? (await effectsOf(ctx, batch, { price, from })).filter(({ effect }) => effect.exception === null) : []
  await writePrices(
    ctx,
    batch,
    from,
    changes.map(({ place }) => ({ place, price })),
  )
  const planned = { nextPrice: price, nextPriceFrom: from, nextPriceForAll: isForAll }
  await writeBatch(trx, vendorId, batch.id, from === (await ctx.today()) ? { price, ...none } : planned, now)
  const news = changes.flatMap(({ place, effect: { from: first, hasEmail, ...effect } }) =>
    place.state === 'active' && first !== null && hasEmail && effect.before !== effect.after ? [{ ...effect, from: first }] : [],
  )
  if (tell && news.length > 0) await countPriceMails(ctx, batch.id)
  const notified = tell ? await notifyOfPrice(ctx, 'priceChanged', batch, news, from) : 0
  await auditPrice(ctx, 'price', batch, batch.price, { price, startDate: from, enrolments: changes.length, told: notified })
  return readBatch(ctx, batch.id)
}

/**
 * Takes back a price whose day has not come: places that would have had it keep theirs, and people whose last mail
 * announced it are notified. Without a planned price nothing changes.
 */
async function withdrawPrice(ctx: TenantContext, seen: Seen): Promise<Batch> {
  const { trx, vendorId, now } = ctx
  const batch = await lockPriced(ctx, seen)
  const { nextPrice, nextPriceFrom: from, nextPriceForAll, price } = batch
  if (nextPrice === null || from === null) return batch
  const places = nextPriceForAll ? await takenPlaces(ctx, batch, await ctx.today()) : []
  const termsAt = await termsOfMany(ctx, places)
  const changes = places.flatMap((place) => {
    const { price: own } = termsAt(place, addDays(from, -1))
    return own !== nextPrice && termsAt(place, from).price === nextPrice ? [{ place, price: own }] : []
  })
  await writePrices(ctx, batch, from, changes)
  await writeBatch(trx, vendorId, batch.id, none, now)
  const expecting = await withdrawPriceMails(ctx, batch.id, from)
  const news = changes.flatMap(({ place, price: own }) => {
    const paid = paidOf(termsAt(place, from, own))
    return expecting.has(place.customer) && place.hasEmail ? [{ customer: place.customer, before: paid, after: paid, from }] : []
  })
  const notified = await notifyOfPrice(ctx, 'priceKept', batch, news, from)
  await auditPrice(ctx, 'withdrawPrice', batch, nextPrice, { price, startDate: from, enrolments: changes.length, told: notified })
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
      const { price: was, nextPrice: price, nextPriceFrom, currency } = await readBatch(ctx, id)
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
