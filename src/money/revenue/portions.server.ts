import { sql, type RawBuilder } from 'kysely'
import { isPaidBy, lastDayOfLine, paysFor, lineWorth } from './session-revenue.server.ts'

/** A part of what lines of bills are worth, in minor units without tax, and the day on which it is delivered. */
export type Portion = {
  batch: string
  service: string | null
  hall: string | null
  trainer: string | null
  day: string
  amount: number
  isDelivered: boolean
}

/** The days of which the portions matter: lines that end before the first or begin after the last are left out. */
type Window = { from: string; to: string | null }

/** The lines of valid bills in a window with their places. Those that a freeze postpones may end later than they say. */
const linesIn = (vendorId: string, { from, to }: Window) => sql`
  select l.*, x."credited", e."freezes", ${lineWorth(vendorId)} as "worth"
  from (
    select * from "saleLines" where "vendorId" = ${vendorId} and "batch" is not null and "toDay" >= ${from}::date
    union all
    select o.* from "enrolments" f join "saleLines" o on o."vendorId" = ${vendorId} and o."enrolment" = f."id" and o."toDay" < ${from}::date
    where f."vendorId" = ${vendorId} and f."freezes" <> '[]'
  ) l
  join "sales" x on x."vendorId" = ${vendorId} and x."id" = l."sale" and x."voidedAt" is null
  left join "enrolments" e on e."vendorId" = ${vendorId} and e."id" = l."enrolment"
  where ${to === null ? sql`true` : sql`l."fromDay" <= ${to}::date`}`

/**
 * SQL for what lines are worth by the day of its delivery (decision 45): in equal parts on the sessions of the batch that
 * are not cancelled in the days that a line pays for (one that was added only if the line is of its day), rounded down, the last with what is left, as in `revenueAt`; on
 * those days where they have no session; on the line's first day where no day is left. A session is delivered once it is
 * over, a day once it has begun.
 *
 * Lines of the same batch and days have the same sessions, unless a freeze or a credit changes the days of one. Such lines
 * are one group with the list of what they are worth, and everything else is looked up group by group: the planner knows
 * nothing of the size of a join of subqueries, and would compare each of their rows with each. `offset 0` keeps it from
 * computing an expression again wherever it is mentioned.
 */
export const portions = (vendorId: string, { now, today }: { now: string; today: string }, window: Window): RawBuilder<Portion> => {
  const ofBill = sql`case when "credited" > 0 or "freezes" <> '[]' then "sale" end`
  const about = sql`"batch", "service", "hall", "trainer", "fromDay", "toDay"`
  const pays = (day: RawBuilder<unknown>) => sql`(l."sale" is null or ${paysFor(vendorId, day)})`
  const inOrder = sql`order by s."day", s."startsAt", s."id"`
  return sql<Portion>`(
    select l."batch", l."service", l."hall", l."trainer", d."day", coalesce(d."isOver", d."day" <= ${today}::date) as "isDelivered",
      (case when d."at" = n."all" then w."worth" - (n."all" - 1) * w."part" else w."part" end)::bigint as "amount"
    from (
      select ${about}, ${ofBill} as "sale", case when ${ofBill} is not null then "position" end as "position",
        case when ${ofBill} is not null then "enrolment" end as "enrolment", case when ${ofBill} is not null then "freezes" end as "freezes",
        array_agg("worth") as "worths"
      from (${linesIn(vendorId, window)}) lines where "worth" > 0 group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10 offset 0
    ) l
    cross join lateral (select l."freezes") e
    cross join lateral (
      select array_agg(s."day" ${inOrder}) as "days", array_agg(s."endsAt" <= ${now}::timestamptz ${inOrder}) as "over" from "batchSessions" s
      where s."vendorId" = ${vendorId} and s."batch" = l."batch" and s."state" <> 'cancelled' and s."day" between l."fromDay" and ${lastDayOfLine}
        and ${isPaidBy(sql`s`)} and ${pays(sql`s."day"`)}
    ) m
    cross join lateral (
      select coalesce(m."days", (
        select array_agg(g."day"::date order by g."day") from generate_series(l."fromDay"::timestamp, (${lastDayOfLine})::timestamp, interval '1 day') g ("day")
        where m."days" is null and ${pays(sql`g."day"::date`)}
      ), array[l."fromDay"]) as "days" offset 0
    ) a
    cross join lateral (select cardinality(a."days") as "all" offset 0) n
    cross join lateral (select sum(u."worth") as "worth", sum(u."worth" / n."all") as "part" from unnest(l."worths") u ("worth") offset 0) w
    cross join lateral unnest(a."days", m."over") with ordinality d ("day", "isOver", "at")
    offset 0
  )`
}
