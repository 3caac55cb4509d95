import { sql, type RawBuilder } from 'kysely'
import { lastDayOfLine, paysFor, lineWorth } from './session-revenue.server.ts'

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
 * are not cancelled in the days that a line pays for, rounded down, the last with what is left, as in `revenueAt`; on
 * those days where they have no session; on the line's first day where no day is left. A session is delivered once it is
 * over, a day once it has begun.
 *
 * Lines of the same batch and days have the same sessions, unless a freeze or a credit changes the days of one, so the
 * sessions are counted for each such span and not for each line.
 */
export const portions = (vendorId: string, { now, today }: { now: string; today: string }, window: Window): RawBuilder<Portion> => {
  const part = (of: { at: RawBuilder<unknown>; all: RawBuilder<unknown> }) =>
    sql`case when ${of.at} = ${of.all} then l."worth" - (${of.all} - 1) * (l."worth" / ${of.all}) else l."worth" / ${of.all} end`
  const numbered = sql`count(*) over (partition by p."span") as "all"`
  return sql<Portion>`(
    with "lines" as materialized (
      select "batch", "service", "hall", "trainer", "sale", "position", "enrolment", "fromDay", "toDay", "freezes", "worth",
        case when "credited" > 0 or "freezes" <> '[]' then "sale" || ':' || "position" else "batch" || ':' || "fromDay" || ':' || "toDay" end as "span"
      from (${linesIn(vendorId, window)}) found where "worth" > 0
    ), "spans" as materialized (
      select distinct on ("span") "span", "batch", "fromDay", "toDay", "freezes", "sale", "position", "enrolment",
        "span" = "sale" || ':' || "position" as "isOwn"
      from "lines" order by "span"
    ), "reach" as materialized (
      select l.*, case when l."isOwn" then ${lastDayOfLine} else l."toDay" end as "last" from "spans" l cross join lateral (select l."freezes") e
    ), "meetings" as materialized (
      select p."span", s."day", s."endsAt" <= ${now}::timestamptz as "isDelivered", ${numbered},
        row_number() over (partition by p."span" order by s."day", s."startsAt", s."id") as "at"
      from "reach" p
      join "batchSessions" s on s."vendorId" = ${vendorId} and s."batch" = p."batch" and s."state" <> 'cancelled' and s."day" between p."fromDay" and p."last"
      cross join lateral (select p.*) l cross join lateral (select p."freezes") e
      where not p."isOwn" or ${paysFor(vendorId, sql`s."day"`)}
    ), "plainDays" as materialized (
      select p."span", d."day"::date as "day", d."day"::date <= ${today}::date as "isDelivered", ${numbered},
        row_number() over (partition by p."span" order by d."day") as "at"
      from "reach" p cross join lateral generate_series(p."fromDay"::timestamp, p."last"::timestamp, interval '1 day') d ("day")
      cross join lateral (select p.*) l cross join lateral (select p."freezes") e
      where not exists (select 1 from "meetings" m where m."span" = p."span") and (not p."isOwn" or ${paysFor(vendorId, sql`d."day"::date`)})
    ), "days" as (
      select * from "meetings" union all select * from "plainDays"
      union all
      select p."span", p."fromDay", p."fromDay" <= ${today}::date, 1, 1 from "reach" p
      where not exists (select 1 from "meetings" m where m."span" = p."span") and not exists (select 1 from "plainDays" m where m."span" = p."span")
    )
    select l."batch", l."service", l."hall", l."trainer", d."day", d."isDelivered", sum(${part({ at: sql`d."at"`, all: sql`d."all"` })})::bigint as "amount"
    from "lines" l join "days" d on d."span" = l."span"
    group by l."batch", l."service", l."hall", l."trainer", d."day", d."isDelivered"
  )`
}
