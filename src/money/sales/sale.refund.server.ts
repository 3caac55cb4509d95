import { assertAccount } from '#business/ledger/money-account.row.server.ts'
import { sql } from 'kysely'
import { cancelEnrolment } from '#timetable/enrolments/enrolment.dates.server.ts'
import { readEnrolment } from '#timetable/enrolments/enrolment.row.server.ts'
import type { Schema } from '#db/schema.gen.ts'
import type { TenantContext } from '#kernel/context.ts'
import { followersOf } from '#timetable/enrolments/moved.server.ts'
import { writeEnrolmentColumns } from '#timetable/enrolments/enrolment.write.server.ts'
import { occupyingStates } from '#timetable/enrolments/enrolment.rules.ts'
import { lockBatchesOf, namedAmong, releaseUnnamed, unnamedAmong } from '#timetable/enrolments/unnamed.server.ts'
import { lockBooks } from '#business/ledger/books.server.ts'
import { addDays, later } from '#lib/days.ts'
import { memberOf } from '#kernel/base.ts'
import { failure, fieldFailure } from '#kernel/failure.ts'
import { newId } from '#kernel/ids.ts'
import { answeredBefore, digestOf } from '#kernel/retry.ts'
import type { RefundInput, SaleDetail } from './sale.contract.ts'
import { applyCredit } from './credit.server.ts'
import { noteBill } from './owed-bills.server.ts'
import { readSale } from './sale.row.server.ts'
import { refundLimits } from './sale.rules.ts'
import { termsOf } from './sale.line.server.ts'
import { creditEffect, voidBill, writeNote, type Line } from './sale.note.server.ts'
import { findSale, lockSale } from './sale.pay.server.ts'

const placesOf = (lines: readonly Line[]) => [...new Set(lines.flatMap(({ enrolment }) => enrolment ?? []))]

/** The enrolments that a sale's lines paid for, and those that they were moved to. */
async function movedFrom(ctx: TenantContext, lines: readonly Line[]): Promise<string[]> {
  const followers = await followersOf(ctx, placesOf(lines))
  return [...new Set([...followers].flat(2))]
}

/** The still running enrolments of people that a sale's lines paid for, wherever they were moved. */
async function seatsOf(ctx: TenantContext, lines: readonly Line[]) {
  const named = await namedAmong(ctx, await movedFrom(ctx, lines))
  const rows = await Promise.all([...named].map((id) => readEnrolment(ctx, id)))
  return rows.filter(({ state }) => occupyingStates.includes(state))
}

/** The number of sessions held in the days that the lines paid for. */
async function heldSessions({ trx, vendorId, now }: TenantContext, lines: readonly Line[]): Promise<number> {
  let count = 0
  // The places of a quote have the same sessions.
  const spans = new Map(lines.map((line) => [`${line.batch} ${line.fromDay} ${line.toDay}`, line]))
  for (const { batch, fromDay, toDay } of spans.values()) {
    if (!batch || !fromDay || !toDay) continue
    const { rows } = await sql<{ count: number }>`select count(*)::int as "count" from "batchSessions"
      where "vendorId" = ${vendorId} and "batch" = ${batch} and "day" between ${fromDay} and ${toDay} and "state" <> 'cancelled' and "endsAt" <= ${now}`.execute(
      trx,
    )
    count += rows[0]?.count ?? 0
  }
  return count
}

/**
 * The most that the member may still credit on a sale, in minor units; null for no limit. The same member's earlier
 * credits count, so that several parts cannot exceed the limit.
 */
export async function refundLimitOf(ctx: TenantContext, sale: string): Promise<number | null> {
  const { trx, call, vendorId } = ctx
  const today = await ctx.today()
  const { role, userId } = memberOf(call)
  const limit = refundLimits[role]
  if (limit === null) return null
  const { given } = await trx
    .selectFrom('refunds')
    .select(sql<number>`coalesce(sum("amount"), 0)::bigint`.as('given'))
    .where('vendorId', '=', vendorId)
    .where('sale', '=', sale)
    .where('givenBy', '=', userId)
    // What an act adds to a credit balance is proposed by the rules of the business; to pay it out is the member’s choice.
    .where((where) => where.or([where('line', 'is', null), where('method', '<>', 'credit')]))
    .executeTakeFirstOrThrow()
  return Math.max(limit * 10 ** (await termsOf(trx, vendorId, today)).exponent - given, 0)
}

/** Previews the effect of a refund without changing anything. */
export async function readRefundEffect(
  ctx: TenantContext,
  { sale: id, amount, releasesSeat }: { sale: string; amount: number; releasesSeat: boolean },
) {
  const sale = await findSale(ctx.trx, ctx.vendorId, id)
  const { lines, paidBack, credited, net, tax, commission } = await creditEffect(ctx, sale, { amount, line: null })
  const seats = releasesSeat ? [...(await seatsOf(ctx, lines)), ...(await unnamedAmong(ctx, placesOf(lines)))] : []
  return {
    paidBack,
    credited,
    net,
    tax,
    commission,
    seats: seats.map((seat) => ({ enrolment: seat.id, batchName: seat.batchName, endDate: seat.endDate })),
    held: await heldSessions(ctx, lines),
    limit: await refundLimitOf(ctx, id),
  }
}

/**
 * Makes the days of lines billable again, the last first; the place that a moved one became is billed from its first
 * day at the earliest.
 * @throws sale/state if a later bill of the place stands, which would lose the bill that it follows
 */
