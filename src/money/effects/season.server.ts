import { currencyOf, lockBooks } from '#business/ledger/books.server.ts'
import { lockVendor } from '#business/setup/lock.server.ts'
import { handlersOf } from '#kernel/base.ts'
import { inTenant, type TenantContext } from '#kernel/context.ts'
import { failure, fieldFailure } from '#kernel/failure.ts'
import { answeredBefore, digestOf } from '#kernel/retry.ts'
import { selectedDays } from '#lib/fields.ts'
import { billFirst } from '#money/sales/place-bill.server.ts'
import type { Batch } from '#timetable/batches/batch.contract.ts'
import { batches } from '#timetable/batches/batch.row.server.ts'
import { priceFrom } from '#timetable/batches/batch.rules.ts'
import { seasonContract, type RollOverInput, type SeasonAsked } from '#timetable/batches/season.contract.ts'
import { enrolledOnce } from '#timetable/enrolments/enrolment.actions.server.ts'
import { readEnrolment } from '#timetable/enrolments/enrolment.row.server.ts'
import { isWaiting } from '#timetable/enrolments/next-place.rules.ts'
import { createNextPlaces, lockPeople, planPlaces, readCurrentPlaces, type NextPlace } from '#timetable/enrolments/next-place.server.ts'
import { lockBatch } from '#timetable/enrolments/places.server.ts'
import { previewPlan } from '#timetable/sessions/session.server.ts'
import { seasonPrices } from './season.facts.server.ts'
import { notifyOfSeason } from './season.mail.server.ts'

async function readBatch({ trx, call, vendorId }: TenantContext, id: string): Promise<Batch> {
  const batch = await batches.kind.select(trx, vendorId, call).where('batches.id', '=', id).executeTakeFirst()
  if (!batch) throw failure('document/not-found')
  return batch
}

type Dates = { startDate: string; endDate: string }

/**
 * Checks that a batch can have a next season in some days: it is open or was completed.
 * @throws batch/not-open, request/invalid at `startDate` unless it is after the batch's first day, and at `endDate` unless
 * it is after the batch's last day and not over
 */
async function assertNext(ctx: TenantContext, batch: Batch, { startDate, endDate }: Dates): Promise<void> {
  if (batch.state !== 'open' && batch.state !== 'completed') throw failure('batch/not-open')
  if (startDate <= batch.startDate) throw fieldFailure('startDate', 'batches.season.startDate')
  if (endDate <= batch.endDate) throw fieldFailure('endDate', 'batches.season.endDate')
  if (endDate < (await ctx.today())) throw fieldFailure('endDate', 'enrolments.endDate.past')
}

/** What the next season means for everybody in a batch. */
async function planSeason(
  ctx: TenantContext,
  batch: Batch,
  { startDate, price }: Pick<SeasonAsked, 'startDate' | 'price'>,
): Promise<NextPlace[]> {
  const places = await readCurrentPlaces(ctx, batch)
  return planPlaces(ctx, batch, places, { startDate, price: price ?? null })
}

/** The batches that follow a batch, unless they were cancelled, earliest first. */
function followingOf({ trx, vendorId }: TenantContext, { id }: Batch) {
  return trx
    .selectFrom('batches')
    .select(['id', 'name', 'code', 'startDate'])
    .where('vendorId', '=', vendorId)
    .where('follows', '=', id)
    .where('state', '<>', 'cancelled')
    .orderBy('startDate')
    .orderBy('id')
    .execute()
}

/** What the next season of a batch would be, without changing anything. @throws document/not-found, and as `assertNext` does */
async function readSeason(ctx: TenantContext, { id, trainer, hall, ...season }: SeasonAsked) {
  const { trx, call, vendorId } = ctx
  const batch = await readBatch(ctx, id)
  await assertNext(ctx, batch, season)
  const next = await planSeason(ctx, batch, season)
  const prices = await seasonPrices(ctx, batch.id, next, season.endDate)
  const { startingTime, endingTime } = batch
  const parts = { trainer: trainer ?? batch.trainer, hall: hall === undefined ? batch.hall : hall }
  const hours = { startingTime, endingTime, days: selectedDays(batch.trainingDays) }
  const plan = await previewPlan({ trx, vendorId, zone: await ctx.zone() }, call, { ...season, ...hours, ...parts })
  const { currency, exponent } = await currencyOf(trx, vendorId)
  const rows = next.map(({ place, exception, startDate }, at) => ({
    enrolment: place.id,
    customer: place.customer,
    firstName: place.firstName,
    lastName: place.lastName,
    isWaiting: isWaiting(place),
    exception,
    startDate,
    priceUnit: place.priceUnit,
    hasEmail: place.hasEmail,
    ...(prices[at] ?? { price: 0, billFrom: null, billTotal: null }),
  }))
  const { count: sessions, conflicts, away } = plan
  return { rows, currency, exponent, sessions, conflicts, away, following: await followingOf(ctx, batch) }
}

