import { sql } from 'kysely'
import { seesCustomers } from '#directory/customers/customer.papers.server.ts'
import type { TenantContext } from '#kernel/context.ts'
import { priceOn } from '#timetable/enrolments/terms.row.server.ts'
import { deliveredKinds, deliveryLimit, type Delivered, type DeliveryRow } from './finance-report.contract.ts'
import { explained, type DeliveredRow } from './delivered.explained.server.ts'
import { headOf, type Range } from './report.row.server.ts'

/** Sessions of a period that were not cancelled. */
const isDelivered = (vendorId: string, { from, to }: Range) =>
  sql`s."vendorId" = ${vendorId} and s."day" between ${from}::date and ${to}::date and s."state" <> 'cancelled'`

/**
 * The places attended in a period, each of one kind. A place is billed if a valid bill covers
 * the session's day, and paid if nothing of that bill is due. The amount of an unbilled place is
 * the enrolment's price: per session, per month attended, or once a term. The amount of an unpaid place is
 * the line's share of what is due, rounded down.
 *
 * The lines are read once and ranked by which covers a day first if several do, so that the lowest
 * rank is the line of each mark: looking it up mark by mark takes the embedded engine three times as long.
 */
const attended = (vendorId: string, range: Range) => sql`
  "lines" as materialized (
    select row_number() over (order by l."fromDay" desc, l."sale" desc, l."position") as "rank", l."enrolment", l."fromDay", l."toDay",
      l."sale", l."total", x."total" as "whole", x."total" - x."credited" - x."paid" + x."refunded" as "due"
    from "saleLines" l join "sales" x on x."vendorId" = ${vendorId} and x."id" = l."sale"
    where l."vendorId" = ${vendorId} and l."enrolment" is not null and x."voidedAt" is null
      and l."fromDay" <= ${range.to}::date and l."toDay" >= ${range.from}::date
  ), "marks" as (
    select s."id", s."batch", s."day", a."enrolment", min(l."rank") as "rank"
    from "batchSessions" s
    join "attendance" a on a."vendorId" = ${vendorId} and a."session" = s."id" and a."mark" in ('present', 'late')
    left join "lines" l on l."enrolment" = a."enrolment" and s."day" between l."fromDay" and l."toDay"
    where ${isDelivered(vendorId, range)}
    group by s."id", s."batch", s."day", a."enrolment"
  ), "months" as (
    select m."batch", m."enrolment", m."rank", m."day" > e."endDate" as "isPast", count(*) as "count", min(m."day") as "day"
    from "marks" m join "enrolments" e on e."vendorId" = ${vendorId} and e."id" = m."enrolment"
    group by m."batch", m."enrolment", m."rank", "isPast", date_trunc('month', m."day"::timestamp)
  ), "places" as (
    select "batch", "enrolment", "rank", "isPast", sum("count") as "count", count(*) as "months", min("day") as "day"
    from "months" group by "batch", "enrolment", "rank", "isPast"
  ), "attended" as (
    select p."batch", p."enrolment", e."customer", l."sale", p."count", l."total"::numeric * l."due" as "share", l."whole",
      ${priceOn(vendorId, sql`p."day"`)} * case e."priceUnit" when 'session' then p."count" when 'month' then p."months" else 1 end as "worth",
      case when p."isPast" then 'ended' when l."total" = 0 or (l."sale" is null and ${priceOn(vendorId, sql`p."day"`)} = 0) then 'free' when l."sale" is null then 'unbilled'
        when l."due" > 0 then 'unpaid' else 'agreed' end as "kind"
    from "places" p join "enrolments" e on e."vendorId" = ${vendorId} and e."id" = p."enrolment"
    left join "lines" l on l."rank" = p."rank"
  )
  select "kind", "batch", "enrolment", "customer", "sale", sum("count")::int as "count", sum(case
    when "kind" = 'unpaid' then div("share", "whole") when "kind" in ('unbilled', 'ended') and "sale" is null then "worth" else 0 end)::bigint as "amount"
  from "attended" group by "kind", "batch", "enrolment", "customer", "sale"`

