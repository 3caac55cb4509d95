import { sql } from 'kysely'
import type { AgreedPreview } from '#business/acts/act-effects.contract.ts'
import type { TenantContext } from '#kernel/context.ts'
import { failure } from '#kernel/failure.ts'
import { digestOf } from '#kernel/retry.ts'
import { jsonColumn } from '#kernel/rows.ts'
import { later } from '#lib/days.ts'
import type { Batch, PriceEffect, PricePreview } from '#timetable/batches/batch.contract.ts'
import { billingRules } from './billing-rules.server.ts'
import { billingDayOf } from './enrolment.row.server.ts'
import { firstPeriodFrom, isFree, nextSpan, partOf, periodShare } from './enrolment.rules.ts'
import { isQuoted } from './terms.row.server.ts'
import { nextPriceDays, termsOfMany, type TermsOfDay } from './terms.server.ts'

/** A price in minor units, and the day from which it counts. */
export type NewPrice = { price: number; from: string }

/**
 * The running places of a batch and the people who wait for one, by name; a blocked customer gets no mail.
 * @param ids the places that are meant; null for all
 */
export async function takenPlaces(
  { trx, vendorId, now, today }: TenantContext,
  { id, endDate: batchEnd }: Batch,
  ids: readonly string[] | null = null,
) {
  return (
    trx
      .selectFrom('enrolments as e')
      .innerJoin('customers as c', (join) => join.on('c.vendorId', '=', vendorId).onRef('c.id', '=', 'e.customer'))
      .select(['e.id', 'e.version', 'e.state', 'e.startDate', 'e.endDate', 'e.nextChargeOn', 'e.billedThrough', 'e.price', 'e.priceUnit'])
      .select(isQuoted(vendorId).as('isQuoted'))
      .select(['c.id as customer', 'c.firstName', 'c.lastName', sql<boolean>`c."state" = 'blocked'`.as('isBlocked')])
      .select(sql<boolean>`c."email" <> '' and c."state" <> 'blocked'`.as('hasEmail'))
      .select(jsonColumn<{ from: string; to: string }[]>('e.freezes').as('freezes'))
      .select([sql<string>`${batchEnd}::text`.as('batchEnd'), billingDayOf(vendorId).as('billingDay')])
      .where('e.vendorId', '=', vendorId)
      .where('e.batch', '=', id)
      // An offer that has expired is stored as such by the next act on the batch.
      .where(sql<boolean>`(e."state" in ('waitlisted', 'active') or (e."state" = 'offered' and e."offeredUntil" > ${now}))`)
      .where('e.endDate', '>=', await today())
      .$if(ids !== null, (places) => places.where(sql<boolean>`e."id" = any(${ids}::uuid[])`))
      .orderBy('c.firstName')
      .orderBy('c.lastName')
      .orderBy('e.id')
      .execute()
  )
}
export type PricedPlace = Awaited<ReturnType<typeof takenPlaces>>[number]

/** Why a place keeps its price, and else the first day that the new one pays for. @param until the day from which it has another price already */
function countsFrom(
  place: PricedPlace & { isGiven: boolean },
  batch: Batch,
  from: string,
  until: string | null,
): Pick<PriceEffect, 'exception' | 'from'> {
  if (place.isQuoted) return { exception: 'quote', from: null }
  // The batch's price is for another unit than this place is billed by.
  if (place.priceUnit !== batch.priceUnit) return { exception: 'unit', from: null }
  if (place.isGiven || (place.state === 'active' && isFree(place))) return { exception: 'free', from: null }
  // Who waits is billed from the day on which they get the place.
  const first = place.state === 'active' ? firstPeriodFrom(place, from) : later(place.startDate, from)
  if (first === null) return { exception: 'last', from: null }
  return until !== null && first >= until ? { exception: 'later', from: null } : { exception: null, from: first }
}

/** What is paid on terms, in minor units. */
export const paidOnTerms = ({ price, discount }: TermsOfDay): number => price - discount

/**
 * What a new price means for each place of a batch; its recurring discount is taken off the new price too.
 * @param ids the places that are meant; null for all
 */
export async function priceEffects(ctx: TenantContext, batch: Batch, { price, from }: NewPrice, ids: readonly string[] | null = null) {
  const places = await takenPlaces(ctx, batch, ids)
  const [today, { proration }] = [await ctx.today(), await billingRules(ctx)]
  const [termsAt, changeOn] = [await termsOfMany(ctx, places), await nextPriceDays(ctx, places, from)]
  return places.map((place) => {
    const stays = changeOn.get(place.id) ?? null
    // A price of the whole batch leaves a place that costs nothing for a reason as it is, like any that is free.
    const isGiven = ids === null && batch.price > 0 && termsAt(place, from).isGiven
    const { exception, from: first } = countsFrom({ ...place, isGiven }, batch, from, stays)
    const until = exception === null ? stays : null
    const isNew = (day: string) => first !== null && day >= first && (until === null || day < until)
    const termsOn = (day: string) => termsAt(place, day, isNew(day) ? price : undefined)
    const isBilled = place.state === 'active' && place.priceUnit !== 'session' && place.nextChargeOn !== null && !place.isBlocked
    const span = isBilled ? nextSpan(place, batch.endDate, today) : null
    const nextBill = span && {
      fromDay: span.fromDay,
      amount: paidOnTerms(partOf(termsOn(span.fromDay), periodShare(place, span, proration))),
    }
    const { id: enrolment, customer, firstName, lastName, hasEmail } = place
    const before = exception === 'free' ? 0 : paidOnTerms(termsAt(place, first ?? from))
    const after = first === null ? before : paidOnTerms(termsOn(first))
    const effect: PriceEffect = {
      enrolment,
      customer,
      firstName,
      lastName,
      hasEmail,
      before,
      after,
      from: first,
      until,
      nextBill,
      exception,
    }
    return { place, effect }
  })
}
export type EffectOnPlace = Awaited<ReturnType<typeof priceEffects>>[number]

/** What a new price of a batch, or of some of its places, would mean, with a digest of all that was asked and of the rows that it is about. */
export function previewOf(
  of: 'batch' | 'places',
  { id }: Pick<Batch, 'id'>,
  { price, from }: NewPrice,
  effects: readonly EffectOnPlace[],
): PricePreview {
  const rows = effects.map(({ effect }) => effect)
  const named = of === 'places' ? rows.filter(({ exception }) => exception === null) : rows
  const shown = named.map(({ enrolment, before, after, from: first, until, nextBill, exception }) => [
    enrolment,
    before,
    after,
    first,
    until,
    nextBill && [nextBill.fromDay, nextBill.amount],
    exception,
  ])
  return { digest: digestOf(['price', of, id, price, from, shown]).toString('hex'), rows }
}

/** Checks that a member saw what an act means now. @throws effects/changed with the present preview, if they saw another */
export function assertAgreed(decision: AgreedPreview | undefined, effects: PricePreview): void {
  if (decision && decision.digest !== effects.digest) throw failure('effects/changed', { effects })
}
