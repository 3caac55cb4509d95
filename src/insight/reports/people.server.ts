import { seesCustomers } from '#directory/customers/customer.papers.server.ts'
import { currencyOf } from '#business/ledger/books.server.ts'
import { recurringRevenue } from '#money/sales/recurring-revenue.server.ts'
import { sql, type RawBuilder } from 'kysely'
import { hasKey } from '#lib/choices.ts'
import { addDays, addMonths } from '#lib/days.ts'
import type { TenantContext } from '#kernel/context.ts'
import { cohorts, conditions, monthlyPlaces, monthsOf, renewing, type ReportMonth } from './place-months.server.ts'
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
import type { FigureRow, PeopleInput } from './subscription.contract.ts'
import type { SubscriptionFigure } from './subscription.rules.ts'
import { renewalSpan } from './subscription.server.ts'
import { priceOn } from '#timetable/enrolments/terms.row.server.ts'

/** Rows of the table `found`: a place, its part of a figure of MRR, and its MRR when the month began and at its end. */
const counted = sql`l."id", null::bigint as "price", null::bigint as "opening", null::bigint as "closing"`

const noRows = sql`with found as materialized (select ${counted} from (select null::uuid as "id") l where false)`

const onePerCustomer = sql`distinct on (l."customer")`
const firstPlaces = sql`order by l."customer", l."start", l."id"`

type Found = (ctx: TenantContext, asked: ReportMonth, input: PeopleInput) => Promise<RawBuilder<unknown>>

const inBatch = (batch: string | undefined) => (batch ? sql`and l."batch" = ${batch}` : sql``)

/** The places that a figure counts, or one of each customer. */
const countedPlaces = (name: keyof typeof conditions): Found => {
  const [one, order] = name === 'active' || name === 'lost' ? [onePerCustomer, firstPlaces] : [sql``, sql``]
  return ({ vendorId }, asked, { batch }) =>
    Promise.resolve(sql`${monthlyPlaces(vendorId, [asked])},
      found as materialized (select ${one} ${counted} from monthlyPlaces l where ${conditions[name]} ${inBatch(batch)} ${order})`)
}

/** The places whose MRR differs for the reason that a figure sums. */
const changedPlaces =
  ({ where, of }: Sum): Found =>
  async (ctx, asked, { batch }) =>
    sql`${monthlyPlaces(ctx.vendorId, [asked])}, ${monthlyRevenue(await recurringRevenue(ctx), [asked])}, ${causes},
    found as materialized (select l."id", ${of} as "price", l."mrrOpening" as "opening", l."mrr" as "closing"
      from causes l where ${where} ${inBatch(batch)})`

/**
 * The places of the customers whom a figure counts.
 * @param of each place's part of the figure; null for one place of each customer
 */
const ofCustomers =
  (where: RawBuilder<unknown>, of: RawBuilder<unknown> | null): Found =>
  async (ctx, asked, { batch }) => {
    const [one, which] = of
      ? [sql``, sql`and ${of} <> 0`]
      : [onePerCustomer, sql`order by l."customer", l."closing" desc, l."opening" desc, l."id"`]
    return sql`with ${monthlyRevenue(await recurringRevenue(ctx), [asked])}, ${customerSpans},
    places as (select v."id", v."customer", ${customerSums} from customerSpans v ${batch ? sql`where v."batch" = ${batch}` : sql``} group by v."id", v."customer", v."became"),
    chosen as (select l."customer" from (select v."customer", ${customerSums} from places v group by v."customer", v."became") l where ${where}),
    found as materialized (select ${one} l."id", ${of ?? sql`null::bigint`} as "price", l."opening", l."closing"
      from places l where l."customer" = any(array(select "customer" from chosen)) ${which})`
  }

/** Sums over customers; the balances by place are the same. */
const revenue: Partial<Record<SubscriptionFigure, Sum>> = {
  ...revenueSums,
  mrrOpening: revenueSums.openingMrr,
  mrr: revenueSums.closingMrr,
}

/** How the places behind a figure of one month are found. */
function finderOf(figure: SubscriptionFigure): Found {
  if (hasKey(conditions, figure)) return countedPlaces(figure)
  if (hasKey(causeSums, figure)) return changedPlaces(causeSums[figure])
  const sum = revenue[figure]
  if (sum) return ofCustomers(sum.where, sum.of)
  return hasKey(subscriberConditions, figure) ? ofCustomers(subscriberConditions[figure], null) : () => Promise.resolve(noRows)
}

/** The places behind a figure, as the table `found`; one place per customer if the figure counts customers. */
async function foundBy(ctx: TenantContext, input: PeopleInput): Promise<RawBuilder<unknown>> {
  const { vendorId, now } = ctx
  const today = await ctx.today()
  const { figure, month, batch, after } = input
  if (figure === 'renewals') {
    const { from, to } = renewalSpan(today)
    return sql`with found as materialized (select ${counted} from (select e."id", e."batch" from "enrolments" e
      where e."vendorId" = ${vendorId} and ${renewing(from, to)}) l where true ${inBatch(batch)})`
  }
  const [asked] = monthsOf(month, month, { now, today })
  if (!asked) return noRows
  if (figure === 'cohort') {
    const end = addDays(addMonths(asked.first, (after ?? 0) + 1), -1)
    if (after !== undefined && end > today) return noRows
    const isEnrolled = after === undefined ? sql`true` : sql`l."start" <= ${end}::date and l."stop" > ${end}::date`
    return sql`${cohorts(vendorId, batch)}, found as materialized (
      select ${onePerCustomer} ${counted} from own l join firsts f on f."customer" = l."customer"
      where f."start" between ${asked.first}::date and ${asked.last}::date and ${isEnrolled} ${firstPlaces})`
  }
  return finderOf(figure)(ctx, asked, input)
}

/** One page of the places behind a figure, by name; names are empty for roles that may not see customers (product 4). */
export async function readPeople(ctx: TenantContext, input: PeopleInput) {
  const { trx, call, vendorId } = ctx
  const { exponent } = await currencyOf(trx, vendorId)
  const isNamed = seesCustomers(call)
  const { rows } = await sql<Omit<FigureRow, 'exponent'> & { total: number }>`${await foundBy(ctx, input)},
    page as (
      select e."id", e."customer", ${isNamed ? sql`c."firstName", c."lastName"` : sql`'' as "firstName", '' as "lastName"`}, e."batch", b."name" as "batchName",
        e."startDate", e."endDate", e."nextChargeOn", ${priceOn(vendorId, sql`e."nextChargeOn"`)} as "price", e."priceUnit", e."currency"
      from "enrolments" e
      join "batches" b on b."vendorId" = ${vendorId} and b."id" = e."batch"
      join "customers" c on c."vendorId" = ${vendorId} and c."id" = e."customer"
      -- By their ids at once: a join would be planned for the few rows that no statistics know of.
      where e."vendorId" = ${vendorId} and e."id" = any(array(select "id" from found))
      order by ${isNamed ? sql`c."firstName", c."lastName",` : sql``} e."startDate", e."id" limit ${input.size} offset ${(input.page - 1) * input.size}
    )
    select p.*, coalesce(f."price", p."price") as "price", f."opening", f."closing", (select count(*)::int from found) as "total"
    from page p join found f on f."id" = p."id" order by ${isNamed ? sql`p."firstName", p."lastName",` : sql``} p."startDate", p."id"`.execute(
    trx,
  )
  const [first] = rows
  return { rows: rows.map((row) => ({ ...row, exponent })), total: first?.total ?? 0, totalIsCapped: false }
}
