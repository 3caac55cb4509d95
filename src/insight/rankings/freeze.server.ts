import { sql } from 'kysely'
import { inChunks } from '#lib/chunks.ts'
import { addDays, addMonths, later } from '#lib/days.ts'
import { audit } from '#kernel/audit.ts'
import type { DailyTask } from '#business/accounts/daily.server.ts'
import type { TenantContext } from '#kernel/context.ts'
import { countryOf } from '#business/setup/setup.server.ts'
import { computeBoard, type PlacedRow } from './board.row.server.ts'
import type { RankingScope } from './figures.server.ts'
import {
  after,
  backMonths,
  boards,
  formulaVersion,
  freezeGraceDays,
  rankingPeriodOf,
  rankingSpans,
  type Period,
  type Ranked,
} from './rankings.rules.ts'

/** The periods that are over and not frozen, oldest of each span first: from the first session on, at most a year back. */
async function duePeriods(ctx: TenantContext): Promise<Period[]> {
  const { trx, vendorId } = ctx
  const today = await ctx.today()
  const { firstWeekday } = await countryOf(trx, vendorId)
  const first = await trx
    .selectFrom('batchSessions')
    .select('day')
    .where('vendorId', '=', vendorId)
    .orderBy('day')
    .limit(1)
    .executeTakeFirst()
  if (!first) return []
  const due: Period[] = []
  for (const span of rankingSpans) {
    const last = await trx
      .selectFrom('rankingPeriods')
      .select('toDay')
      .where('vendorId', '=', vendorId)
      .where('span', '=', span)
      .orderBy('fromDay', 'desc')
      .limit(1)
      .executeTakeFirst()
    let period = rankingPeriodOf(span, last ? addDays(last.toDay, 1) : later(first.day, addMonths(today, -backMonths)), firstWeekday)
    for (; addDays(period.to, freezeGraceDays) < today; period = after(period, firstWeekday)) due.push(period)
  }
  return due
}

/** The types of the services that the business taught: those whose batches met in the period. */
async function serviceTypesIn({ trx, vendorId }: TenantContext, { from, to }: Period): Promise<string[]> {
  const rows = await trx
    .selectFrom('services')
    .select('service')
    .distinct()
    .where('vendorId', '=', vendorId)
    .where('id', 'in', ({ selectFrom }) =>
      selectFrom('batchSessions')
        .innerJoin('batches', (join) => join.on('batches.vendorId', '=', vendorId).onRef('batches.id', '=', 'batchSessions.batch'))
        .select('batches.service')
        .where('batchSessions.vendorId', '=', vendorId)
        .where('batchSessions.day', '>=', from)
        .where('batchSessions.day', '<=', to)
        .where('batchSessions.state', '<>', 'cancelled'),
    )
    .orderBy('service')
    .execute()
  return rows.map(({ service }) => service)
}

/**
 * Freezes every board of a period with the inputs of each row and the formula's version, and enters the business in
 * its country's comparison. An already frozen period stays as it is.
 */
export async function freezePeriod(ctx: TenantContext, period: Period): Promise<void> {
  const { trx, call, vendorId, now } = ctx
  const today = await ctx.today()
  const { id: country, firstWeekday } = await countryOf(trx, vendorId)
  const scope: RankingScope = { vendorId, now, today, firstWeekday, period }
  const placed: [Ranked, PlacedRow[]][] = []
  for (const board of [...boards, 'business'] as const) placed.push([board, await computeBoard(trx, board, scope)])
  const sizes = Object.fromEntries(
    placed.map(([board, rows]) => [board, { total: rows.length, ranked: rows.filter(({ rank }) => rank !== null).length }]),
  )
  const key = { vendorId, span: period.span, fromDay: period.from }
  const begun = await trx
    .insertInto('rankingPeriods')
    .values({ ...key, toDay: period.to, version: formulaVersion, sizes: JSON.stringify(sizes), frozenAt: now })
    .onConflict((conflict) => conflict.columns(['vendorId', 'span', 'fromDay']).doNothing())
    .returning('fromDay')
    .executeTakeFirst()
  // Another process was faster.
  if (!begun) return
  const rows = placed.flatMap(([board, own]) =>
    own.map(({ inputs, ...row }) => ({ ...key, board, ...row, inputs: JSON.stringify(inputs) })),
  )
  for (const some of inChunks(rows)) await trx.insertInto('rankingRows').values(some).execute()
  const own = placed.find(([board]) => board === 'business')?.[1][0]
  if (own && own.score !== null)
    await sql`select "enterStanding"(${period.span}, ${period.from}::date, ${formulaVersion}::integer, ${country},
      ${await serviceTypesIn(ctx, period)}::text[], ${own.score}::integer)`.execute(trx)
  const frozen = { version: formulaVersion, sizes }
  await audit(trx, call, { action: 'freeze', entity: 'ranking', target: `${period.span} ${period.from}`, after: frozen })
}

/** Freezes each period that is over, one after another, so that a shutdown leaves only complete ones. */
export const freezeRankings: DailyTask = async ({ run, isOver }) => {
  for (const period of await run(duePeriods)) {
    if (isOver()) return
    await run((ctx) => freezePeriod(ctx, period))
  }
}
