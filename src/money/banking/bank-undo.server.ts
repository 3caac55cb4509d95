import { sql } from 'kysely'
import { lockBooks } from '#business/ledger/books.server.ts'
import type { Source } from '#business/ledger/ledger.rules.ts'
import type { TenantContext } from '#kernel/context.ts'
import { readMove, reverseMove } from '#money/cashbook/move.server.ts'
import { updateExpense, voidExpense } from '#money/expenses/expense.actions.server.ts'
import { readExpense } from '#money/expenses/expense.row.server.ts'
import { reversePayment } from '#money/sales/sale.pay.server.ts'

type Document = { source: Source; id: string; made: 'entered' | 'paid' }

/** Reverses a payment of a bill, unless a member did. @returns whether it stays, because money of the bill was refunded */
async function undoPayment(ctx: TenantContext, payment: string, reason: string): Promise<boolean> {
  const { trx, vendorId } = ctx
  const { rows } = await sql<{ sale: string; refunded: number; isReversed: boolean }>`
    select p."sale", s."refunded",
      exists (select 1 from "payments" r where r."vendorId" = ${vendorId} and r."reverses" = ${payment}) as "isReversed"
    from "payments" p join "sales" s on s."vendorId" = ${vendorId} and s."id" = p."sale"
    where p."vendorId" = ${vendorId} and p."id" = ${payment}`.execute(trx)
  const [row] = rows
  if (!row || row.isReversed) return false
  if (row.refunded > 0) return true
  await reversePayment(ctx, { sale: row.sale, payment, reason })
  return false
}

/**
 * Voids an expense that was entered for a line; makes one that the line paid unpaid again.
 * @returns whether it stays paid, because that was in a month that is closed
 */
async function undoExpense(ctx: TenantContext, { id, made }: Document, reason: string): Promise<boolean> {
  const { closedThrough } = await lockBooks(ctx.trx, ctx.vendorId)
  const { version, state, paidOn } = await readExpense(ctx, id)
  if (state === 'void' || (made === 'paid' && paidOn === null)) return false
  if (made === 'entered') await voidExpense(ctx, { id, version, reason })
  else if (closedThrough !== null && paidOn !== null && paidOn <= closedThrough) return true
  else await updateExpense(ctx, { id, version, isUnpaid: true, paidOn: null })
  return false
}

/** Reverses a move that was entered for a line, unless a member did. */
async function undoMove(ctx: TenantContext, id: string, reason: string): Promise<boolean> {
  const { version, reversedOn } = await readMove(ctx, id)
  if (reversedOn === null) await reverseMove(ctx, { id, version, reason })
  return false
}

/** What accepting a line entered or paid. Read before its entries become unmatched. */
export async function madeFor({ trx, vendorId }: TenantContext, line: string): Promise<Document[]> {
  const { rows } = await sql<Document>`
    select distinct l."source", l."sourceId" as "id", m."made" from "bankMatches" m
    join "ledger" l on l."vendorId" = ${vendorId} and l."id" = m."entry"
    where m."vendorId" = ${vendorId} and m."line" = ${line} and m."made" is not null order by 2`.execute(trx)
  return rows
}

/**
 * Reverses what accepting a line entered or paid, each unless a member did so meanwhile.
 * @returns how many can no longer be reversed and stay in the books
 * @throws document/matched for a transfer whose other side is matched with a line of its own
 */
export async function undoDocuments(ctx: TenantContext, documents: readonly Document[], reason: string): Promise<number> {
  let stay = 0
  for (const document of documents) {
    const undo = async () => {
      if (document.source === 'payment') return undoPayment(ctx, document.id, reason)
      return document.source === 'expense' ? undoExpense(ctx, document, reason) : undoMove(ctx, document.id, reason)
    }
    if (await undo()) stay += 1
  }
  return stay
}