async function unbill(ctx: TenantContext, lines: readonly Line[]): Promise<void> {
  const { trx, vendorId } = ctx
  const named = await namedAmong(ctx, placesOf(lines))
  const followers = await followersOf(ctx, placesOf(lines))
  for (const { sale, enrolment, fromDay, toDay, chargeBefore, billedBefore } of lines.toReversed()) {
    if (!enrolment || !fromDay || !named.has(enrolment)) continue
    const row = await readEnrolment(ctx, enrolment)
    if (row.priceUnit === 'session') continue
    const chain = [enrolment, ...(followers.get(enrolment) ?? [])]
    const others = await trx
      .selectFrom('saleLines')
      .innerJoin('sales', (join) => join.on('sales.vendorId', '=', vendorId).onRef('sales.id', '=', 'saleLines.sale'))
      .select('saleLines.fromDay')
      .where('saleLines.vendorId', '=', vendorId)
      .where('saleLines.enrolment', 'in', chain)
      .where('saleLines.sale', '<>', sale)
      .where('sales.voidedAt', 'is', null)
      .execute()
    const days = others.flatMap((other) => other.fromDay ?? [])
    if (days.some((day) => day > fromDay)) throw failure('sale/state')
    // Without an earlier bill nothing counts as billed, even if this bill began after the place; otherwise a term would count as billed.
    const billedThrough = days.some((day) => day < fromDay) ? addDays(fromDay, -1) : null
    const isAsBilled = chargeBefore !== null && row.billedThrough === toDay
    const before = isAsBilled ? { billedThrough: billedBefore, nextChargeOn: chargeBefore } : { billedThrough, nextChargeOn: fromDay }
    await writeEnrolmentColumns(ctx, row, before)
    const last = await readEnrolment(ctx, chain.at(-1) ?? enrolment)
    if (last.id !== enrolment && occupyingStates.includes(last.state))
      await writeEnrolmentColumns(ctx, last, { nextChargeOn: later(last.startDate, fromDay) })
  }
}

/** Whether any of a sale was paid by a method. */
async function wasPaidBy({ trx, vendorId }: TenantContext, sale: string, method: Schema['payments']['method']): Promise<boolean> {
  const query = trx.selectFrom('payments').select('id').where('vendorId', '=', vendorId).where('sale', '=', sale)
  return (await query.where('method', '=', method).executeTakeFirst()) !== undefined
}

/** Makes the days of the lines of a void bill billable again. The books must be locked. @throws sale/state as `unbill` */
export async function reopenDays(ctx: TenantContext, lines: readonly Line[]): Promise<void> {
  await lockBatchesOf(ctx, await movedFrom(ctx, lines))
  await unbill(ctx, lines)
}

async function releaseSeats(ctx: TenantContext, lines: readonly Line[], reason: string): Promise<void> {
  await releaseUnnamed(ctx, placesOf(lines), reason)
  for (const { id, version } of await seatsOf(ctx, lines)) await cancelEnrolment(ctx, { id, version, when: 'now', reason })
}

/**
 * Credits an amount on a bill by a credit note, and refunds what was paid of it (product 3).
 * @throws sale/limit if the member may not refund that much
 */
export async function refundSale(ctx: TenantContext, input: RefundInput): Promise<SaleDetail> {
  const { trx, call, vendorId } = ctx
  const { id = newId(call.app.now()), ...request } = input
  const inputDigest = digestOf(request)
  await lockBooks(trx, vendorId)
  const before = await answeredBefore(ctx, 'refunds', id, inputDigest, (row) => readSale(trx, call, row.sale))
  if (before) return before
  const sale = await lockSale(trx, vendorId, input.sale)
  const effect = await creditEffect(ctx, sale, { amount: input.amount, line: null })
  const limit = await refundLimitOf(ctx, sale.id)
  if (limit !== null && input.amount > limit) throw failure('sale/limit', { limit })
  if (effect.paidBack > 0 && input.method === 'marketplace' && !(await wasPaidBy(ctx, sale.id, 'marketplace')))
    throw fieldFailure('method', 'sales.method.marketplace')
  if (input.method === 'credit' && sale.customer === null) throw fieldFailure('method', 'sales.method.credit')
  await assertAccount(ctx, input.account, input.method)
  await writeNote(ctx, sale, effect, {
    id,
    amount: input.amount,
    method: input.method,
    account: input.account,
    reason: input.reason,
    releasesSeat: input.releasesSeat,
    line: null,
    inputDigest,
  })
  if (input.releasesSeat) {
    await lockBatchesOf(ctx, await movedFrom(ctx, effect.lines))
    await releaseSeats(ctx, effect.lines, input.reason)
  }
  await noteBill(ctx, sale.id)
  if (effect.paidBack > 0 && input.method === 'credit' && sale.customer !== null) await applyCredit(ctx, sale.customer)
  return readSale(trx, call, sale.id)
}

/** Voids a bill of which nothing was paid or credited, with the places and the months that it gave. @throws sale/state */
export async function voidSale(ctx: TenantContext, { id, reason }: { id: string; reason: string }): Promise<SaleDetail> {
  const { trx, call, vendorId } = ctx
  await lockBooks(trx, vendorId)
  const lines = await voidBill(ctx, id, reason)
  await reopenDays(ctx, lines)
  await releaseSeats(
    ctx,
    lines.filter(({ kind }) => kind === 'batch'),
    reason,
  )
  await noteBill(ctx, id)
  return readSale(trx, call, id)
}
