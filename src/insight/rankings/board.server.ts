import { sql } from 'kysely'
import type { Trx } from '#db/tenant.ts'
import { countryOf } from '#business/setup/setup.server.ts'
import { seesCustomers } from '#directory/customers/customer.papers.server.ts'
import { fullName, trainerName } from '#lib/names.ts'
import type { financeContract } from '#insight/finance/finance.contract.ts'
import type { attendanceContract } from '#timetable/attendance/attendance.contract.ts'
import { allows, memberOf } from '#kernel/base.ts'
import type { TenantContext } from '#kernel/context.ts'
import { frozenOf, readPiece, type Frozen, type PlacedRow } from './board.row.server.ts'
import type { RankingScope } from './figures.server.ts'
import type { BoardInput, RankingRow, BoardPage, BusinessRanking, RankingPeriod } from './rankings.contract.ts'
import {
  before,
  formulaVersion,
  rankingPeriodOf,
  shownName,
  type BoardKind,
  type Inputs,
  type RankedPerson,
  type RankingSpan,
} from './rankings.rules.ts'

/** The requested period, the one before it, and the frozen records of both. A future day means the running period. */
export async function openPeriod(ctx: TenantContext, { span, day }: { span: RankingSpan; day?: string | undefined }) {
  const { trx, vendorId, now } = ctx
  const today = await ctx.today()
  const { firstWeekday, id: country, currency, exponent } = await countryOf(trx, vendorId)
  const period = rankingPeriodOf(span, day !== undefined && day < today ? day : today, firstWeekday)
  const scope: RankingScope = { vendorId, now, today, firstWeekday, period }
  const past: RankingScope = { ...scope, period: before(period, firstWeekday) }
  const [frozen, pastFrozen] = [await frozenOf(trx, vendorId, period), await frozenOf(trx, vendorId, past.period)]
  const periodInfo: RankingPeriod = {
    ...period,
    currency,
    exponent,
    firstWeekday,
    version: frozen?.version ?? formulaVersion,
    frozenAt: frozen?.frozenAt ?? null,
    asOf: now,
  }
  return { scope, frozen, past, pastFrozen, periodInfo, country }
}

type Names = Map<string, { name: string; fullName?: string }>

/** How the reader may see the rows of a board named; a row without a name is hidden. */
export async function namesOf(ctx: TenantContext, board: BoardKind, ids: readonly string[]): Promise<Names> {
  const { trx, call, vendorId } = ctx
  const today = await ctx.today()
  const among = sql<string>`any(${ids}::uuid[])`
  if (board === 'customers') {
    // A frozen row stores its original customer; one merged since is named, or not, as the merge target is.
    const { rows } = await sql<RankedPerson & { id: string }>`
      with recursive found as (
        select c."id", c."id" as "now" from "customers" c where c."vendorId" = ${vendorId} and c."id" = ${among}
        union
        select f."id", c."mergedInto" from found f
        join "customers" c on c."vendorId" = ${vendorId} and c."id" = f."now" and c."state" = 'archived' and c."mergedInto" is not null
      )
      select f."id", c."firstName", c."lastName", c."nickname", c."dob", c."guardianName", c."showInRankings" from found f
      join "customers" c on c."vendorId" = ${vendorId} and c."id" = f."now" and (c."state" <> 'archived' or c."mergedInto" is null)`.execute(
      trx,
    )
    // A trainer knows people on their own rosters by first name; a bookkeeper knows no one (product 4).
    const isCoach = allows<{ attendance: typeof attendanceContract }>(call.app, memberOf(call).role, 'attendance.mark')
    const sees = seesCustomers(call) ? 'name' : isCoach ? 'firstName' : 'nothing'
    const named = (row: RankedPerson) => {
      const name = shownName(row, sees, today)
      return sees === 'name' && name !== '' ? { name, fullName: fullName(row) } : { name }
    }
    return new Map(rows.map((row) => [row.id, named(row)]))
  }
  if (board === 'trainers') {
    const rows = await trx
      .selectFrom('trainers')
      .select(['id', 'Fname', 'Lname'])
      .where('vendorId', '=', vendorId)
      .where('id', '=', among)
      .execute()
    return new Map(rows.map((row) => [row.id, { name: trainerName(row) }]))
  }
  const rows = await trx.selectFrom('batches').select(['id', 'name']).where('vendorId', '=', vendorId).where('id', '=', among).execute()
  return new Map(rows.map(({ id, name }) => [id, { name }]))
}