/** Who continues of those who can. @throws request/invalid at `leaveOut` for an enrolment of another batch, at `totalCandidates` for too few places */
async function chosen(ctx: TenantContext, batch: Batch, next: readonly NextPlace[], input: RollOverInput): Promise<NextPlace[]> {
  const { leaveOut, waiting, totalCandidates = batch.totalCandidates } = input
  const out = new Set(leaveOut)
  const known = next.filter(({ place }) => out.has(place.id)).length
  if (known < out.size && (await countIn(ctx, batch, [...out])) < out.size) throw fieldFailure('leaveOut', 'lib.fields.invalid')
  const along = next.filter(({ place, exception }) => exception === null && !out.has(place.id) && (waiting || !isWaiting(place)))
  if (along.filter(({ place }) => !isWaiting(place)).length > totalCandidates)
    throw fieldFailure('totalCandidates', 'batches.season.places')
  return along
}

async function countIn({ trx, vendorId }: TenantContext, { id }: Batch, enrolments: string[]): Promise<number> {
  const { count } = await trx
    .selectFrom('enrolments')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('vendorId', '=', vendorId)
    .where('batch', '=', id)
    .where('id', 'in', enrolments)
    .executeTakeFirstOrThrow()
  return count
}

/** The fields of the batch of the next season: those of the batch that it follows, but for what is given. */
function fieldsOfNext(batch: Batch, input: RollOverInput) {
  const { service, priceUnit, startingTime, endingTime, trainingDays } = batch
  const { name, code, startDate, endDate, price, totalCandidates, trainer, hall } = input
  return {
    service,
    priceUnit,
    startingTime,
    endingTime,
    trainingDays,
    name,
    code,
    startDate,
    endDate,
    price: price ?? priceFrom(batch, startDate),
    totalCandidates: totalCandidates ?? batch.totalCandidates,
    trainer: trainer ?? batch.trainer,
    hall: hall === undefined ? batch.hall : hall,
    state: 'open' as const,
  }
}

/**
 * Creates the batch of the next season with its sessions, and in it a place for everybody who continues: at the terms of
 * the old place, billed after its last day. A term is billed at once, since the daily job bills only months. A second call
 * with the same id of the new batch is a retry.
 * @throws request/reused, request/invalid with every conflict of trainer or hall by date, and as `assertNext` and `chosen` do
 */
async function rollOver(ctx: TenantContext, input: RollOverInput): Promise<Batch> {
  const { trx, call, vendorId } = ctx
  await lockBooks(trx, vendorId)
  await lockVendor(trx, vendorId)
  const inputDigest = digestOf({ ...input, leaveOut: input.leaveOut.toSorted() })
  const known = await answeredBefore(ctx, 'batches', input.copy, inputDigest, () => readBatch(ctx, input.copy))
  if (known) return known
  await lockBatch(ctx, input.id)
  const batch = await readBatch(ctx, input.id)
  await assertNext(ctx, batch, input)
  await lockPeople(ctx, batch.id)
  const next = await chosen(ctx, batch, await planSeason(ctx, batch, input), input)
  const waiting = next.filter(({ place }) => isWaiting(place)).length
  const created = await batches.insert(trx, call, input.copy, fieldsOfNext(batch, input), {
    action: 'rollOver',
    subject: batch.id,
    own: { follows: batch.id, inputDigest },
    said: { enrolled: next.length - waiting, waitlisted: waiting },
  })
  const ids = await createNextPlaces(ctx, batch, created, next)
  for (const [at, id] of ids.entries())
    if (next[at]?.place.priceUnit === 'term' && next[at].nextChargeOn !== null) await billFirst(ctx, await readEnrolment(ctx, id))
  if (input.tell) await notifyOfSeason(ctx, batch, created, next, await seasonPrices(ctx, batch.id, next, input.endDate))
  return readBatch(ctx, created.id)
}

const os = handlersOf({ batches: seasonContract })

/** The calls of a batch's next season, which bills people and hence is served by this room. */
export const seasonHandlers = {
  nextSeason: os.batches.nextSeason.handler(inTenant(readSeason)),
  rollOver: os.batches.rollOver.handler(
    inTenant(rollOver, { ...batches.kind.constraints, ...enrolledOnce, batches_pkey: 'request/reused' }),
  ),
}
