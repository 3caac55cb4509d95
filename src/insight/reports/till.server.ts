import { sql } from 'kysely'
import { balancesOn } from '#business/ledger/money-account.balance.server.ts'
import { entriesOf } from '#business/ledger/money-account.row.server.ts'
import { accountRows } from '#business/ledger/money-account.server.ts'
import type { MoneyAccount } from '#business/ledger/money-account.contract.ts'
import { fieldFailure } from '#kernel/failure.ts'
import type { TenantContext } from '#kernel/context.ts'
import type { DayExpected } from './day.contract.ts'

/**
 * The tills whose balance is known, so that what is in them can be counted: every till that was added, and the first
 * one once its balance was set. Before that the ledger knows only what came in and left by a day's payments.
 */
export async function tillsOf(ctx: TenantContext): Promise<MoneyAccount[]> {
  const { trx, vendorId } = ctx
  const accounts = await accountRows(ctx)
  const set = await trx
    .selectFrom('moneyMoves')
    .select('intoAccount')
    .distinct()
    .where('vendorId', '=', vendorId)
    .where('kind', '=', 'opening')
    .where('reversedOn', 'is', null)
    .execute()
  const known = new Set(set.map(({ intoAccount }) => intoAccount))
  return accounts.filter(({ id, kind, state, isFirst }) => kind === 'till' && state === 'active' && (!isFirst || known.has(id)))
}

/** A till that can be counted. @throws request/invalid at `till` */
export async function tillOf(ctx: TenantContext, id: string): Promise<MoneyAccount> {
  const till = (await tillsOf(ctx)).find((one) => one.id === id)
  if (!till) throw fieldFailure('till', 'reports.till.unknown')
  return till
}

/** What counts of a day posted for a till: a later count of the day replaces them, so that it is not compared with them. */
async function countedOn({ trx, vendorId }: TenantContext, till: string, day: string): Promise<number> {
  const { rows } = await sql<{ amount: number }>`
    select coalesce(sum(m."amount"), 0)::bigint as "amount" from "moneyMoves" m
    where m."vendorId" = ${vendorId} and m."kind" = 'count' and m."intoAccount" = ${till} and m."day" = ${day}::date
      and m."reversedOn" is distinct from m."day"`.execute(trx)
  return rows[0]?.amount ?? 0
}

/** What a till has at the end of a day by the ledger without counts of the day, with what came in and left that day. */
export async function tillExpected(ctx: TenantContext, till: MoneyAccount, day: string): Promise<DayExpected['methods'][number]> {
  const balanceOf = await balancesOn(ctx, day)
  const { rows } = await sql<{ taken: number; back: number; count: number }>`
    select coalesce(sum(o."amount") filter (where o."amount" > 0), 0)::bigint as "taken",
      coalesce(-sum(o."amount") filter (where o."amount" < 0), 0)::bigint as "back", count(*)::int as "count"
    from (${entriesOf(ctx.vendorId, till, sql`l."day" = ${day}::date and l."source" <> 'count'`)}) o`.execute(ctx.trx)
  const { taken = 0, back = 0, count = 0 } = rows[0] ?? {}
  return { method: 'cash', taken, back, expected: balanceOf(till.id).amount - (await countedOn(ctx, till.id, day)), count }
}
