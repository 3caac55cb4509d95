import { sql } from 'kysely'
import { seesCustomers } from '#directory/customers/customer.papers.server.ts'
import type { TenantContext } from '#kernel/context.ts'
import { priceOn } from '#timetable/enrolments/terms.row.server.ts'
import { deliveredKinds, deliveryLimit, type Delivered, type DeliveryRow } from './finance-report.contract.ts'
import { explained, inOrderOfAmount, type DeliveredRow } from './delivered.explained.server.ts'
import { headOf, type Range } from './report.row.server.ts'

/** Sessions of a period that were not cancelled. */
const isDelivered = (vendorId: string, { from, to }: Range) =>
  sql`s."vendorId" = ${vendorId} and s."day" between ${from}::date and ${to}::date and s."state" <> 'cancelled'`

/** Sessions that one statement reads: the embedded engine takes some 30 ms for them and can answer other requests after it. */
const sessionsAtOnce = 250

/** Batches in portions of that many sessions; a batch with more is a portion of its own. */
function portionsOf(batches: readonly { id: string; sessions: number }[]): string[][] {
  const portions: string[][] = []
  let sum = Infinity
  for (const { id, sessions } of batches) {
    sum += sessions
    if (sum > sessionsAtOnce) {
      portions.push([])
      sum = sessions
    }
    portions.at(-1)?.push(id)
  }
  return portions
}

/** The line of a mark `m`, which its bill and position name. */
const lineColumns = sql`m."sale", m."position", m."total", m."whole", m."due"`

/**
 * The places attended in sessions of some batches in a period, each of one kind. A place is billed if a valid bill covers
 * the session's day, and paid if nothing of that bill is due. The amount of an unbilled place is
 * the enrolment's price: per session, per month attended, or once a term. The amount of an unpaid place is
 * the line's share of what is due, rounded down.
 *
 * A mark's line is, of those that cover its day, the one that begins last. The lines are read once: looking them up mark by
 * mark takes the embedded engine three times as long.
 */
const attended = (vendorId: string, range: Range, batches: readonly string[]) => sql<DeliveredRow>`
  with "present" as materialized (
    select s."id", s."batch", s."day", a."enrolment" from "batchSessions" s
    join "attendance" a on a."vendorId" = ${vendorId} and a."session" = s."id" and a."mark" in ('present', 'late')
    where ${isDelivered(vendorId, range)} and s."batch" = any(${batches}::uuid[])
  ), "lines" as materialized (
    select l."enrolment", l."fromDay", l."toDay", l."sale", l."position", l."total", x."total" as "whole",
      x."total" - x."credited" - x."paid" + x."refunded" as "due"
    from "saleLines" l join "sales" x on x."vendorId" = ${vendorId} and x."id" = l."sale" and x."voidedAt" is null
    where l."vendorId" = ${vendorId} and l."enrolment" in (select "enrolment" from "present")
      and l."fromDay" <= ${range.to}::date and l."toDay" >= ${range.from}::date
  ), "marks" as (
    select distinct on (p."id", p."enrolment") p."batch", p."enrolment", p."day", l."sale", l."position", l."total", l."whole", l."due"
    from "present" p left join "lines" l on l."enrolment" = p."enrolment" and p."day" between l."fromDay" and l."toDay"
    order by p."id", p."enrolment", l."fromDay" desc, l."sale" desc, l."position"
  ), "months" as (
    select m."batch", m."enrolment", ${lineColumns}, m."day" > e."endDate" as "isPast", count(*) as "count", min(m."day") as "day"
    from "marks" m join "enrolments" e on e."vendorId" = ${vendorId} and e."id" = m."enrolment"
    group by m."batch", m."enrolment", ${lineColumns}, "isPast", date_trunc('month', m."day"::timestamp)
  ), "places" as (
    select m."batch", m."enrolment", ${lineColumns}, "isPast", sum("count") as "count", count(*) as "months", min("day") as "day"
    from "months" m group by m."batch", m."enrolment", ${lineColumns}, "isPast"
  ), "attended" as (
    select p."batch", p."enrolment", e."customer", p."sale", p."count", p."total"::numeric * p."due" as "share", p."whole",
      ${priceOn(vendorId, sql`p."day"`)} * case e."priceUnit" when 'session' then p."count" when 'month' then p."months" else 1 end as "worth",
      case when p."isPast" then 'ended' when p."total" = 0 or (p."sale" is null and ${priceOn(vendorId, sql`p."day"`)} = 0) then 'free' when p."sale" is null then 'unbilled'
        when p."due" > 0 then 'unpaid' else 'agreed' end as "kind"
    from "places" p join "enrolments" e on e."vendorId" = ${vendorId} and e."id" = p."enrolment"
  )
  select "kind", "batch", "enrolment", "customer", "sale", sum("count")::int as "count", sum(case
    when "kind" = 'unpaid' then div("share", "whole") when "kind" in ('unbilled', 'ended') and "sale" is null then "worth" else 0 end)::bigint as "amount"
  from "attended" group by "kind", "batch", "enrolment", "customer", "sale"`

/** Lines that begin in a period, with some payment but no session attended. A place's days are gathered first: looked up line by line, they take seven times as long. */
const undelivered = (vendorId: string, { from, to }: Range) => sql<DeliveredRow>`
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

/** A batch with its sessions of the period: all of them, and those that are over. */
type SessionCounts = { id: string; name: string; sessions: number; over: number }

/** The batches with a session in a period, by name. */
async function sessionCounts({ trx, vendorId, now }: TenantContext, range: Range): Promise<SessionCounts[]> {
  const { rows } = await sql<SessionCounts>`
    select b."id", b."name", counts."sessions", counts."over" from (
      select s."batch", count(*)::int as "sessions", count(*) filter (where s."endsAt" <= ${now})::int as "over"
      from "batchSessions" s where ${isDelivered(vendorId, range)} group by s."batch"
    ) counts join "batches" b on b."vendorId" = ${vendorId} and b."id" = counts."batch" order by b."name", b."id"`.execute(trx)
  return rows
}

/** The batches with a session held or attended, with what of it is billed and paid. */
function batchesOf(counts: readonly SessionCounts[], rows: readonly DeliveredRow[]): Delivered['batches'] {
  const places = Map.groupBy(
    rows.filter(({ kind }) => kind !== 'undelivered'),
    ({ batch }) => batch,
  )
  return counts
    .map(({ id, name, over }) => {
      const own = places.get(id) ?? []
      const billed = own.filter(({ sale }) => sale !== null)
      const paid = billed.filter(({ kind }) => kind === 'agreed' || kind === 'free')
      return { id, name, sessions: over, attended: sumOf(own, 'count'), billed: sumOf(billed, 'count'), paid: sumOf(paid, 'count') }
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
  const counts = await sessionCounts(ctx, range)
  const found: DeliveredRow[] = []
  for (const batches of portionsOf(counts)) found.push(...(await attended(vendorId, range, batches).execute(trx)).rows)
  found.push(...(await undelivered(vendorId, range).execute(trx)).rows)
  const rows = await explained(ctx, range, inOrderOfAmount(found))
  return {
    ...(await headOf(ctx, range)),
    batches: batchesOf(counts, rows),
    kinds: deliveredKinds.map((kind) => {
      const own = rows.filter((row) => row.kind === kind)
      return { kind, count: sumOf(own, 'count'), amount: sumOf(own, 'amount'), rows: own.length }
    }),
    rows: await named(ctx, rows.filter(({ kind }) => kind !== 'agreed').slice(0, deliveryLimit)),
  }
}
