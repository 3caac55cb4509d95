import { recurringRevenue } from '#money/sales/recurring-revenue.server.ts'
import { sql } from 'kysely'
import { addMonths, lastDayOf } from '#lib/days.ts'
import type { TenantContext } from '#kernel/context.ts'
import { lifetimeMonths, ratesOf } from './churn.rules.ts'
import { conditions, monthlyPlaces, monthsOf, type ReportMonth } from './place-months.server.ts'
import {
  customerSpans,
  customerSums,
  monthlyRevenue,
  placeRevenue,
  placeSums,
  revenueSums,
  subscriberConditions,
} from './revenue-months.server.ts'
import type { Movement } from './subscription.contract.ts'
import { churnFigures, placeFigures, recurringFigures, revenueFigures, subscriberFigures } from './subscription.rules.ts'

type Figures = Omit<Movement, 'arpm' | 'grossChurn' | 'netChurn' | 'customerChurn' | 'lifetimeValue'>
type Sum = (typeof placeSums)['mrr']

const sumOf = (name: string, { where, of }: Sum) => sql`coalesce(sum(${of}) filter (where ${where}), 0)::bigint as ${sql.ref(name)}`

const ofPlaces = sql.join([
  ...placeFigures.map((name) => sql`count(*) filter (where ${conditions[name]})::int as ${sql.ref(name)}`),
  ...recurringFigures.map((name) => sumOf(name, placeSums[name])),
  ...churnFigures.map((name) => sql`count(distinct l."customer") filter (where ${conditions[name]})::int as ${sql.ref(name)}`),
])
const ofCustomers = sql.join([
  ...revenueFigures.map((name) => sumOf(name, revenueSums[name])),
  ...subscriberFigures.map((name) => sql`count(*) filter (where ${subscriberConditions[name]})::int as ${sql.ref(name)}`),
])
const all = sql.join(
  [...placeFigures, ...recurringFigures, ...churnFigures, ...revenueFigures, ...subscriberFigures].map(
    (name) => sql`coalesce(${sql.ref(name)}, 0) as ${sql.ref(name)}`,
  ),
)

/** The sums of each batch and of all batches together in each month; `batch` is null for all. */
async function readFigures(ctx: TenantContext, months: readonly ReportMonth[], batch: string | undefined): Promise<Figures[]> {
  const { trx, vendorId } = ctx
  const own = (table: string) => (batch ? sql`where ${sql.ref(`${table}.batch`)} = ${batch}` : sql``)
  const { rows } =
    await sql<Figures>`${monthlyPlaces(vendorId, months)}, ${monthlyRevenue(await recurringRevenue(ctx))}, ${placeRevenue}, ${customerSpans},
    places as (select l."month", l."batch", ${ofPlaces} from placeRevenue l ${own('l')} group by grouping sets ((l."month"), (l."month", l."batch"))),
    customers as (select l."month", l."batch", ${ofCustomers} from (
      select v."month", v."batch", v."customer", ${customerSums} from customerSpans v ${own('v')}
      group by grouping sets ((v."month", v."customer"), (v."month", v."batch", v."customer"))
    ) l group by l."month", l."batch")
    select g.*, coalesce(b."name", '') as "batchName" from (
      select coalesce(p."month", c."month") as "month", coalesce(p."batch", c."batch") as "batch", ${all}
      from places p full join customers c on c."month" = p."month" and coalesce(c."batch"::text, '') = coalesce(p."batch"::text, '')
    ) g left join "batches" b on b."vendorId" = ${vendorId} and b."id" = g."batch"
    order by g."month", b."name", g."batch"`.execute(trx)
  return rows
}

/** The figures of each batch and of all batches together in each month (product 5), with the rates computed from them. */
export async function readMovements(ctx: TenantContext, months: readonly ReportMonth[], batch: string | undefined): Promise<Movement[]> {
  const [first] = months
  const last = months.at(-1)
  if (!first || !last) return []
  const moment = { now: ctx.now, today: await ctx.today() }
  const back = (month: string, months: number) => addMonths(`${month}-01`, -months).slice(0, 7)
  // The churn of earlier months is in the lifetime value of the first.
  const rows = await readFigures(ctx, monthsOf(back(first.month, lifetimeMonths), last.month, moment), batch)
  const byBatch = Map.groupBy(rows, (row) => row.batch)
  /** The complete months that the lifetime value of a row averages. */
  const completeOf = ({ month, batch: of }: Figures) => {
    const latest = lastDayOf(month) < moment.today ? month : back(month, 1)
    return (byBatch.get(of) ?? []).filter((row) => row.month <= latest && row.month > back(latest, lifetimeMonths))
  }
  return rows.filter(({ month }) => month >= first.month).map((row) => ({ ...row, ...ratesOf(row, completeOf(row)) }))
}
