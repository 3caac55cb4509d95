import { recurringRevenue } from '#money/sales/recurring-revenue.server.ts'
import { sql } from 'kysely'
import { addMonths, lastDayOf } from '#lib/days.ts'
import type { TenantContext } from '#kernel/context.ts'
import { lifetimeMonths, ratesOf } from './churn.rules.ts'
import { conditions, monthlyPlaces, monthsOf, type ReportMonth } from './place-months.server.ts'
import {
  causes,
  causeSums,
  customerSpans,
  customerSums,
  monthlyRevenue,
  revenueSums,
  subscriberConditions,
  type Sum,
} from './revenue-months.server.ts'
import type { Movement } from './subscription.contract.ts'
import { causeFigures, churnFigures, placeFigures, revenueFigures, subscriberFigures } from './subscription.rules.ts'

type Figures = Omit<Movement, 'arpm' | 'grossChurn' | 'netChurn' | 'customerChurn' | 'lifetimeValue'>

const sumOf = (name: string, { where, of }: Sum) => sql`coalesce(sum(${of}) filter (where ${where}), 0)::bigint as ${sql.ref(name)}`

const ofPlaces = sql.join([
  ...placeFigures.map((name) => sql`count(*) filter (where ${conditions[name]})::int as ${sql.ref(name)}`),
  ...churnFigures.map((name) => sql`count(distinct l."customer") filter (where ${conditions[name]})::int as ${sql.ref(name)}`),
])
const ofCauses = sql.join(causeFigures.map((name) => sumOf(name, causeSums[name])))
const ofCustomers = sql.join([
  ...revenueFigures.map((name) => sumOf(name, revenueSums[name])),
  ...subscriberFigures.map((name) => sql`count(*) filter (where ${subscriberConditions[name]})::int as ${sql.ref(name)}`),
])
const orZero = (name: string, as = name) => sql`coalesce(${sql.ref(name)}, 0) as ${sql.ref(as)}`
const everything = sql.join([
  ...[...placeFigures, ...churnFigures, ...causeFigures, ...revenueFigures, ...subscriberFigures].map((name) => orZero(name)),
  orZero('openingMrr', 'mrrOpening'),
  orZero('closingMrr', 'mrr'),
])

/** The month and batch of a row, in one column by which the sums are joined. */
const key = sql`to_char(l."first", 'YYYY-MM ') || coalesce(l."batch"::text, '') as "key"`

/** The months of a report, and all whose revenue is read for it. */
type Months = Record<'shown' | 'all', readonly ReportMonth[]>

/** The sums of each batch and of all batches together in each month, of places only where it is shown; `batch` is null for all. */
async function readFigures(ctx: TenantContext, { shown, all: months }: Months, batch: string | undefined): Promise<Figures[]> {
  const { trx, vendorId } = ctx
  const own = (table: string) => (batch ? sql`where ${sql.ref(`${table}.batch`)} = ${batch}` : sql``)
  const grouped = sql`${own('l')} group by grouping sets ((l."first"), (l."first", l."batch"))`
  const { rows } =
    await sql<Figures>`${monthlyPlaces(vendorId, shown)}, ${monthlyRevenue(await recurringRevenue(ctx), months)}, ${causes}, ${customerSpans},
    sums as (
      select left("key", 7) as "month", nullif(substr("key", 9), '')::uuid as "batch", ${everything}
      from (select ${key}, ${ofPlaces} from monthlyPlaces l ${grouped}) places
      full join (select ${key}, ${ofCauses} from causes l ${grouped}) causes using ("key")
      full join (select ${key}, ${ofCustomers} from (
        select v."first", v."batch", v."customer", ${customerSums} from customerSpans v ${own('v')}
        group by grouping sets ((v."first", v."customer", v."became"), (v."first", v."batch", v."customer", v."became"))
      ) l group by l."first", l."batch") customers using ("key")
    )
    select s.*, coalesce(b."name", '') as "batchName" from sums s left join "batches" b on b."vendorId" = ${vendorId} and b."id" = s."batch"
    order by s."month", b."name", s."batch"`.execute(trx)
  return rows
}

/** The figures of each batch and of all batches together in each month (product 5), with the rates computed from them. */
export async function readMovements(ctx: TenantContext, months: readonly ReportMonth[], batch: string | undefined): Promise<Movement[]> {
  const [first] = months
  if (!first) return []
  const moment = { now: ctx.now, today: await ctx.today() }
  const back = (month: string, months: number) => addMonths(`${month}-01`, -months).slice(0, 7)
  // The churn of earlier months is in the lifetime value of the first.
  const earlier = monthsOf(back(first.month, lifetimeMonths), back(first.month, 1), moment)
  const rows = await readFigures(ctx, { shown: months, all: [...earlier, ...months] }, batch)
  const byBatch = Map.groupBy(rows, (row) => row.batch)
  /** The complete months that the lifetime value of a row averages. */
  const completeOf = ({ month, batch: of }: Figures) => {
    const latest = lastDayOf(month) < moment.today ? month : back(month, 1)
    return (byBatch.get(of) ?? []).filter((row) => row.month <= latest && row.month > back(latest, lifetimeMonths))
  }
  return rows.filter(({ month }) => month >= first.month).map((row) => ({ ...row, ...ratesOf(row, completeOf(row)) }))
}
