import { sql } from 'kysely'
import { cancelEnrolment } from '#timetable/enrolments/enrolment.dates.server.ts'
import { readEnrolment } from '#timetable/enrolments/enrolment.row.server.ts'
import type { Schema } from '#db/schema.gen.ts'
import type { TenantContext } from '#kernel/context.ts'
import { followersOf } from '#timetable/enrolments/moved.server.ts'
import { occupyingStates, writeEnrolmentColumns } from '#timetable/enrolments/enrolment.write.server.ts'
import { lockBatchesOf, namedAmong, releaseUnnamed, unnamedAmong } from '#timetable/enrolments/unnamed.server.ts'
import { auditMoney, documentNumber, lockBooks, postEntries } from '#business/ledger/books.server.ts'
import { reversed, type Move } from '#business/ledger/ledger.rules.ts'
import { addDays, later } from '#lib/days.ts'
import { memberOf } from '#kernel/base.ts'
import { failure, fieldFailure } from '#kernel/failure.ts'
import { newId } from '#kernel/ids.ts'
import { answeredBefore, digestOf } from '#kernel/retry.ts'
import type { RefundInput, SaleDetail } from './sale.contract.ts'
import { applyCredit } from './credit.server.ts'
import { noteBill } from './owed-bills.server.ts'
import { readSale } from './sale.row.server.ts'
import { accountOf, creditParts, refundLimits, sum, type CreditPart } from './sale.rules.ts'
import { about, commissionMoves, saleMoves, termsOf } from './sale.line.server.ts'
import { findSale, lockSale } from './sale.pay.server.ts'

type LockedSale = Awaited<ReturnType<typeof lockSale>>

function linesOf({ trx, vendorId }: TenantContext, sale: string) {
  return trx.selectFrom('saleLines').selectAll().where('vendorId', '=', vendorId).where('sale', '=', sale).orderBy('position').execute()
}
type Line = Awaited<ReturnType<typeof linesOf>>[number]

/** The amounts of a sale's earlier credits, oldest first. */
async function earlierCredits({ trx, vendorId }: TenantContext, sale: string): Promise<number[]> {
  const rows = await trx
    .selectFrom('refunds')
    .select('amount')
    .where('vendorId', '=', vendorId)
    .where('sale', '=', sale)
    // In the order of their numbers: by day, and within a day by length first.
    .orderBy('day')
    .orderBy(sql`char_length("number")`)
    .orderBy('number')
    .execute()
  return rows.map(({ amount }) => amount)
}

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

/** The effect of crediting an amount on a sale. The unpaid part of the bill is credited first. */
async function effectOf(ctx: TenantContext, sale: LockedSale, amount: number) {
  if (sale.voidedAt !== null || sale.credited === sale.total) throw failure('sale/state')
  if (amount > sale.total - sale.credited) throw fieldFailure('amount', 'sales.refund.most')
  const lines = await linesOf(ctx, sale.id)
  const parts = creditParts(lines, await earlierCredits(ctx, sale.id), amount)
  const credited = Math.min(amount, sale.due)
  const of = (name: keyof CreditPart) => sum(parts.map((part) => part[name]))
  return { lines, parts, paidBack: amount - credited, credited, net: of('net'), tax: of('tax'), commission: of('commission') }
}

/**
 * The most that the member may still credit on a sale, in minor units; null for no limit. The same member's earlier
 * credits count, so that several parts cannot exceed the limit.
 */
async function limitOf(ctx: TenantContext, sale: string): Promise<number | null> {
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
    .executeTakeFirstOrThrow()
  return Math.max(limit * 10 ** (await termsOf(trx, vendorId, today)).exponent - given, 0)
}

/** Previews the effect of a refund without changing anything. */
export async function readRefundEffect(
  ctx: TenantContext,
  { sale: id, amount, releasesSeat }: { sale: string; amount: number; releasesSeat: boolean },
) {
  const sale = await findSale(ctx.trx, ctx.vendorId, id)
  const { lines, paidBack, credited, net, tax, commission } = await effectOf(ctx, sale, amount)
  const seats = releasesSeat ? [...(await seatsOf(ctx, lines)), ...(await unnamedAmong(ctx, placesOf(lines)))] : []
  return {
    paidBack,
    credited,
    net,
    tax,
    commission,
    seats: seats.map((seat) => ({ enrolment: seat.id, batchName: seat.batchName, endDate: seat.endDate })),
    held: await heldSessions(ctx, lines),
    limit: await limitOf(ctx, id),
  }
}

