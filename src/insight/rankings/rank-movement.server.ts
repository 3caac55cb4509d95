import { sql } from 'kysely'
import type { TenantContext } from '#kernel/context.ts'
import { readPiece } from './board.row.server.ts'
import { namesOf, openPeriod, ranksIn } from './board.server.ts'
import { movementPeriods, movementRanks, type RankMovements } from './rankings.contract.ts'
import { before, type BoardKind, type Period, type RankingSpan } from './rankings.rules.ts'

type Asked = { board: BoardKind; span: RankingSpan; day?: string | undefined }

/** The periods before one, latest first. */
function earlierThan(period: Period, count: number, firstWeekday: number): Period[] {
  const found: Period[] = []
  for (let last = period; found.length < count; found.push(last)) last = before(last, firstWeekday)
  return found
}

/** The ranks of some subjects in frozen periods, by the period's first day; a period without a frozen board is left out. */
async function frozenRanks(ctx: TenantContext, { board, span }: Asked, days: readonly string[], subjects: readonly string[]) {
  const { trx, vendorId } = ctx
  const { rows: periods } = await sql<{ from: string }>`
    select p."fromDay" as "from" from "rankingPeriods" p
    where p."vendorId" = ${vendorId} and p."span" = ${span} and p."fromDay" = any(${days}::date[])`.execute(trx)
  const { rows } = await sql<{ from: string; subject: string; rank: number | null }>`
    select r."fromDay" as "from", r."subject", r."rank" from "rankingRows" r
    where r."vendorId" = ${vendorId} and r."span" = ${span} and r."board" = ${board}
      and r."fromDay" = any(${days}::date[]) and r."subject" = any(${subjects}::uuid[])`.execute(trx)
  const rankOf = (from: string, subject: string) => rows.find((row) => row.from === from && row.subject === subject)?.rank ?? null
  return new Map(periods.map(({ from }) => [from, (subject: string) => rankOf(from, subject)]))
}

/** How the highest rows of a board got there (product 6): their ranks in the periods up to the one asked for. */
export async function readMovement(ctx: TenantContext, asked: Asked): Promise<RankMovements> {
  const { board } = asked
  const { scope, frozen, past, pastFrozen, periodInfo } = await openPeriod(ctx, asked)
  const { rows } = await readPiece(ctx.trx, board, scope, frozen, { from: 1, to: movementRanks, subjects: [] })
  const ranked = rows.filter(({ rank }) => rank !== null)
  const subjects = ranked.map(({ subject }) => subject)
  const names = await namesOf(ctx, board, subjects)
  const [previous, ...older] = earlierThan(scope.period, movementPeriods - 1, scope.firstWeekday)
  const olderRanks = await frozenRanks(
    ctx,
    asked,
    older.map(({ from }) => from),
    subjects,
  )
  const previousRanks = await ranksIn(ctx.trx, board, past, pastFrozen, subjects)
  const shown = older.filter(({ from }) => olderRanks.has(from)).toReversed()
  return {
    period: periodInfo,
    periods: [...shown, ...(previous ? [previous] : []), scope.period].map(({ from, to }) => ({ from, to })),
    rows: ranked.map(({ subject, rank }) => ({
      id: subject,
      ...(names.get(subject) ?? { name: '' }),
      ranks: [
        ...shown.map(({ from }) => olderRanks.get(from)?.(subject) ?? null),
        ...(previous ? [previousRanks.get(subject) ?? null] : []),
        rank,
      ],
    })),
  }
}
