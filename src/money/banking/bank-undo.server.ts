import { sql } from 'kysely'
import type { Source } from '#business/ledger/ledger.rules.ts'
import type { TenantContext } from '#kernel/context.ts'
import { readMove, reverseMove } from '#money/cashbook/move.server.ts'
import { updateExpense, voidExpense } from '#money/expenses/expense.actions.server.ts'
import { readExpense } from '#money/expenses/expense.row.server.ts'
import { reversePayment } from '#money/sales/sale.pay.server.ts'

type Document = { source: Source; id: string; made: 'entered' | 'paid' }

/** Reverses a payment of a bill, unless a member did. */
async function undoPayment(ctx: TenantContext, payment: string, reason: string): Promise<void> {
  const { trx, vendorId } = ctx
  const { rows } = await sql<{ sale: string; isReversed: boolean }>`
    select p."sale", exists (select 1 from "payments" r where r."vendorId" = ${vendorId} and r."reverses" = ${payment}) as "isReversed"
    from "payments" p where p."vendorId" = ${vendorId} and p."id" = ${payment}`.execute(trx)
  const [row] = rows
  if (row && !row.isReversed) await reversePayment(ctx, { sale: row.sale, payment, reason })
}

/** Voids an expense that was entered for a line; makes one that the line paid unpaid again. */
async function undoExpense(ctx: TenantContext, { id, made }: Document, reason: string): Promise<void> {
  const { version, state, paidOn } = await readExpense(ctx, id)
  if (state === 'void') return
  if (made === 'entered') await voidExpense(ctx, { id, version, reason })
  else if (paidOn !== null) await updateExpense(ctx, { id, version, isUnpaid: true, paidOn: null })
}

async function undoMove(ctx: TenantContext, id: string, reason: string): Promise<void> {
  const { version, reversedOn } = await readMove(ctx, id)
  if (reversedOn === null) await reverseMove(ctx, { id, version, reason })
}

/** Reverses what accepting a line entered or paid, each unless a member did so meanwhile. @throws month/closed, sale/state */
export async function undoDocuments(ctx: TenantContext, line: string, reason: string): Promise<void> {
  const { trx, vendorId } = ctx
  const { rows } = await sql<Document>`
    select distinct l."source", l."sourceId" as "id", m."made" from "bankMatches" m
    join "ledger" l on l."vendorId" = ${vendorId} and l."id" = m."entry"
    where m."vendorId" = ${vendorId} and m."line" = ${line} and m."made" is not null order by 2`.execute(trx)
  for (const document of rows) {
    if (document.source === 'payment') await undoPayment(ctx, document.id, reason)
    else if (document.source === 'expense') await undoExpense(ctx, document, reason)
    else await undoMove(ctx, document.id, reason)
  }
}