/** The ledger moves of a credit note: the bill is worth less, and the paid part is refunded. */
function refundMoves(
  sale: LockedSale,
  lines: readonly Line[],
  parts: readonly CreditPart[],
  paidBack: number,
  method: RefundInput['method'],
): Move[] {
  return [
    ...lines.flatMap((line, at) => {
      const { net = 0, tax = 0 } = parts[at] ?? {}
      const of = about(line, sale.customer)
      return [
        { ...of, debit: 'refund', credit: 'customerReceivable', amount: net },
        { ...of, debit: 'taxPayable', credit: 'customerReceivable', amount: tax },
      ] satisfies Move[]
    }),
    { customer: sale.customer, debit: 'customerReceivable', credit: accountOf(method), amount: paidBack, method },
  ]
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
  for (const { sale, enrolment, fromDay } of lines.toReversed()) {
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
    await writeEnrolmentColumns(ctx, row, { billedThrough, nextChargeOn: fromDay })
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

async function releaseSeats(ctx: TenantContext, lines: readonly Line[], reason: string): Promise<void> {
  await releaseUnnamed(ctx, placesOf(lines), reason)
  for (const { id, version } of await seatsOf(ctx, lines)) await cancelEnrolment(ctx, { id, version, when: 'now', reason })
}

/**
 * Credits an amount on a bill by a credit note, and refunds what was paid of it (product 3).
 * @throws sale/limit if the member may not refund that much
 */
export async function refundSale(ctx: TenantContext, input: RefundInput): Promise<SaleDetail> {
  const { trx, call, vendorId, now } = ctx
  const today = await ctx.today()
  const { id = newId(call.app.now()), ...request } = input
  const inputDigest = digestOf(request)
  await lockBooks(trx, vendorId)
  const before = await answeredBefore(ctx, 'refunds', id, inputDigest, (row) => readSale(trx, call, row.sale))
  if (before) return before
  const sale = await lockSale(trx, vendorId, input.sale)
  const { lines, parts, paidBack, tax, commission } = await effectOf(ctx, sale, input.amount)
  const limit = await limitOf(ctx, sale.id)
  if (limit !== null && input.amount > limit) throw failure('sale/limit', { limit })
  if (paidBack > 0 && input.method === 'marketplace' && !(await wasPaidBy(ctx, sale.id, 'marketplace')))
    throw fieldFailure('method', 'sales.method.marketplace')
  if (input.method === 'credit' && sale.customer === null) throw fieldFailure('method', 'sales.method.credit')
  const number = await documentNumber(trx, vendorId, 'C', today)
  const method = paidBack > 0 ? input.method : null
  const note = { number, amount: input.amount, tax, commission, paidBack, method, reason: input.reason, releasesSeat: input.releasesSeat }
  const written = { vendorId, id, sale: sale.id, day: today, at: now, ...note, givenBy: memberOf(call).userId, inputDigest }
  await trx.insertInto('refunds').values(written).execute()
  const sums = { credited: sale.credited + input.amount, refunded: sale.refunded + paidBack }
  await trx
    .updateTable('sales')
    .set({ ...sums, version: sale.version + 1, updatedAt: now })
    .where('vendorId', '=', vendorId)
    .where('id', '=', sale.id)
    .execute()
  const common = { sourceId: id, day: today, at: now, currency: sale.currency }
  await postEntries(trx, call, { ...common, source: 'refund', moves: refundMoves(sale, lines, parts, paidBack, input.method) })
  const creditedLines = lines.map((line, at) => ({ ...line, commission: parts[at]?.commission ?? 0 }))
  await postEntries(trx, call, { ...common, source: 'commission', moves: reversed(commissionMoves(creditedLines, sale.customer)) })
  if (input.releasesSeat) {
    await lockBatchesOf(ctx, await movedFrom(ctx, lines))
    await releaseSeats(ctx, lines, input.reason)
  }
  await noteBill(ctx, sale.id)
  await auditMoney(trx, call, {
    action: 'refund',
    entity: 'sale',
    target: sale.id,
    before: { credited: sale.credited, refunded: sale.refunded },
    after: { ...sums, ...note },
  })
  if (method === 'credit' && sale.customer !== null) await applyCredit(ctx, sale.customer)
  return readSale(trx, call, sale.id)
}

/** Voids a bill of which nothing was paid or credited, with the places and the months that it gave. @throws sale/state */
export async function voidSale(ctx: TenantContext, { id, reason }: { id: string; reason: string }): Promise<SaleDetail> {
  const { trx, call, vendorId, now } = ctx
  const today = await ctx.today()
  await lockBooks(trx, vendorId)
  const sale = await lockSale(trx, vendorId, id)
  if (sale.voidedAt !== null || sale.paid > 0 || sale.credited > 0) throw failure('sale/state')
  const lines = await linesOf(ctx, id)
  await trx
    .updateTable('sales')
    .set({ voidedAt: now, voidReason: reason, version: sale.version + 1, updatedAt: now })
    .where('vendorId', '=', vendorId)
    .where('id', '=', id)
    .execute()
  const common = { sourceId: id, day: today, at: now, currency: sale.currency }
  await postEntries(trx, call, { ...common, source: 'void', moves: reversed(saleMoves(lines, sale.customer)) })
  await postEntries(trx, call, { ...common, source: 'commission', moves: reversed(commissionMoves(lines, sale.customer)) })
  await lockBatchesOf(ctx, await movedFrom(ctx, lines))
  await unbill(ctx, lines)
  await releaseSeats(
    ctx,
    lines.filter(({ kind }) => kind === 'batch'),
    reason,
  )
  await noteBill(ctx, id)
  await auditMoney(trx, call, {
    action: 'void',
    entity: 'sale',
    target: id,
    before: { state: sale.state },
    after: { state: 'void', reason },
  })
  return readSale(trx, call, id)
}
