import { acceptPlace, enrol } from '#timetable/enrolments/enrolment.actions.server.ts'
import type { EnrolInput, Enrolment } from '#timetable/enrolments/enrolment.contract.ts'
import { readEnrolment } from '#timetable/enrolments/enrolment.row.server.ts'
import { acceptedOn, nextSpan, partOf, periodShare } from '#timetable/enrolments/enrolment.rules.ts'
import { writeEnrolmentColumns } from '#timetable/enrolments/enrolment.write.server.ts'
import { lockBatchOf } from '#timetable/enrolments/places.server.ts'
import { termsOn } from '#timetable/enrolments/terms.server.ts'
import { billingRules } from '#timetable/enrolments/billing-rules.server.ts'
import { auditMoney, lockBooks } from '#business/ledger/books.server.ts'
import { addDays, later } from '#lib/days.ts'
import { newId } from '#kernel/ids.ts'
import type { TenantContext } from '#kernel/context.ts'
import { digestOf } from '#kernel/retry.ts'
import { startRun, todaysRun, wasVoided } from './billing-run.server.ts'
import { applyCredit } from './credit.server.ts'
import { mailBill } from './receipt.server.ts'
import { renewalGraceDays } from './renewal.rules.ts'
import { writeBill } from './sale.bill.server.ts'
import { assertDiscount } from './sale.sell.server.ts'
import { aboutBatch, termsOf, type SaleLine } from './sale.line.server.ts'
import { priceSale, sum } from './sale.rules.ts'
import type { Seen } from '#lib/calls.ts'

type Span = { fromDay: string; toDay: string }

/** The differences between a place's first bill and the following ones. */
const kinds = {
  first: { kind: 'batch', channel: 'desk', action: 'sell' },
  next: { kind: 'renewal', channel: 'online', action: 'renew' },
} as const

/**
 * The line of a place's next bill, priced.
 * @param span its days; @param day the day of the bill, whose tax counts
 */
async function nextLines(ctx: TenantContext, row: Enrolment, span: Span, { kind, day }: { kind: SaleLine['kind']; day: string }) {
  const { trx, vendorId } = ctx
  const { fromDay, toDay } = span
  const { currency, tax } = await termsOf(trx, vendorId, day)
  const about = await aboutBatch(trx, vendorId, row.batch, day)
  const terms = partOf(await termsOn(ctx, row, fromDay), periodShare(row, span, (await billingRules(ctx)).proration))
  const line: SaleLine = { ...about, kind, unit: terms.price, enrolment: row.id, fromDay, toDay }
  const lines = priceSale([{ ...line, recurringDiscount: terms.discount }], null, tax).map((price) => ({ ...line, ...price }))
  return { terms, lines, currency, tax }
}

/**
 * Creates the bill of an enrolment's next period; a following bill only once it is due, as part of today's billing run.
 * The books are locked first, as at the desk, so that the second of two concurrent callers finds the days already billed.
 * @param endedAfter a place that ended after this day is billed for the months that had begun; by default no ended
 * place is billed
 * @returns whether a bill was created, so that there may be another
 */
export async function billNext(ctx: TenantContext, id: string, which: keyof typeof kinds = 'next', endedAfter?: string): Promise<boolean> {
  const { trx, call, vendorId } = ctx
  const today = await ctx.today()
  const { closedThrough } = await lockBooks(trx, vendorId)
  const run = which === 'next' ? await todaysRun(ctx) : null
  if (run?.isVoid) return false
  const batch = await lockBatchOf(ctx, id)
  const row = await readEnrolment(ctx, id)
  const isBillable = ['active', 'pastDue'].includes(row.state) || (row.state === 'completed' && row.endDate > (endedAfter ?? today))
  if (row.nextChargeOn === null || row.isBlocked || !isBillable) return false
  const span = nextSpan(row, batch.endDate, today)
  if (!span || (which === 'next' && span.fromDay > today)) return false
  const { fromDay, toDay, after } = span
  const { kind, channel, action } = kinds[which]
  await writeEnrolmentColumns(ctx, row, after)
  // A closed month accepts no more bills (product 3); the first bill is dated today, like a bill at the desk.
  const isToday = which === 'first' || (closedThrough !== null && fromDay <= closedThrough)
  const day = isToday ? today : fromDay
  const { terms, lines: priced, currency, tax } = await nextLines(ctx, row, span, { kind, day })
  const before = run ? { chargeBefore: row.nextChargeOn, billedBefore: row.billedThrough } : {}
  const lines = priced.map((line) => ({ ...line, ...before }))
  // No customer is late with a bill that replaces a void one.
  const isDueLater = which === 'first' || (run?.hasVoided === true && (await wasVoided(ctx, id, fromDay)))
  const request = { enrolment: id, fromDay, toDay }
  const bill = {
    id: newId(call.app.now()),
    day,
    dueOn: addDays(isDueLater ? later(fromDay, today) : fromDay, renewalGraceDays),
    customer: row.customer,
    channel,
    currency,
    tax,
    lines,
    paid: 0,
    discountReason: terms.reason,
    note: '',
    inputDigest: digestOf(request),
    ...(run && { run: run.id ?? (await startRun(ctx, endedAfter ?? today)) }),
  } as const
  const sale = await writeBill(ctx, bill)
  await auditMoney(trx, call, { action, entity: 'sale', target: bill.id, after: { ...sale, ...request } })
  await applyCredit(ctx, row.customer, bill.id)
  await mailBill(ctx, bill.id)
  return true
}

