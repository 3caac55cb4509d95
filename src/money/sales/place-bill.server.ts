import { acceptPlace, enrol, move } from '#timetable/enrolments/enrolment.actions.server.ts'
import type { EnrolInput, Enrolment } from '#timetable/enrolments/enrolment.contract.ts'
import { readEnrolment } from '#timetable/enrolments/enrolment.row.server.ts'
import { isFree } from '#timetable/enrolments/enrolment.rules.ts'
import { writeEnrolmentColumns } from '#timetable/enrolments/enrolment.write.server.ts'
import { lockBatch } from '#timetable/enrolments/places.server.ts'
import { auditMoney, lockBooks } from '#business/ledger/books.server.ts'
import { addDays, later } from '#lib/days.ts'
import { newId } from '#kernel/ids.ts'
import type { TenantContext } from '#kernel/context.ts'
import { digestOf } from '#kernel/retry.ts'
import { mailBill } from './receipt.server.ts'
import { renewalGraceDays } from './renewal.rules.ts'
import { writeBill } from './sale.bill.server.ts'
import { aboutBatch, nextSpan, termsOf, type SaleLine } from './sale.line.server.ts'
import { priceSale } from './sale.rules.ts'
import type { Seen } from '#lib/calls.ts'

/** What differs between the bill with which a place begins and those that follow. */
const kinds = {
  first: { kind: 'batch', channel: 'desk', action: 'sell' },
  next: { kind: 'renewal', channel: 'online', action: 'renew' },
} as const

/**
 * Makes the bill of an enrolment's next period; one that follows only once it is time for it. The books are locked
 * first, as the desk holds them, so that of two who bill the same days the second finds them billed.
 * @param endedAfter a place that ended on a later day is billed its months that had begun; by default none that ended
 * @returns whether it made one, so that there may be another
 */
export async function billNext(ctx: TenantContext, id: string, which: keyof typeof kinds = 'next', endedAfter?: string): Promise<boolean> {
  const { trx, call, vendorId } = ctx
  const today = await ctx.today()
  const { closedThrough } = await lockBooks(trx, vendorId)
  const place = await readEnrolment(ctx, id)
  const batch = await lockBatch(ctx, place.batch)
  const row = await readEnrolment(ctx, id)
  const isBillable = ['active', 'pastDue'].includes(row.state) || (row.state === 'completed' && row.endDate > (endedAfter ?? today))
  if (row.nextChargeOn === null || row.isBlocked || !isBillable) return false
  const span = nextSpan(row, batch.endDate, today)
  if (!span || (which === 'next' && span.fromDay > today)) return false
  const { fromDay, toDay, after } = span
  const { kind, channel, action } = kinds[which]
  await writeEnrolmentColumns(ctx, row, after)
  // A closed month takes no bill any more (product 3); the first bill is made as one at the desk, on the day itself.
  const isToday = which === 'first' || (closedThrough !== null && fromDay <= closedThrough)
  const day = isToday ? today : fromDay
  const { currency, tax } = await termsOf(trx, vendorId, day)
  const about = await aboutBatch(trx, vendorId, row.batch)
  const line: SaleLine = { ...about, kind, unit: row.price, enrolment: id, fromDay, toDay }
  const request = { enrolment: id, fromDay, toDay }
  const bill = {
    id: newId(call.app.now()),
    day,
    dueOn: addDays(which === 'first' ? later(fromDay, today) : fromDay, renewalGraceDays),
    customer: row.customer,
    channel,
    currency,
    tax,
    lines: priceSale([line], null, tax).map((price) => ({ ...line, ...price })),
    paid: 0,
    discountReason: '',
    note: '',
    inputDigest: digestOf(request),
  } as const
  const sale = await writeBill(ctx, bill)
  await mailBill(ctx, bill.id)
  await auditMoney(trx, call, { action, entity: 'sale', target: bill.id, after: { ...sale, ...request } })
  return true
}

/** Bills the first period of a place, and gives the place as it is then; single sessions are sold one by one. */
async function billed(ctx: TenantContext, row: Enrolment): Promise<Enrolment> {
  if (row.state !== 'active' || row.priceUnit === 'session' || row.billedThrough !== null) return row
  await billNext(ctx, row.id, 'first')
  return readEnrolment(ctx, row.id)
}

/**
 * Enrols on terms: billed now, from a day, or free. Who waits is billed once the place is theirs. The daily job bills
 * months alone, so the one bill of a term is made at once, and due from the day that was agreed.
 * @throws request/invalid at `terms`, `nextChargeOn` or `reason` for days that may not be given
 */
export async function enrolOnTerms(ctx: TenantContext, input: EnrolInput & { id?: string | undefined }): Promise<Enrolment> {
  // Before the batch, as anyone who bills holds them.
  await lockBooks(ctx.trx, ctx.vendorId)
  const row = await enrol(ctx, input)
  return input.terms === 'bill' || (input.terms === 'from' && row.priceUnit === 'term') ? billed(ctx, row) : row
}

/** Gives the offered place to the customer and bills its first period, unless a later first charge was agreed. */
export async function acceptOffer(ctx: TenantContext, seen: Seen): Promise<Enrolment> {
  await lockBooks(ctx.trx, ctx.vendorId)
  const row = await acceptPlace(ctx, seen)
  return row.nextChargeOn === row.startDate || row.priceUnit === 'term' ? billed(ctx, row) : row
}

/**
 * Moves a place to another batch. The daily job bills months alone, so a term is billed at once, unless the place was
 * free or its term is billed already.
 */
export async function moveOnTerms(ctx: TenantContext, input: Seen & { batch: string }): Promise<Enrolment> {
  const { trx, vendorId } = ctx
  await lockBooks(trx, vendorId)
  const before = await readEnrolment(ctx, input.id)
  const row = await move(ctx, input)
  return row.priceUnit === 'term' && before.priceUnit !== 'term' && !isFree(before) ? billed(ctx, row) : row
}
