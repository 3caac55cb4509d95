import { sql } from 'kysely'
import { auditMoney, documentNumber, postEntries } from '#business/ledger/books.server.ts'
import { reversed, type Move } from '#business/ledger/ledger.rules.ts'
import { memberOf } from '#kernel/base.ts'
import type { TenantContext } from '#kernel/context.ts'
import { failure, fieldFailure } from '#kernel/failure.ts'
import { newId } from '#kernel/ids.ts'
import { digestOf } from '#kernel/retry.ts'
import type { RefundInput } from './sale.contract.ts'
import { noteBill } from './owed-bills.server.ts'
import { commissionMoves, saleMoves, taxedAs } from './sale.line.server.ts'
import { lockSale } from './sale.pay.server.ts'
import { accountOf, creditParts, sum, type CreditPart, type LineCredit } from './sale.rules.ts'

type LockedSale = Awaited<ReturnType<typeof lockSale>>

/** The lines of a bill in their order. */
export function linesOf({ trx, vendorId }: TenantContext, sale: string) {
  return trx.selectFrom('saleLines').selectAll().where('vendorId', '=', vendorId).where('sale', '=', sale).orderBy('position').execute()
}
export type Line = Awaited<ReturnType<typeof linesOf>>[number]

/** A sale's earlier credits, oldest first. */
function earlierCredits({ trx, vendorId }: TenantContext, sale: string): Promise<LineCredit[]> {
  return (
    trx
      .selectFrom('refunds')
      .select(['amount', 'line'])
      .where('vendorId', '=', vendorId)
      .where('sale', '=', sale)
      // In the order of their numbers: by day, and within a day by length first.
      .orderBy('day')
      .orderBy(sql`char_length("number")`)
      .orderBy('number')
      .execute()
  )
}

/** The effect of a credit on a sale. The unpaid part of the bill is credited first. */
export async function creditEffect(ctx: TenantContext, sale: LockedSale, credit: LineCredit) {
  if (sale.voidedAt !== null || sale.credited === sale.total) throw failure('sale/state')
  if (credit.amount > sale.total - sale.credited) throw fieldFailure('amount', 'sales.refund.most')
  const lines = await linesOf(ctx, sale.id)
  const parts = creditParts(lines, await earlierCredits(ctx, sale.id), credit)
  return {
    lines,
    parts,
    paidBack: credit.amount - Math.min(credit.amount, sale.due),
    credited: Math.min(credit.amount, sale.due),
    ...sumsOf(parts),
  }
}
type CreditEffect = Pick<Awaited<ReturnType<typeof creditEffect>>, 'lines' | 'parts' | 'paidBack'>

const sumsOf = (parts: readonly CreditPart[]) => {
  const of = (name: keyof CreditPart) => sum(parts.map((part) => part[name]))
  return { net: of('net'), tax: of('tax'), commission: of('commission') }
}

/** The ledger moves of a credit note: the bill is worth less, and the paid part is refunded. */
export function refundMoves(
  sale: Pick<LockedSale, 'customer'>,
  { lines, parts, paidBack }: Pick<CreditEffect, 'parts' | 'paidBack'> & { lines: readonly Parameters<typeof taxedAs>[0][] },
  { method, account = null }: Pick<Note, 'method' | 'account'>,
): Move[] {
  return [
    ...lines.flatMap((line, at) => {
      const { net = 0, tax = 0 } = parts[at] ?? {}
      const of = taxedAs(line, sale.customer)
      return [
        { ...of, debit: 'refund', credit: 'customerReceivable', amount: net },
        { ...of, debit: 'taxPayable', credit: 'customerReceivable', amount: tax },
      ] satisfies Move[]
    }),
    { customer: sale.customer, debit: 'customerReceivable', credit: accountOf(method), from: account, amount: paidBack, method },
  ]
}

type Note = Pick<RefundInput, 'amount' | 'method' | 'reason' | 'releasesSeat'> & {
  id: string
  account?: string | null
  line: number | null
  reverses?: string
  inputDigest: Buffer
}

/** Writes a credit note with its entries and its audit row; the caller notes what the bill still owes. The books and the bill must be locked. */
export async function writeNote(
  ctx: TenantContext,
  sale: LockedSale,
  effect: CreditEffect,
  { inputDigest, ...input }: Note,
): Promise<void> {
  const { trx, call, vendorId, now } = ctx
  const today = await ctx.today()
  const { paidBack, lines, parts } = effect
  const { id, line, reverses = null, ...said } = input
  const { tax, commission } = sumsOf(parts)
  const number = await documentNumber(trx, vendorId, 'C', today)
  const paid = paidBack === 0 ? { method: null, account: null } : { method: input.method, account: input.account ?? null }
  const note = { number, tax, commission, paidBack, ...said, ...paid }
  await trx
    .insertInto('refunds')
    .values({ vendorId, id, sale: sale.id, day: today, at: now, ...note, line, reverses, givenBy: memberOf(call).userId, inputDigest })
    .execute()
  const sums = { credited: sale.credited + input.amount, refunded: sale.refunded + paidBack }
  await trx
    .updateTable('sales')
    .set({ ...sums, version: sale.version + 1, updatedAt: now })
    .where('vendorId', '=', vendorId)
    .where('id', '=', sale.id)
    .execute()
  const common = { sourceId: id, day: today, at: now, currency: sale.currency }
  await postEntries(trx, call, { ...common, source: 'refund', moves: refundMoves(sale, effect, input) })
  const creditedLines = lines.map((one, at) => ({ ...one, commission: parts[at]?.commission ?? 0 }))
  await postEntries(trx, call, { ...common, source: 'commission', moves: reversed(commissionMoves(creditedLines, sale.customer)) })
  await auditMoney(trx, call, {
    action: reverses === null ? 'refund' : 'reverseRefund',
    entity: 'sale',
    target: sale.id,
    before: { credited: sale.credited, refunded: sale.refunded },
    after: { ...sums, ...note },
  })
}