/** Bills the first period of a place and returns the updated place; single sessions are sold one by one. */
export async function billFirst(ctx: TenantContext, row: Enrolment): Promise<Enrolment> {
  if (row.state !== 'active' || row.priceUnit === 'session' || row.billedThrough !== null) return row
  await billNext(ctx, row.id, 'first')
  return readEnrolment(ctx, row.id)
}

/**
 * Enrols on terms: billed now, from a day, or free. A customer on the waiting list is billed once they have the
 * place. The daily job bills only months, so the single bill of a term is created at once, due from the agreed day.
 * @throws request/invalid at `terms`, `nextChargeOn` or `reason` for days that may not be given for free
 */
export async function enrolOnTerms(ctx: TenantContext, input: EnrolInput & { id?: string | undefined }): Promise<Enrolment> {
  // Locked before the batch, in the same order as all billing.
  await lockBooks(ctx.trx, ctx.vendorId)
  const row = await enrol(ctx, input)
  if (input.discount) assertDiscount(ctx, row.price, input.discount)
  return input.terms === 'bill' || (input.terms === 'from' && row.priceUnit === 'term') ? billFirst(ctx, row) : row
}

/** Whether accepting a place bills its first period at once: unless a later first charge was agreed. */
const isBilledAtOnce = ({ nextChargeOn, startDate, priceUnit }: Pick<Enrolment, 'nextChargeOn' | 'startDate' | 'priceUnit'>) =>
  priceUnit === 'term' || (priceUnit === 'month' && nextChargeOn === startDate)

/** Assigns the offered place to the customer and bills its first period, unless a later first charge was agreed. */
export async function acceptOffer(ctx: TenantContext, seen: Seen): Promise<Enrolment> {
  await lockBooks(ctx.trx, ctx.vendorId)
  const row = await acceptPlace(ctx, seen)
  return isBilledAtOnce(row) ? billFirst(ctx, row) : row
}

/** The days and the sum, with tax, in minor units, of a bill that a place is not billed yet. */
type BillToCome = Span & { total: number }

async function billToCome(ctx: TenantContext, place: Enrolment, which: keyof typeof kinds, day?: string): Promise<BillToCome | null> {
  const span = nextSpan(place, place.batchEnd, await ctx.today())
  if (!span) return null
  const { fromDay, toDay } = span
  const { lines } = await nextLines(ctx, place, span, { kind: kinds[which].kind, day: day ?? fromDay })
  return { fromDay, toDay, total: sum(lines.map(({ total }) => total)) }
}

/** The bill that `acceptOffer` would create of an offered place today; null where it creates none. */
export async function billOnAccept(ctx: TenantContext, row: Enrolment): Promise<BillToCome | null> {
  const today = await ctx.today()
  const place = { ...row, ...acceptedOn(row, today) }
  return isBilledAtOnce(place) ? billToCome(ctx, place, 'first', today) : null
}

/** The next bill of a place by its terms as they are now; null for a place that is not billed again, or by the visit. */
export async function nextBillOf(ctx: TenantContext, id: string): Promise<BillToCome | null> {
  const place = await readEnrolment(ctx, id)
  return place.priceUnit === 'session' || place.nextChargeOn === null ? null : billToCome(ctx, place, 'next')
}