/** The inputs that the role may see: money only for members who may see the books (product 4). */
function visible({ call }: TenantContext, inputs: Inputs): Inputs {
  const { revenue: _hidden, ...others } = inputs
  return allows<{ finance: typeof financeContract }>(call.app, memberOf(call).role, 'finance.statement') ? inputs : others
}

/** The ranks of some subjects in a period; a subject without one is omitted. */
export async function ranksIn(trx: Trx, board: BoardKind, scope: RankingScope, frozen: Frozen | undefined, subjects: readonly string[]) {
  if (subjects.length === 0) return new Map<string, number | null>()
  const { rows } = await readPiece(trx, board, scope, frozen, { from: 0, to: 0, subjects })
  return new Map(rows.map(({ subject, rank }) => [subject, rank]))
}

/** A page of a board (product 6), with the previous period's ranks and a trainer's own row. */
export async function readRankingBoard(ctx: TenantContext, { board, page, size, ...asked }: BoardInput): Promise<BoardPage> {
  const { trx, call } = ctx
  const { scope, frozen, past, pastFrozen, periodInfo } = await openPeriod(ctx, asked)
  const { role, trainerId } = memberOf(call)
  const own = board === 'trainers' && role === 'trainer' ? trainerId : null
  const [from, to] = [(page - 1) * size + 1, page * size]
  const found = await readPiece(trx, board, scope, frozen, { from, to, subjects: own ? [own] : [] })
  const subjects = found.rows.map(({ subject }) => subject)
  const [names, ranks] = [await namesOf(ctx, board, subjects), await ranksIn(trx, board, past, pastFrozen, subjects)]
  const rowOf = ({ subject, rank, score, sample, inputs }: PlacedRow): RankingRow => ({
    id: subject,
    ...(names.get(subject) ?? { name: '' }),
    rank,
    rankBefore: ranks.get(subject) ?? null,
    score,
    sample,
    inputs: visible(ctx, inputs),
  })
  const mine = found.rows.find(({ subject }) => subject === own)
  return {
    period: periodInfo,
    rows: found.rows.filter(({ position }) => position >= from && position <= to).map(rowOf),
    total: found.total,
    ranked: found.ranked,
    own: mine ? rowOf(mine) : null,
  }
}

/** The latest frozen period of a span that began on or before a day, and the business's places in it. */
async function readStanding(
  { trx, vendorId }: TenantContext,
  span: RankingSpan,
  from: string,
  country: string,
): Promise<BusinessRanking['standing']> {
  const period = await trx
    .selectFrom('rankingPeriods')
    .select(['fromDay', 'toDay'])
    .where('vendorId', '=', vendorId)
    .where('span', '=', span)
    .where('fromDay', '<=', from)
    .orderBy('fromDay', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!period) return null
  const own = await trx
    .selectFrom('rankingRows')
    .select('score')
    .where('vendorId', '=', vendorId)
    .where('span', '=', span)
    .where('fromDay', '=', period.fromDay)
    .where('board', '=', 'business')
    .executeTakeFirst()
  const { rows } = await sql<{ serviceType: string; among: number | null; percentile: number | null }>`
    select * from "standingAmong"(${span}, ${period.fromDay}::date)`.execute(trx)
  return { from: period.fromDay, to: period.toDay, score: own?.score ?? null, country, among: rows }
}

/** The business's own score and its place among others (product 6, *My business*). */
export async function readBusiness(ctx: TenantContext, asked: { span: RankingSpan; day?: string | undefined }): Promise<BusinessRanking> {
  const { trx, vendorId } = ctx
  const { scope, frozen, past, pastFrozen, periodInfo, country } = await openPeriod(ctx, asked)
  const whole = { from: 1, to: 1, subjects: [vendorId] }
  const [own] = (await readPiece(trx, 'business', scope, frozen, whole)).rows
  const [previous] = (await readPiece(trx, 'business', past, pastFrozen, whole)).rows
  return {
    period: periodInfo,
    score: own?.score ?? null,
    scoreBefore: previous?.score ?? null,
    sample: own?.sample ?? 0,
    inputs: own?.inputs ?? {},
    standing: await readStanding(ctx, asked.span, scope.period.from, country),
  }
}
