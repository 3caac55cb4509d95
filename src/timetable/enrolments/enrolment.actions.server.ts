import type { Trx } from '#db/tenant.ts'
import { auditMoney } from '#business/ledger/books.server.ts'
import { notify } from '#business/notifications/notify.server.ts'
import { wholeRate } from '#lib/amounts.ts'
import { earlier, later } from '#lib/days.ts'
import { fullName } from '#lib/names.ts'
import { audit } from '#kernel/audit.ts'
import { failure, fieldFailure, withConstraints } from '#kernel/failure.ts'
import { newId } from '#kernel/ids.ts'
import { answeredBefore, digestOf } from '#kernel/retry.ts'
import type { EnrolInput, Enrolment } from './enrolment.contract.ts'
import { readEnrolment } from './enrolment.row.server.ts'
import { acceptedOn, chargeWithin, firstCharge, leavesDays, occupyingStates, passedOn } from './enrolment.rules.ts'
import { assertMayGive } from './free.server.ts'
import type { TenantContext } from '#kernel/context.ts'
import { endAfterPeriod } from './enrolment.dates.server.ts'
import { lockEnrolment, writeEnrolmentColumns, write } from './enrolment.write.server.ts'
import { queueOffers } from './offer-queue.server.ts'
import { freePlaces, refreshActiveUntil, lockBatch, lockBatches, type OpenBatch } from './places.server.ts'
import { loggedDiscount } from './terms.rules.ts'
import { addDiscount, addPrices, firstTerms, termsToMove, type PlacePayment } from './terms.server.ts'
import { priceFrom } from '#timetable/batches/batch.rules.ts'
import type { Seen } from '#lib/calls.ts'

/**
 * Locks the customer, so that no one blocks or archives them before they have the place.
 * @throws request/invalid at `customer` for an unknown or archived customer, customer/blocked
 */
async function assertWelcome(trx: Trx, vendorId: string, id: string): Promise<void> {
  const customer = await trx
    .selectFrom('customers')
    .select('state')
    .where('vendorId', '=', vendorId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!customer || customer.state === 'archived') throw fieldFailure('customer', 'enrolments.customer.required')
  if (customer.state === 'blocked') throw failure('customer/blocked')
}

/** The field error when the database refuses one customer a second place in a batch. */
export const enrolledOnce = { enrolmentsOnce: { field: 'customer', key: 'enrolments.customer.enrolled' } }

/** The field error for a batch that is not the vendor's. */
export const unknownBatch = () => fieldFailure('batch', 'enrolments.batch.required')

/** An enrolment request. Without terms the caller bills it, or the place that it follows was billed already. */
type EnrolRequest = Omit<EnrolInput, 'terms' | 'reason' | 'discount'> &
  Partial<Pick<EnrolInput, 'terms' | 'reason' | 'discount'>> & { id?: string | undefined }

/** The field by which the terms leave days unbilled. */
function givenAt({ terms }: EnrolRequest, place: Parameters<typeof leavesDays>[0]): 'terms' | 'nextChargeOn' | null {
  if (terms === 'free') return 'terms'
  return terms && leavesDays(place) ? 'nextChargeOn' : null
}

/** Single sessions have no next payment that could be missing, so a place that is free has a discount of the full price. */
const freeSessions = ({ terms, reason = '' }: EnrolRequest, priceUnit: OpenBatch['priceUnit']) =>
  terms === 'free' && priceUnit === 'session' ? ({ kind: 'percent', value: wholeRate, until: null, reason } as const) : null

/**
 * Enrols a customer, or adds them to the waiting list if the batch is full and they agree to wait. A second call with
 * the same id is a retry.
 * @param moved the enrolment that this one follows, and whether it was paid for; its end is in the same audit row
 * @throws request/reused for a different request with the same id (checks M1), request/invalid at `terms`,
 * `nextChargeOn` or `reason` for days that may not be given for free
 */
