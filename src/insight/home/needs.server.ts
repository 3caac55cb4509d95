import { sql, type RawBuilder } from 'kysely'
import { recordOf } from '#lib/choices.ts'
import { expiringDays } from '#directory/customers/customer.contract.ts'
import { takenByBatch } from '#timetable/enrolments/place-counts.server.ts'
import { failedPayouts } from '#money/payouts/payout.row.server.ts'
import { quotesToAnswer, quotesToName } from '#money/quotes/quote.row.server.ts'
import { due } from '#money/sales/sale.row.server.ts'
import { clockSql } from '#business/setup/zone.server.ts'
import { userNames } from '#business/developers/actors.server.ts'
import type { attendanceContract } from '#timetable/attendance/attendance.contract.ts'
import type { enrolmentContract } from '#timetable/enrolments/enrolment.contract.ts'
import type { payoutContract } from '#money/payouts/payout.contract.ts'
import type { quoteContract } from '#money/quotes/quote.contract.ts'
import type { saleContract } from '#money/sales/sale.contract.ts'
import { allows, memberOf, ownTrainerOf, type Call } from '#kernel/base.ts'
import type { TenantContext } from '#kernel/context.ts'
import type { Calls } from '#kernel/policy.rules.ts'
import { isUnpriced, priceOn } from '#timetable/enrolments/terms.row.server.ts'
import { unmarkedSessions } from '#timetable/attendance/unmarked.server.ts'
import type { Need, Needs, NeedsOfKind } from './needs.contract.ts'
import { needKinds, type NeedKind } from './needs.rules.ts'

/** Rows of each kind that Home shows, and of its snoozed ones; the count covers the others. */
const shown = 5
const snoozedShown = 50
/** How long an unmarked session stays a need, in days. */
const unmarkedDays = 14

type Contracts = {
  attendance: typeof attendanceContract
  sales: typeof saleContract
  quotes: typeof quoteContract
  payouts: typeof payoutContract
  enrolments: typeof enrolmentContract
}

/** The call that handles each kind: a role that may not make it does not see the kind (product 4). */
const doneBy: Record<NeedKind, Calls<Contracts>> = {
  unmarked: 'attendance.mark',
  pastDue: 'sales.pay',
  quotes: 'quotes.acceptCounter',
  unnamed: 'quotes.name',
  payouts: 'payouts.list',
  waiting: 'enrolments.offerNext',
  expiring: 'enrolments.list',
  unpriced: 'enrolments.update',
}

/** Whether the member handles a kind. */
export const isFor = (call: Call, kind: NeedKind): boolean => allows<Contracts>(call.app, memberOf(call).role, doneBy[kind])

/**
 * How a kind is read: the waiting rows with `id` and `money`, their order, and the columns of the few that are shown,
 * whose rows are `k`. Rows that an index finds are read twice, to count them and to take the first; others are stored in between.
 */
type Source = {
  rows: RawBuilder<unknown>
  order: RawBuilder<unknown>
  columns: RawBuilder<unknown>
  joins: RawBuilder<unknown>
  isIndexed?: true
}

const person = sql`coalesce(nullif(trim(c."firstName" || ' ' || c."lastName"), ''), '')`

