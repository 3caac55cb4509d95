import { handlersOf } from '#kernel/base.ts'
import { inTenant, type TenantContext } from '#kernel/context.ts'
import { failure, fieldFailure, refusalAt } from '#kernel/failure.ts'
import type { Seen } from '#lib/calls.ts'
import type { Batch, PricePreview } from '#timetable/batches/batch.contract.ts'
import { enrolmentContract, type Enrolment, type OwnPriceAct, type OwnPriceCall } from './enrolment.contract.ts'
import { readEnrolment } from './enrolment.row.server.ts'
import { assertAgreed, previewOf, priceEffects, type EffectOnPlace, type NewPrice } from './price.effect.server.ts'
import { assertPriceDay, auditPrice, lockPriced, mailPrices, readPriced, writePrices } from './price.write.server.ts'

type Named = { id: string; firstName: string; lastName: string }

/** A refusal of one of several places as that of the call: at its position, and naming the person. */
const refusedAt = (error: unknown, at: number, { id, firstName, lastName }: Named): unknown =>
  refusalAt(error, ['places', at], { place: { id, firstName, lastName } })

/**
 * What a price of their own would mean for chosen places, in their order.
 * @throws document/not-found for a place that is not in the batch; enrolment/state, naming the person, for one that has ended
 */
async function chosenEffects(ctx: TenantContext, batch: Batch, next: NewPrice, ids: readonly string[]): Promise<EffectOnPlace[]> {
  const effects = new Map((await priceEffects(ctx, batch, next, ids)).map((one) => [one.place.id, one]))
  const chosen: EffectOnPlace[] = []
  for (const [at, id] of ids.entries()) {
    const effect = effects.get(id)
    if (effect) {
      chosen.push(effect)
      continue
    }
    const row = await readEnrolment(ctx, id)
    throw row.batch === batch.id ? refusedAt(failure('enrolment/state'), at, row) : failure('document/not-found')
  }
  return chosen
}

/** Reads what a price of their own would mean for chosen places, without changing anything. @throws as `setPrice` does but for places that keep their price */
async function readOwnPrice(ctx: TenantContext, { batch: id, places, ...next }: OwnPriceAct): Promise<PricePreview> {
  const batch = await readPriced(ctx, id)
  await assertPriceDay(ctx, batch, next.from)
  return previewOf('places', batch, next, await chosenEffects(ctx, batch, next, places))
}

/** @throws request/stale for another version than the member saw, request/invalid for a place that keeps its price, both naming the person */
async function assertPriceable(ctx: TenantContext, effects: readonly EffectOnPlace[], seen: readonly Seen[]): Promise<void> {
  for (const [at, { place, effect }] of effects.entries()) {
    if (place.version !== seen[at]?.version)
      throw refusedAt(failure('request/stale', { current: await readEnrolment(ctx, place.id) }), at, place)
    if (effect.exception !== null) throw refusedAt(fieldFailure('places', `enrolments.price.exception.${effect.exception}`), at, place)
  }
}

/**
 * Gives chosen places of a batch a price of their own from a day on: all of them or, where one refuses it, none. Issued
 * bills stay, and a period that has begun keeps its price. A later price of the batch for all replaces it from that day.
 * @throws document/not-found, batch/not-open; request/invalid at `from`; effects/changed with the present preview, if the
 * member saw another; auth/too-many-requests; and as `chosenEffects` and `assertPriceable` do
 */
async function setPrice(ctx: TenantContext, call: OwnPriceCall): Promise<{ rows: Enrolment[] }> {
  const { batch: id, places, price, from, reason, tell, decision } = call
  const [batch, next] = [await lockPriced(ctx, id), { price, from }]
  await assertPriceDay(ctx, batch, from)
  const ids = places.map((place) => place.id)
  const effects = await chosenEffects(ctx, batch, next, ids)
  await assertPriceable(ctx, effects, places)
  assertAgreed(decision, previewOf('places', batch, next, effects))
  const changes = effects.map(({ place }) => ({ place, price }))
  await writePrices(ctx, batch, from, changes, { source: 'desk', reason: price === 0 ? reason : undefined })
  const notified = tell ? await mailPrices(ctx, batch, effects, null) : 0
  await auditPrice(ctx, 'placePrices', batch, null, { price, startDate: from, enrolments: changes.length, told: notified })
  const rows: Enrolment[] = []
  for (const one of ids) rows.push(await readEnrolment(ctx, one))
  return { rows }
}

const os = handlersOf({ enrolments: enrolmentContract })

/** The calls that give chosen places a price of their own. */
export const ownPriceHandlers = {
  setPrice: os.enrolments.setPrice.handler(inTenant(setPrice)),
  priceEffect: os.enrolments.priceEffect.handler(inTenant(readOwnPrice)),
}