/** Lines that begin in a period, with some payment but no session attended. A place's days are gathered first: looked up line by line, they take seven times as long. */
const undelivered = (vendorId: string, { from, to }: Range) => sql`
  with "attended" as materialized (
    select a."enrolment", range_agg(daterange(s."day", s."day", '[]')) as "days"
    from "batchSessions" s join "attendance" a on a."vendorId" = ${vendorId} and a."session" = s."id" and a."mark" in ('present', 'late')
    where s."vendorId" = ${vendorId} and s."day" >= ${from}::date and s."state" <> 'cancelled'
    group by a."enrolment"
  )
  select 'undelivered' as "kind", l."batch", l."enrolment", x."customer", l."sale", count(*)::int as "count",
    sum(div(l."total"::numeric * (x."paid" - x."refunded"), x."total"))::bigint as "amount"
  from "saleLines" l join "sales" x on x."vendorId" = ${vendorId} and x."id" = l."sale"
  left join "attended" d on d."enrolment" = l."enrolment"
  where l."vendorId" = ${vendorId} and l."enrolment" is not null and l."fromDay" between ${from}::date and ${to}::date
    and l."total" > 0 and x."voidedAt" is null and x."paid" > x."refunded"
    and (d."days" && daterange(l."fromDay", l."toDay", '[]')) is not true
  group by l."batch", l."enrolment", x."customer", l."sale"`

const sumOf = (rows: readonly DeliveredRow[], part: 'count' | 'amount') => rows.reduce((sum, row) => sum + row[part], 0)

/** The batches with a session held or attended, by name. */
async function readBatches(
  { trx, vendorId, now }: TenantContext,
  range: Range,
  rows: readonly DeliveredRow[],
): Promise<Delivered['batches']> {
  const places = Map.groupBy(
    rows.filter(({ kind }) => kind !== 'undelivered'),
    ({ batch }) => batch,
  )
  const found = await sql<{ id: string; name: string; sessions: number }>`
    select b."id", b."name", heldCounts."sessions" from (
      select s."batch", count(*) filter (where s."endsAt" <= ${now})::int as "sessions" from "batchSessions" s
      where ${isDelivered(vendorId, range)} group by s."batch"
    ) heldCounts join "batches" b on b."vendorId" = ${vendorId} and b."id" = heldCounts."batch" order by b."name", b."id"`.execute(trx)
  return found.rows
    .map((batch) => {
      const own = places.get(batch.id) ?? []
      const billed = own.filter(({ sale }) => sale !== null)
      const paid = billed.filter(({ kind }) => kind === 'agreed' || kind === 'free')
      return { ...batch, attended: sumOf(own, 'count'), billed: sumOf(billed, 'count'), paid: sumOf(paid, 'count') }
    })
    .filter(({ sessions, attended }) => sessions > 0 || attended > 0)
}

/** The rows with their names; customers are named only for roles that may see them. */
async function named({ trx, vendorId, call }: TenantContext, rows: readonly DeliveredRow[]): Promise<DeliveryRow[]> {
  const among = (name: 'batch' | 'customer' | 'sale') => [...new Set(rows.flatMap((row) => row[name] ?? []))]
  const { rows: found } = await sql<{ id: string; first: string; last: string }>`
    select "id", "name" as "first", '' as "last" from "batches" where "vendorId" = ${vendorId} and "id" = any(${among('batch')}::uuid[])
    union all select "id", "number", '' from "sales" where "vendorId" = ${vendorId} and "id" = any(${among('sale')}::uuid[])
    union all select "id", "firstName", "lastName" from "customers" where "vendorId" = ${vendorId} and "id" = any(${seesCustomers(call) ? among('customer') : []}::uuid[])`.execute(
    trx,
  )
  const names = new Map(found.map((one) => [one.id, one]))
  return rows.map((row) => ({
    ...row,
    batchName: names.get(row.batch)?.first ?? '',
    number: row.sale && (names.get(row.sale)?.first ?? null),
    firstName: names.get(row.customer)?.first ?? '',
    lastName: names.get(row.customer)?.last ?? '',
  }))
}

/** What was delivered in a period compared with what was sold and paid, each difference with its kind and rows (product 6). */
export async function readDelivered(ctx: TenantContext, range: Range): Promise<Delivered> {
  const { trx, vendorId } = ctx
  // Two statements, so that the embedded engine can answer other requests in between.
  const attendedPlaces = await sql<DeliveredRow>`with ${attended(vendorId, range)}`.execute(trx)
  const missedLines = await sql<DeliveredRow>`${undelivered(vendorId, range)}`.execute(trx)
  const found = [...attendedPlaces.rows, ...missedLines.rows].toSorted((a, b) => b.amount - a.amount || b.count - a.count)
  const rows = await explained(ctx, range, found)
  return {
    ...(await headOf(ctx, range)),
    batches: await readBatches(ctx, range, rows),
    kinds: deliveredKinds.map((kind) => {
      const own = rows.filter((row) => row.kind === kind)
      return { kind, count: sumOf(own, 'count'), amount: sumOf(own, 'amount'), rows: own.length }
    }),
    rows: await named(ctx, rows.filter(({ kind }) => kind !== 'agreed').slice(0, deliveryLimit)),
  }
}