export async function enrol(
  ctx: TenantContext,
  { id = newId(ctx.call.app.now()), discount, ...input }: EnrolRequest,
  moved?: Enrolment & { payment: PlacePayment },
): Promise<Enrolment> {
  const { trx, call, vendorId, now } = ctx
  const today = await ctx.today()
  // Without a discount the request hashes as it did before there were any.
  const inputDigest = digestOf(discount ? { ...input, discount } : input)
  const batch = await lockBatch(ctx, input.batch, unknownBatch)
  const known = await answeredBefore(ctx, 'enrolments', id, inputDigest, () => readEnrolment(ctx, id))
  if (known) return known
  await assertWelcome(trx, vendorId, input.customer)
  if (batch.state !== 'open') throw failure('batch/not-open')
  const startDate = input.startDate ?? later(today, batch.startDate)
  const endDate = input.endDate ?? batch.endDate
  if (endDate < startDate) throw fieldFailure('endDate', 'enrolments.endDate.after')
  if (endDate < today) throw fieldFailure('endDate', 'enrolments.endDate.past')
  const free = await freePlaces(trx, vendorId, batch)
  const isFree = free > 0
  if (!isFree && input.ifFull === 'refuse') throw failure('batch/full')
  if (!isFree && input.terms === 'free') throw fieldFailure('terms', 'enrolments.terms.waiting')
  const state = isFree ? 'active' : 'waitlisted'
  const { currency, priceUnit } = batch
  const price = priceFrom(batch, startDate)
  const nextChargeOn = input.terms
    ? firstCharge(input.terms, startDate, input.nextChargeOn, priceUnit)
    : chargeWithin(startDate, input.nextChargeOn)
  const given = givenAt(input, { priceUnit, startDate, nextChargeOn })
  if (given) assertMayGive(ctx, given, input.reason)
  const row = { batch: batch.id, customer: input.customer, startDate, endDate, nextChargeOn, price, currency, priceUnit, state } as const
  const own = discount ?? freeSessions(input, priceUnit)
  const isFreeOfCharge = input.terms === 'free'
  const asked = { kind: isFreeOfCharge ? 'free' : 'paid', source: 'desk', reason: isFreeOfCharge ? (input.reason ?? null) : null } as const
  const { reason, ...payment } = moved ? moved.payment : asked
  const terms = await withConstraints({ enrolmentTerms_pkey: 'request/reused' }, () =>
    firstTerms(ctx, [id], { ...payment, price, discount: own, reason: own === null ? reason : null }),
  )
  const values = { vendorId, id, ...row, ...terms, inputDigest, queuedAt: now, createdAt: now, updatedAt: now }
  // Concurrent requests with one id for two batches lock different batches; only the primary key rejects the second.
  await withConstraints({ enrolments_pkey: 'request/reused' }, () => trx.insertInto('enrolments').values(values).execute())
  const { nextPrice, nextPriceFrom, nextPriceForAll } = batch
  if (nextPriceForAll && nextPrice !== null && nextPriceFrom !== null && startDate < nextPriceFrom)
    await addPrices(ctx, nextPriceFrom, [{ place: { id }, price: nextPrice }])
  await refreshActiveUntil(trx, vendorId, [input.customer])
  if (state === 'waitlisted') await queueOffers(ctx)
  if (free === 1) {
    const { name, code, totalCandidates: places } = batch
    await notify(ctx, { kind: 'batchFull', cause: id, about: batch.id, values: { batch: name, code, places } })
  }
  const before = moved ? { enrolment: moved.id, batch: moved.batch, batchName: moved.batchName, endDate: moved.endDate } : null
  const change = { action: moved ? 'move' : 'create', entity: 'enrolment', target: id, subject: batch.id, before } as const
  const after = { ...row, ...(discount ? loggedDiscount(discount) : {}) }
  if (given) await auditMoney(trx, call, { ...change, after: { ...after, reason: input.reason } })
  else await (discount ? auditMoney : audit)(trx, call, { ...change, after })
  return readEnrolment(ctx, id)
}

/** Assigns the offered place to the customer. */
export async function acceptPlace(ctx: TenantContext, seen: Seen): Promise<Enrolment> {
  const { row } = await lockEnrolment(ctx, seen, ['offered'])
  await assertWelcome(ctx.trx, ctx.vendorId, row.customer)
  const { id, version, batch: about } = row
  const values = { customer: fullName(row), batch: row.batchName }
  await notify(ctx, { kind: 'offerAccepted', cause: `${id}:${version}`, about, values })
  return write(ctx, 'accept', row, { state: 'active', offeredUntil: null, ...acceptedOn(row, await ctx.today()) })
}

/** Declines an offered place, or takes the customer off the waiting list. */
export async function declinePlace(ctx: TenantContext, seen: Seen): Promise<Enrolment> {
  const { row } = await lockEnrolment(ctx, seen, ['offered', 'waitlisted'])
  return write(ctx, 'decline', row, { state: 'cancelled', offeredUntil: null, endDate: row.startDate })
}

/**
 * Ends an enrolment and starts one in another batch with a free place, billed from where this one was billed to; both
 * batches are locked in the order of their ids. Single sessions cover no later days, whatever next charge they had. A
 * customer who is leaving also leaves the new batch, at the end of the same period at the latest.
 */
export async function move(ctx: TenantContext, { batch: target, id, version }: Seen & { batch: string }): Promise<Enrolment> {
  const seen = { id, version }
  const today = await ctx.today()
  const { batch: source } = await readEnrolment(ctx, seen.id)
  if (source === target) throw fieldFailure('batch', 'enrolments.batch.same')
  await lockBatches(ctx, [source, target], unknownBatch)
  const { row } = await lockEnrolment(ctx, seen, occupyingStates)
  await writeEnrolmentColumns(ctx, row, { state: 'cancelled', endDate: later(row.startDate, earlier(row.endDate, today)), reason: null })
  const nextChargeOn = row.priceUnit === 'session' ? today : passedOn(row, today)
  const { coming, discount, ...payment } = await termsToMove(ctx, row, today)
  const request = { batch: target, customer: row.customer, nextChargeOn, ifFull: 'refuse', discount } as const
  const moved = await enrol(ctx, request, { ...row, payment })
  for (const { from, discount } of coming) if (from !== null) await addDiscount(ctx, moved, from, discount)
  // If the batch starts after they would have left, the cancellation does not carry over.
  if (!row.cancelAtPeriodEnd || moved.startDate > row.endDate) return moved
  return endAfterPeriod(ctx, moved, row.reason, row.priceUnit === 'session' ? undefined : row.endDate)
}

/** Completes an enrolment that has reached its goal. */
export async function finish(ctx: TenantContext, seen: Seen): Promise<Enrolment> {
  const { row } = await lockEnrolment(ctx, seen, occupyingStates)
  return write(ctx, 'finish', row, { state: 'completed', endDate: later(row.startDate, earlier(row.endDate, await ctx.today())) })
}