function sourcesOf({ vendorId, call, now }: TenantContext, today: string, zone: string): Record<NeedKind, Source> {
  const own = ownTrainerOf(call)
  const joined = (table: string, alias: string, key: RawBuilder<unknown>) =>
    sql`join ${sql.table(table)} as ${sql.ref(alias)} on ${sql.ref(`${alias}.vendorId`)} = ${vendorId} and ${sql.ref(`${alias}.id`)} = ${key}`
  const since = sql`(k."since" at time zone ${zone})::date`
  return {
    unmarked: {
      rows: sql`select u.*, null::bigint as "money" from ${unmarkedSessions(
        vendorId,
        now,
        sql`s."day" between ${today}::date - ${unmarkedDays}::integer and ${today}::date and ${own === null ? sql`true` : sql`s."trainer" = ${own}`}`,
      )} u`,
      order: sql`w."startsAt" desc, w."id"`,
      columns: sql`k."id" as "target", b."name", ${clockSql('k.startsAt', zone)} as "text", k."day", k."booked" - k."marked" as "people", 0 as "free"`,
      joins: joined('batches', 'b', sql`k."batch"`),
    },
    // Bills unpaid for years come last: a call is still likely to collect one that has just fallen due.
    pastDue: {
      isIndexed: true,
      rows: sql`select s."id", s."customer", s."number", s."dueOn", ${due} as "money" from "sales" s
        where s."vendorId" = ${vendorId} and s."state" in ('open', 'partiallyPaid') and s."dueOn" < ${today}::date`,
      order: sql`w."dueOn" desc, w."money" desc, w."id"`,
      columns: sql`k."id" as "target", coalesce(nullif(${person}, ''), k."number") as "name", l."text", k."dueOn" as "day", 0 as "people", 0 as "free"`,
      joins: sql`left ${joined('customers', 'c', sql`k."customer"`)}
        join "saleLines" l on l."vendorId" = ${vendorId} and l."sale" = k."id" and l."position" = 0`,
    },
    quotes: {
      isIndexed: true,
      rows: quotesToAnswer(vendorId, today),
      order: sql`w."since", w."id"`,
      columns: sql`k."id" as "target", ${person} as "name", k."number" as "text", ${since} as "day", 0 as "people", 0 as "free"`,
      joins: joined('customers', 'c', sql`k."customer"`),
    },
    unnamed: {
      rows: quotesToName(vendorId, today),
      order: sql`w."since", w."id"`,
      columns: sql`k."id" as "target", ${person} as "name", b."name" as "text", ${since} as "day", k."people", 0 as "free"`,
      joins: sql`${joined('customers', 'c', sql`k."customer"`)} ${joined('batches', 'b', sql`k."batch"`)}`,
    },
    payouts: {
      isIndexed: true,
      rows: failedPayouts(vendorId),
      order: sql`w."since", w."id"`,
      columns: sql`k."id" as "target", '' as "name", k."reason" as "text", ${since} as "day", 0 as "people", 0 as "free"`,
      joins: sql``,
    },
    waiting: {
      rows: sql`select b."id", b."name", q."since", q."people", f."free", least(f."free", q."people") * b."price" as "money"
        from (select "batch", count(*)::int as "people", min("queuedAt") as "since" from "enrolments"
          where "vendorId" = ${vendorId} and "state" = 'waitlisted' group by "batch") q
        join "batches" b on b."vendorId" = ${vendorId} and b."id" = q."batch" and b."state" = 'open'
        left join ${takenByBatch(vendorId, now, today)} t on t."batch" = q."batch"
        cross join lateral (select b."totalCandidates" - coalesce(t."taken", 0) as "free") f
        where f."free" > 0`,
      order: sql`w."people" desc, w."since", w."id"`,
      columns: sql`k."id" as "target", k."name", '' as "text", ${since} as "day", k."people", k."free"`,
      joins: sql``,
    },
    expiring: {
      isIndexed: true,
      rows: sql`select e."id", e."customer", e."batch", e."endDate", ${priceOn(vendorId, sql`${today}::date`)} as "money" from "enrolments" e
        where e."vendorId" = ${vendorId} and e."state" = 'active' and e."endDate" >= ${today}::date and e."endDate" < ${today}::date + ${expiringDays}::integer`,
      order: sql`w."endDate", w."money" desc, w."id"`,
      columns: sql`k."customer" as "target", ${person} as "name", b."name" as "text", k."endDate" as "day", 0 as "people", 0 as "free"`,
      joins: sql`${joined('customers', 'c', sql`k."customer"`)} ${joined('batches', 'b', sql`k."batch"`)}`,
    },
    unpriced: {
      isIndexed: true,
      rows: sql`select e."id", e."customer", e."batch", e."startDate", ${priceOn(vendorId, sql`${today}::date`)} as "money" from "enrolments" e
        where e."vendorId" = ${vendorId} and e."state" = 'active' and e."endDate" >= ${today}::date and e."customer" is not null and ${isUnpriced(vendorId)}`,
      order: sql`w."money" desc, w."startDate", w."id"`,
      columns: sql`k."customer" as "target", ${person} as "name", b."name" as "text", k."startDate" as "day", 0 as "people", 0 as "free"`,
      joins: sql`${joined('customers', 'c', sql`k."customer"`)} ${joined('batches', 'b', sql`k."batch"`)}`,
    },
  }
}

/** One kind: the first waiting rows, and those that would wait but are snoozed. */
async function readKind(ctx: TenantContext, kind: NeedKind, { rows, order, columns, joins, isIndexed }: Source) {
  const { trx, vendorId } = ctx
  const today = await ctx.today()
  const read = await sql<Omit<Need, 'by'> & { by: string | null; count: number; total: number | null }>`
    with w as ${isIndexed ? sql`not materialized` : sql`materialized`} (select i.*, z."until", z."by" from (${rows}) i
      left join "snoozes" z on z."vendorId" = ${vendorId} and z."kind" = ${kind} and z."about" = i."id" and z."until" > ${today}::date),
    k as (
      select w.*, row_number() over (order by ${order}) as "place" from (select * from w where w."until" is null order by ${order} limit ${shown}) w
      union all
      select w.*, row_number() over (order by ${order}) from (select * from w where w."until" is not null order by ${order} limit ${snoozedShown}) w)
    select k."id", k."money", k."until", k."by", n."count", n."total", t.* from k
    cross join (select count(*)::int as "count", sum(w."money")::bigint as "total" from w where w."until" is null) n
    ${joins}
    cross join lateral (select o.*, ${today}::date - o."day" as "age" from (select ${columns}) o) t
    order by k."place"`.execute(trx)
  const names = await userNames(
    trx,
    read.rows.map(({ by }) => by),
  )
  return read.rows.map((row) => ({ ...row, by: (row.by && names.get(row.by)) ?? '' }))
}

const none: NeedsOfKind = { count: 0, total: null, rows: [], snoozed: [] }

/**
 * What needs attention at the business; for a trainer only their own sessions, and no kind that the role can't handle.
 * @param zone the business's time zone
 * @param seesBooks whether to sum up what is at stake
 */
export async function readNeeds(ctx: TenantContext, zone: string, seesBooks: boolean): Promise<Needs> {
  const sources = sourcesOf(ctx, await ctx.today(), zone)
  const needs: Needs = recordOf(needKinds, () => none)
  for (const kind of needKinds) {
    if (!isFor(ctx.call, kind)) continue
    const read = await readKind(ctx, kind, sources[kind])
    const of = (isSnoozed: boolean) => read.filter(({ until }) => (until !== null) === isSnoozed)
    const [first] = of(false)
    const bare = ({ count: _count, total: _total, ...row }: (typeof read)[number]): Need => row
    needs[kind] = {
      count: first?.count ?? 0,
      total: seesBooks ? (first?.total ?? null) : null,
      rows: of(false).map(bare),
      snoozed: of(true).map(bare),
    }
  }
  return needs
}
