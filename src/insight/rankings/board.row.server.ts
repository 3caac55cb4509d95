import { sql, type RawBuilder } from 'kysely'
import * as z from 'zod/mini'
import type { Trx } from '#db/tenant.ts'
import { figuresOf, type RankingScope } from './figures.server.ts'
import { inputs as keptInputs } from './rankings.contract.ts'
import { formulaOf, type Inputs, type Period, type Ranked } from './rankings.rules.ts'

/** A row of a board as it is stored when frozen. */
export type PlacedRow = { position: number; subject: string; rank: number | null; score: number | null; sample: number; inputs: Inputs }

const share = (key: string) => {
  const [num, den] = [sql.ref(`${key}Num`), sql.ref(`${key}Den`)]
  return sql`case when ${den} > 0 then least(greatest(${num}, 0) * 10000 / ${den}, 10000) end`
}

/**
 * A running board as the subquery `placed` of a WITH, in its order. Uses the same integers as `scoreOf`, so that equal
 * scores are equal: rank 1, 2, 2, 4; rows below the minimum sample have no rank and come last.
 */
function placed(board: Ranked, scope: RankingScope): RawBuilder<unknown> {
  const { parts, sample } = formulaOf(board)
  const each = (part: (key: string, weight: number) => RawBuilder<unknown>, glue: string) =>
    sql.join(
      parts.map(({ key, weight }) => part(key, weight)),
      sql.raw(glue),
    )
  const weights = sql`(${each((key, weight) => sql`case when ${sql.ref(`${key}Den`)} > 0 then ${weight}::bigint else 0 end`, ' + ')})`
  const points = sql`(${each((key, weight) => sql`coalesce(${share(key)} * ${weight}::bigint, 0)`, ' + ')})`
  const inputs = each(
    (key) =>
      sql`${key}::text, case when ${sql.ref(`${key}Den`)} > 0 then jsonb_build_object('num', ${sql.ref(`${key}Num`)}, 'den', ${sql.ref(`${key}Den`)}) end`,
    ', ',
  )
  return sql`${figuresOf(board, scope)},
    scored as (
      select "subject", "sample", jsonb_strip_nulls(jsonb_build_object(${inputs})) as "inputs",
        case when "sample" >= ${sample[scope.period.span]} and ${weights} > 0 then ((${points} + 5 * ${weights}) / (10 * ${weights}))::int end as "score"
      from shown
    ),
    placed as materialized (
      select (row_number() over (order by "score" desc nulls last, "sample" desc, "subject"))::int as "position", "subject",
        case when "score" is not null then (rank() over (order by "score" desc nulls last))::int end as "rank", "score", "sample", "inputs"
      from scored
    )`
}

/** When and by which formula a period was frozen, and how many rows its boards have. */
export type Frozen = { version: number; frozenAt: string; sizes: z.output<typeof keptSizes> }

/** A frozen period may have been written by an earlier version of the product. */
const keptSizes = z.record(z.string(), z.object({ total: z.number(), ranked: z.number() }))

/** The stored record of a frozen period; undefined until it is frozen. */
export async function frozenOf(trx: Trx, vendorId: string, { span, from }: Period): Promise<Frozen | undefined> {
  const row = await trx
    .selectFrom('rankingPeriods')
    .select(['version', 'frozenAt', 'sizes'])
    .where('vendorId', '=', vendorId)
    .where('span', '=', span)
    .where('fromDay', '=', from)
    .executeTakeFirst()
  return row && { ...row, sizes: keptSizes.parse(row.sizes) }
}

/** Every row of a board as it is now. */
export async function computeBoard(trx: Trx, board: Ranked, scope: RankingScope): Promise<PlacedRow[]> {
  const { rows } = await sql<PlacedRow>`${placed(board, scope)} select * from placed order by "position"`.execute(trx)
  return rows
}

/** A slice of a board: from one position to another in its order, both included, plus some subjects. */
export type Piece = { from: number; to: number; subjects: readonly string[] }
type Found = { rows: PlacedRow[]; total: number; ranked: number }

/** A slice of a running board, which is computed whole each time. */
async function readRunning(trx: Trx, board: Ranked, scope: RankingScope, { from, to, subjects }: Piece): Promise<Found> {
  const { rows } = await sql<PlacedRow & { total: number; ranked: number }>`${placed(board, scope)}
    select p.*, (select count(*)::int from placed) as "total", (select count("rank")::int from placed) as "ranked"
    from (select 1) one left join placed p on p."position" between ${from} and ${to} or p."subject" = any(${subjects}::uuid[])
    order by p."position"`.execute(trx)
  const [first] = rows
  return { rows: rows.filter(({ position }) => position !== null), total: first?.total ?? 0, ranked: first?.ranked ?? 0 }
}

/** A slice of a frozen board, which is a range of its key. */
async function readFrozen(trx: Trx, board: Ranked, { vendorId, period }: RankingScope, frozen: Frozen, piece: Piece): Promise<Found> {
  const rows = trx
    .selectFrom('rankingRows')
    .select(['position', 'subject', 'rank', 'score', 'sample', 'inputs'])
    .where('vendorId', '=', vendorId)
    .where('span', '=', period.span)
    .where('fromDay', '=', period.from)
    .where('board', '=', board)
  const placed = await rows.where('position', '>=', piece.from).where('position', '<=', piece.to).orderBy('position').execute()
  const named = piece.subjects.length === 0 ? [] : await rows.where('subject', '=', sql<string>`any(${piece.subjects}::uuid[])`).execute()
  const apart = named.filter(({ position }) => position < piece.from || position > piece.to)
  const shown = [...placed, ...apart].map((row) => ({ ...row, inputs: keptInputs.parse(row.inputs) }))
  return { rows: shown, total: frozen.sizes[board]?.total ?? 0, ranked: frozen.sizes[board]?.ranked ?? 0 }
}

/** A slice of a board, as it was frozen or as it is now. */
export function readPiece(trx: Trx, board: Ranked, scope: RankingScope, frozen: Frozen | undefined, piece: Piece): Promise<Found> {
  return frozen ? readFrozen(trx, board, scope, frozen, piece) : readRunning(trx, board, scope, piece)
}