/**
 * Credits an amount on one line of a bill: first what is open on the bill; the rest becomes the customer's credit, or is
 * refunded by another method. The books must be locked.
 * @returns the credit note, and the part of it that was paid before, in minor units
 */
export async function creditLine(
  ctx: TenantContext,
  of: { sale: string; line: number },
  { amount, reason, method }: Pick<RefundInput, 'amount' | 'reason' | 'method'>,
): Promise<{ note: string; paidBack: number }> {
  const sale = await lockSale(ctx.trx, ctx.vendorId, of.sale)
  const effect = await creditEffect(ctx, sale, { amount, line: of.line })
  const id = newId(ctx.call.app.now())
  await writeNote(ctx, sale, effect, {
    id,
    amount,
    line: of.line,
    method,
    reason,
    releasesSeat: false,
    inputDigest: digestOf({ ...of, amount, reason }),
  })
  await noteBill(ctx, of.sale)
  return { note: id, paidBack: effect.paidBack }
}

/**
 * Reverses the credit note of a line by one of the opposite amounts, dated today; the customer must still have the
 * credit that it gave. The books must be locked.
 */
export async function reverseNote(ctx: TenantContext, id: string, reason: string): Promise<void> {
  const { trx, vendorId } = ctx
  const note = await trx.selectFrom('refunds').selectAll().where('vendorId', '=', vendorId).where('id', '=', id).executeTakeFirstOrThrow()
  const sale = await lockSale(trx, vendorId, note.sale)
  const lines = await linesOf(ctx, note.sale)
  const amount = -note.amount
  const parts = creditParts(lines, await earlierCredits(ctx, note.sale), { amount, line: note.line })
  await writeNote(
    ctx,
    sale,
    { lines, parts, paidBack: -note.paidBack },
    {
      id: newId(ctx.call.app.now()),
      amount,
      line: note.line,
      reverses: id,
      method: 'credit',
      reason,
      releasesSeat: false,
      inputDigest: digestOf({ reverses: id, reason }),
    },
  )
  await noteBill(ctx, note.sale)
}

/**
 * Voids a bill of which nothing was paid or credited, with its entries and its audit row; the caller decides about its
 * places and notes what they owe. The books must be locked.
 * @returns its lines; @throws sale/state
 */
export async function voidBill(ctx: TenantContext, id: string, reason: string): Promise<Line[]> {
  const { trx, call, vendorId, now } = ctx
  const sale = await lockSale(trx, vendorId, id)
  if (sale.voidedAt !== null || sale.paid > 0 || sale.credited > 0) throw failure('sale/state')
  const lines = await linesOf(ctx, id)
  await trx
    .updateTable('sales')
    .set({ voidedAt: now, voidReason: reason, version: sale.version + 1, updatedAt: now })
    .where('vendorId', '=', vendorId)
    .where('id', '=', id)
    .execute()
  await postVoid(ctx, sale, lines, reversed)
  await auditMoney(trx, call, {
    action: 'void',
    entity: 'sale',
    target: id,
    before: { state: sale.state },
    after: { state: 'void', reason },
  })
  return lines
}

/** Makes a void bill count again, as it was. The books must be locked. */
export async function restoreBill(ctx: TenantContext, id: string): Promise<void> {
  const { trx, call, vendorId, now } = ctx
  const sale = await lockSale(trx, vendorId, id)
  if (sale.voidedAt === null) throw failure('sale/state')
  await trx
    .updateTable('sales')
    .set({ voidedAt: null, voidReason: null, version: sale.version + 1, updatedAt: now })
    .where('vendorId', '=', vendorId)
    .where('id', '=', id)
    .execute()
  await postVoid(ctx, sale, await linesOf(ctx, id), (moves) => [...moves])
  await noteBill(ctx, id)
  await auditMoney(trx, call, { action: 'restore', entity: 'sale', target: id, before: { state: 'void' }, after: { total: sale.total } })
}

/** Posts the entries of a bill as those of its void, dated today. @param turned reverses them for a void, leaves them for its return */
async function postVoid(
  ctx: TenantContext,
  sale: LockedSale,
  lines: readonly Line[],
  turned: (moves: readonly Move[]) => Move[],
): Promise<void> {
  const { trx, call, now } = ctx
  const common = { sourceId: sale.id, day: await ctx.today(), at: now, currency: sale.currency }
  await postEntries(trx, call, { ...common, source: 'void', moves: turned(saleMoves(lines, sale.customer)) })
  await postEntries(trx, call, { ...common, source: 'commission', moves: turned(commissionMoves(lines, sale.customer)) })
}
