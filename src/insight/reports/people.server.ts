import { seesCustomers } from '#directory/customers/customer.papers.server.ts'
import { currencyOf } from '#business/ledger/books.server.ts'
import { readRecurringRevenue, type RecurringRevenue } from '#money/sales/recurring-revenue.server.ts'
import { sql, type RawBuilder } from 'kysely'
import { addDays, addMonths } from '#lib/days.ts'
import type { Moment, TenantContext } from '#kernel/context.ts'
import { cohorts, conditions, monthlyPlaces, monthsOf, renewing } from './place-months.server.ts'
import type { FigureRow, PeopleInput } from './subscription.contract.ts'
import { recurringFigures, type SubscriptionFigure } from './subscription.rules.ts'
import { renewalSpan } from './subscription.server.ts'
import { priceOn } from '#timetable/enrolments/terms.row.server.ts'

const isRecurring = (figure: SubscriptionFigure) => (recurringFigures as readonly string[]).includes(figure)

const noRows = sql`with found as materialized (select null::uuid as "id" where false)`

/** The ids of the places behind a figure, as the table `found`; one place per customer if the figure counts customers. */
function foundBy(
  vendorId: string,
  { now, today }: Moment,
  { figure, month, batch, after }: PeopleInput,
  recurs: RecurringRevenue,
): RawBuilder<unknown> {
  const inBatch = (name: string) => (batch ? sql`and ${sql.ref(`${name}.batch`)} = ${batch}` : sql``)
  if (figure === 'renewals') {
    const { from, to } = renewalSpan(today)
    return sql`with found as materialized (select e."id" from "enrolments" e where e."vendorId" = ${vendorId} and ${renewing(from, to)} ${inBatch('e')})`
  }
  const [asked] = monthsOf(month, month, { now, today })
  if (!asked) return noRows
  if (figure === 'cohort') {
    const end = addDays(addMonths(asked.first, (after ?? 0) + 1), -1)
    if (after !== undefined && end > today) return noRows
    const isEnrolled = after === undefined ? sql`true` : sql`o."start" <= ${end}::date and o."stop" > ${end}::date`
    return sql`${cohorts(vendorId, batch, recurs)}, found as materialized (
      select distinct on (o."customer") o."id" from own o join firsts f on f."customer" = o."customer"
      where f."start" between ${asked.first}::date and ${asked.last}::date and ${isEnrolled} order by o."customer", o."start", o."id")`
  }
  const where = sql`${conditions[figure]} ${inBatch('l')}`
  const ids =
    figure === 'active' || figure === 'lost'
      ? sql`select distinct on (l."customer") l."id" from monthlyPlaces l where ${where} order by l."customer", l."start", l."id"`
      : sql`select l."id" from monthlyPlaces l where ${where}`
  return sql`${monthlyPlaces(vendorId, [asked], recurs)}, found as materialized (${ids})`
}

/** One page of the places behind a figure, by name; names are empty for roles that may not see customers (product 4). */
export async function readPeople(ctx: TenantContext, input: PeopleInput) {
  const { trx, call, vendorId, now } = ctx
  const { exponent } = await currencyOf(trx, vendorId)
  const recurs = await readRecurringRevenue(ctx)
  const isNamed = seesCustomers(call)
  const { rows } = await sql<
    Omit<FigureRow, 'exponent'> & { total: number }
  >`${foundBy(vendorId, { now, today: await ctx.today() }, input, recurs)}
    select e."id", e."customer", ${isNamed ? sql`c."firstName", c."lastName"` : sql`'' as "firstName", '' as "lastName"`}, e."batch", b."name" as "batchName",
      e."startDate", e."endDate", e."nextChargeOn", ${isRecurring(input.figure) ? recurs.net : priceOn(vendorId, sql`e."nextChargeOn"`)} as "price", e."priceUnit", e."currency", (select count(*)::int from found) as "total"
    from "enrolments" e
    join "batches" b on b."vendorId" = ${vendorId} and b."id" = e."batch"
    join "customers" c on c."vendorId" = ${vendorId} and c."id" = e."customer"
    -- By their ids at once: a join would be planned for the few rows that no statistics know of.
    where e."vendorId" = ${vendorId} and e."id" = any(array(select "id" from found))
    order by ${isNamed ? sql`c."firstName", c."lastName",` : sql``} e."startDate", e."id"
    limit ${input.size} offset ${(input.page - 1) * input.size}`.execute(trx)
  const [first] = rows
  return { rows: rows.map((row) => ({ ...row, exponent })), total: first?.total ?? 0, totalIsCapped: false }
}
