import { sql, type RawBuilder } from 'kysely'
import { isBooked } from '#timetable/enrolments/booked.server.ts'
import { earned } from '#insight/finance/report.row.server.ts'
import { conditions, monthlyPlaces } from '#insight/reports/place-months.server.ts'
import { earlier } from '#lib/days.ts'
import type { Moment } from '#kernel/context.ts'
import { begunDays, rankingPeriodOf, sessionTarget, type Period, type Ranked } from './rankings.rules.ts'

/** The vendor and period to calculate. */
export type RankingScope = Moment & { vendorId: string; period: Period; firstWeekday: number }

const came = sql`a."mark" in ('present', 'late')`

/** Sessions of the period that have begun and were not cancelled. */
const deliveredSessions = ({ vendorId, now, period }: RankingScope) => sql`
  held as materialized (
    select s."vendorId", s."id", s."batch", s."trainer", s."day", s."capacity" from "batchSessions" s
    where s."vendorId" = ${vendorId} and s."day" between ${period.from}::date and ${period.to}::date
      and s."state" <> 'cancelled' and s."startsAt" <= ${now}::timestamptz
  )`

/**
 * Those sessions with how many were expected, marked and present (product 5, fill and attendance); an unmarked place
 * is not counted in attendance.
 */
const meetings = (scope: RankingScope) => sql`${deliveredSessions(scope)},
  -- Places that touch the period, once, since every session of a batch is held against them.
  touching as materialized (
    select e."vendorId", e."batch", e."startDate", e."endDate", e."state", e."freezes" from "enrolments" e
    where e."vendorId" = ${scope.vendorId} and e."state" in ('active', 'completed', 'cancelled')
      and e."endDate" >= ${scope.period.from}::date and e."startDate" <= ${scope.period.to}::date
  ),
  expected as (select s."id", count(*)::int as "booked" from held s join touching e on ${isBooked(scope.vendorId)} group by s."id"),
  marked as (
    select a."session", count(*)::int as "marked", count(*) filter (where ${came})::int as "came" from "attendance" a
    where a."vendorId" = ${scope.vendorId} and a."session" in (select "id" from held) and a."mark" <> 'booked' group by a."session"
  ),
  meetings as materialized (
    select h.*, coalesce(x."booked", 0) as "booked", coalesce(m."marked", 0) as "marked", coalesce(m."came", 0) as "came"
    from held h left join expected x on x."id" = h."id" left join marked m on m."session" = h."id"
  )`

/** Sums over meetings that every board except the customers' has. */
const sums = sql`count(*)::int as "sample", sum("came")::bigint as "attendanceNum", sum("marked")::bigint as "attendanceDen",
  sum("booked")::bigint as "fillNum", sum("capacity")::bigint as "fillDen"`

/** Places as the subscription report counts them, with the period as its one month. */
const places = ({ vendorId, today, period: { from, to } }: RankingScope) =>
  monthlyPlaces(vendorId, [{ month: 'period', first: from, last: earlier(to, today) }])

/** Customers whose place in a batch ended in the period: all, and those who still have a place at its end. */
const ended = sql`
  ended as (
    select l."batch", count(distinct l."customer")::bigint as "retentionDen", count(distinct l."customer") filter (where l."stays")::bigint as "retentionNum"
    from monthlyPlaces l where l."leftNow" is not null group by l."batch"
  )`

/** Sessions that a customer had and came to, and the longest run of weeks with sessions in which they came. */
const customers = (scope: RankingScope) => {
  const { vendorId, today, period, firstWeekday } = scope
  const weekOne = rankingPeriodOf('week', period.from, firstWeekday).from
  return sql`with ${deliveredSessions(scope)},
    weeks as (
      select a."customer", (h."day" - ${weekOne}::date) / 7 as "week", count(*) as "marked", count(*) filter (where ${came}) as "came"
      from "attendance" a join held h on h."id" = a."session"
      where a."vendorId" = ${vendorId} and a."session" in (select "id" from held) and a."mark" <> 'booked' group by 1, 2
    ),
    runs as (
      select w.*, row_number() over (partition by "customer" order by "week")
        - row_number() over (partition by "customer", "came" > 0 order by "week") as "run" from weeks w
    ),
    lengths as (
      select "customer", sum("marked") as "marked", sum("came") as "came", count(*) as "weeks", case when "came" > 0 then count(*) else 0 end as "length"
      from runs group by "customer", "came" > 0, "run"
    ),
    figures as (
      select l."customer" as "subject", sum(l."marked")::int as "sample",
        sum(l."came")::bigint as "sessionsNum", ${sessionTarget(begunDays(period, today))}::bigint as "sessionsDen",
        sum(l."came")::bigint as "attendanceNum", sum(l."marked")::bigint as "attendanceDen",
        max(l."length")::bigint as "streakNum", sum(l."weeks")::bigint as "streakDen"
      from lengths l group by l."customer"
    ),
    shown as materialized (
      select f.* from figures f
      join "customers" c on c."vendorId" = ${vendorId} and c."id" = f."subject" and c."state" = 'active' and c."showInRankings"
    )`
}

