import { sql, type RawBuilder } from 'kysely'
import type { Moment } from '#kernel/context.ts'
import { addDays, addMonths, earlier } from '#lib/days.ts'
import { monthsIn, type ChurnFigure, type PlaceFigure } from './subscription.rules.ts'

const stopOf = (name: string) =>
  sql`case ${sql.ref(`${name}.state`)} when 'cancelled' then ${sql.ref(`${name}.endDate`)} else ${sql.ref(`${name}.endDate`)} + 1 end`

/**
 * Every place that was ever held, once each: `start` is its first day and `stop` the first day
 * without it. It scans all of the vendor's enrolments, since whether a customer returns depends on all earlier ones.
 * Cancelled places stop on their end date, others the day after it, as in `refreshActiveUntil`.
 */
const spans = (vendorId: string) => sql`
  spans as materialized (
    select e."id", e."batch", e."customer", e."startDate" as "start", e."freezes", e."state", e."cancelAtPeriodEnd", e."priceUnit",
      e."startDate" = e."endDate" as "isSingleDay", ${stopOf('e')} as "stop"
    from "enrolments" e
    where e."vendorId" = ${vendorId} and e."customer" is not null and (e."state" in ('active', 'completed') or (e."state" = 'cancelled' and e."endDate" > e."startDate"))
  )`

/** Pairs of places where one directly follows the other by a move or in the next season; the audit log has both. */
const moves = (vendorId: string) => sql`
  moves as materialized (
    select o."id" as "old", n."id" as "new" from "audit" a
    join "enrolments" o on o."vendorId" = ${vendorId} and o."id" = (a."before" ->> 'enrolment')::uuid
    join "enrolments" n on n."vendorId" = ${vendorId} and n."id" = a."target"::uuid
    where a."vendorId" = ${vendorId} and a."entity" = 'enrolment' and a."action" in ('move','rollOver')
      and o."state" in ('active', 'completed', 'cancelled') and n."state" in ('active', 'completed', 'cancelled')
      and n."startDate" = ${stopOf('o')} and ${stopOf('o')} > o."startDate" and ${stopOf('n')} > n."startDate"
  )`

/**
 * Places with how each began and ended: `moved`, otherwise new or returning, cancelled or expired. A place of one day is
 * single: it does not begin or end a subscription.
 */
const classified = sql`
  classified as (
    select s.*,
      case when s."isSingleDay" then 'single' when s."id" in (select "new" from moves) then 'moved'
        when min(s."stop") over (partition by s."customer", s."isSingleDay") <= s."start" then 'returning' else 'new' end as "joined",
      case when s."id" in (select "old" from moves) then 'moved'
        when s."state" = 'cancelled' or s."cancelAtPeriodEnd" then 'cancelled' else 'expired' end as "left"
    from spans s
  )`

/** The months of a report: the first day of each, and the last or today. Future months are left out. */
export function monthsOf(from: string, to: string, { today }: Moment): { month: string; first: string; last: string }[] {
  return Array.from({ length: Math.max(monthsIn(from, to), 0) }, (_, at) => addMonths(`${from}-01`, at))
    .filter((first) => first <= today)
    .map((first) => ({ month: first.slice(0, 7), first, last: earlier(addDays(addMonths(first, 1), -1), today) }))
}

/** A month of a report. */
export type ReportMonth = ReturnType<typeof monthsOf>[number]

/**
 * The places that overlap the months, once per month: whether they were held at its beginning and at
 * its end, whether they joined or left in it, and whether their customer still has a place.
 */
export function monthlyPlaces(vendorId: string, months: readonly ReportMonth[]) {
  const rows = sql.join(months.map(({ month, first, last }) => sql`(${month}::text, ${first}::date, ${last}::date)`))
  return sql`with ${spans(vendorId)}, ${moves(vendorId)}, ${classified},
  months ("month", "first", "last") as (values ${rows}),
  monthlyPlaces as (
    select t.*, bool_or(t."isHeld") over (partition by t."first", t."customer") as "stays" from (
      select t.*, m."month", m."first", m."last", not t."isSingleDay" and t."start" < m."first" as "wasHeld", not t."isSingleDay" and t."stop" > m."last" as "isHeld",
        case when t."start" >= m."first" then t."joined" end as "joinedNow", case when t."stop" <= m."last" and not t."isSingleDay" then t."left" end as "leftNow"
      from classified t join months m on t."start" <= m."last" and t."stop" >= m."first"
    ) t
  )`
}

const joined = (how: string) => sql`l."joinedNow" = ${sql.lit(how)}`
const left = (how: string) => sql`l."leftNow" = ${sql.lit(how)}`

/** The condition on the monthly places that a figure counts. */
export const conditions: Record<PlaceFigure | ChurnFigure, RawBuilder<unknown>> = {
  opening: sql`l."wasHeld"`,
  new: joined('new'),
  returning: joined('returning'),
  movedIn: joined('moved'),
  cancelled: left('cancelled'),
  expired: left('expired'),
  movedOut: left('moved'),
  closing: sql`l."isHeld"`,
  singleDays: joined('single'),
  bySession: sql`l."isHeld" and l."priceUnit" = 'session'`,
  active: sql`l."wasHeld"`,
  lost: sql`l."wasHeld" and not l."stays"`,
}

/** Places whose next payment is between two days and not after their end. A single session has no next payment. */
export const renewing = (from: string, to: string) => sql`e."state" = 'active' and e."nextChargeOn" between ${from}::date and ${to}::date
  and e."nextChargeOn" <= e."endDate" and not e."cancelAtPeriodEnd" and e."priceUnit" <> 'session'`

/** The month in which each customer first came, in one batch or any; the days of each place follow from `spans`. */
export function cohorts(vendorId: string, batch: string | undefined) {
  return sql`with ${spans(vendorId)},
  own as materialized (select * from spans where not "isSingleDay" ${batch ? sql`and "batch" = ${batch}` : sql``}),
  firsts as (select "customer", min("start") as "start" from own group by "customer")`
}