/** The trainer a session was planned for: its batch's if the session was changed on its own, else its own, as of one that was added. */
const planned = sql`case when s."isOwn" and not s."isAdded" then b."trainer" else s."trainer" end`

const trainers = (scope: RankingScope) => {
  const { vendorId, now, period } = scope
  return sql`${places(scope)}, ${meetings(scope)}, ${ended},
    -- A closed day and a batch's own end are nobody's cancellation.
    plans as (
      select ${planned} as "trainer", count(*)::bigint as "heldDen",
        count(*) filter (where s."state" <> 'cancelled' and s."trainer" = ${planned})::bigint as "heldNum"
      from "batchSessions" s join "batches" b on b."vendorId" = ${vendorId} and b."id" = s."batch"
      where s."vendorId" = ${vendorId} and s."day" between ${period.from}::date and ${period.to}::date and s."startsAt" <= ${now}::timestamptz
        and (s."state" <> 'cancelled' or (s."closure" is null and s."reason" is not null and s."reason" is distinct from b."reason"))
      group by 1
    ),
    kept as (
      select b."trainer", sum("retentionNum")::bigint as "retentionNum", sum("retentionDen")::bigint as "retentionDen"
      from ended e join "batches" b on b."vendorId" = ${vendorId} and b."id" = e."batch" group by b."trainer"
    ),
    shown as materialized (
      select m."trainer" as "subject", m."sample", m."attendanceNum", m."attendanceDen", p."heldNum", p."heldDen", k."retentionNum", k."retentionDen",
        m."fillNum", m."fillDen"
      from (select "trainer", ${sums} from meetings group by "trainer") m
      left join plans p on p."trainer" = m."trainer" left join kept k on k."trainer" = m."trainer"
    )`
}

const batches = (scope: RankingScope) => {
  const { vendorId, period } = scope
  return sql`${places(scope)}, ${meetings(scope)}, ${ended},
    brought as (
      select "batch", sum(${earned})::bigint as "net" from "ledger"
      where "vendorId" = ${vendorId} and "day" between ${period.from}::date and ${period.to}::date and "batch" is not null group by "batch"
    ),
    -- What a place brought, rounded down; the best batch is the measure.
    each as (
      select m.*, greatest(coalesce(r."net", 0), 0) / b."totalCandidates" as "revenueNum"
      from (select "batch", ${sums} from meetings group by "batch") m
      join "batches" b on b."vendorId" = ${vendorId} and b."id" = m."batch" left join brought r on r."batch" = m."batch"
    ),
    shown as materialized (
      select m."batch" as "subject", m."sample", m."fillNum", m."fillDen", m."attendanceNum", m."attendanceDen",
        m."revenueNum", max(m."revenueNum") over () as "revenueDen", e."retentionNum", e."retentionDen"
      from each m left join ended e on e."batch" = m."batch"
    )`
}

/** Customers with a place at the end against 10 % more than at the start, and those who were not lost (product 5, churn). */
const business = (scope: RankingScope) => sql`${places(scope)}, ${meetings(scope)},
  people as (
    select count(distinct l."customer") filter (where ${conditions.active})::bigint as "start",
      count(distinct l."customer") filter (where ${conditions.lost})::bigint as "lost",
      count(distinct l."customer") filter (where ${conditions.closing})::bigint as "end" from monthlyPlaces l
  ),
  shown as materialized (
    select ${scope.vendorId}::uuid as "subject", m.*, p."start" - p."lost" as "retentionNum", p."start" as "retentionDen",
      p."end" as "growthNum", (11 * p."start" + 9) / 10 as "growthDen"
    from (select ${sums} from meetings having count(*) > 0) m cross join people p
  )`

const of: Record<Ranked, (scope: RankingScope) => RawBuilder<unknown>> = { customers, trainers, batches, business }

/**
 * A board's inputs, as the table `shown` of a WITH: subject, sample, and `num` and `den` of each part of the formula.
 * Sums the whole period: sessions by their day, their marks and places by the sessions.
 */
export function figuresOf(board: Ranked, scope: RankingScope): RawBuilder<unknown> {
  return of[board](scope)
}
