import { sql, type RawBuilder } from 'kysely'
import type { currencyOf } from '#business/ledger/books.server.ts'
import type { TenantContext } from '#kernel/context.ts'
import { addDays, lastDayOf } from '#lib/days.ts'
import type { EmptySessionRule } from '#directory/trainers/pay-rule.rules.ts'
import { ruleSpans } from '#directory/trainers/rates.server.ts'
import { revenueAt } from '#money/revenue/session-revenue.server.ts'
import { emptySpans } from './empty-pay.server.ts'
import { payOf, peopleAt } from './session-pay.server.ts'

/** The currency of a business's pay, and the last day through which its books are closed. */
type Terms = Awaited<ReturnType<typeof currencyOf>>

/** The first month that is not closed, YYYY-MM; '' if none was ever closed, so that each session is paid in its own month. */
const firstOpenMonth = ({ closedThrough }: Terms) => (closedThrough === null ? '' : addDays(closedThrough, 1).slice(0, 7))

/**
 * What the pay of a session follows from, in minor units: the rule, what the business paid with no one present, and the
 * people and net revenue of the session where these matter. All null where `cost` says everything.
 */
export type PayBasis = {
  unit: 'session' | 'hour' | 'head' | 'share' | null
  rate: number | null
  share: number | null
  minimum: number | null
  maximum: number | null
  empty: EmptySessionRule | null
  people: number | null
  base: number | null
}

/** A line that closing would write now: the columns of a written line, and the month in which it is paid. */
export type DueLine = PayBasis & {
  kind: 'session' | 'adjustment'
  month: string
  trainer: string
  session: string
  heldOn: string
  minutes: number
  batch: string
  service: string
  hall: string | null
  cost: number | null
  amount: number
  /** Whether a paid session changed in what its pay follows from, so that the line is the difference. */
  isChange: boolean
}

/** A session that was held: not cancelled and over (product 2.13). */
const isDelivered = (now: string) => sql`s."state" <> 'cancelled' and s."endsAt" <= ${now}::timestamptz`

const minutes = sql`(extract(epoch from s."endsAt" - s."startsAt") / 60)::int`

/**
 * The people and the net revenue of a session `s`, where the rule `unit` and `empty` of a row needs them. Callers select
 * them with `offset 0`: otherwise PostgreSQL evaluates them again at each mention.
 */
const factsFor = (vendorId: string, row: string) => sql`
  case when ${sql.ref(`${row}.unit`)} = 'head' or ${sql.ref(`${row}.empty`)} <> 'full' then ${peopleAt(vendorId, sql`s."id"`)} end as "people",
  case when ${sql.ref(`${row}.unit`)} = 'share' then ${revenueAt(vendorId)} end as "base"`

/** The columns of a rule that identify how a session was paid; a later difference has the same. */
const ruleColumns = sql`"cost", "unit", "rate", "share", "minimum", "maximum", "empty"`

/**
 * What each session held pays by the rule of its day: the one of its service, else the one for all. A rule that says no
 * more than a cost in whole currency units is its `cost` alone.
 */
const given = (vendorId: string, terms: Terms, where: RawBuilder<unknown>) => {
  const chosen = (name: string) => sql`case when o."trainer" is null then ${sql.ref(`g.${name}`)} else ${sql.ref(`o.${name}`)} end`
  const rule = sql`
    select *, "cost" is not null and "empty" = 'full' as "isCost" from (
      select ${chosen('unit')} as "unit", ${chosen('cost')} as "cost", ${chosen('share')} as "share", ${chosen('minimum')} as "minimum",
        ${chosen('maximum')} as "maximum", coalesce(y."rule", 'full') as "empty",
        coalesce(${chosen('amount')}, (${chosen('cost')})::bigint * ${10 ** terms.exponent}::bigint) as "rate"
    ) r`
  return sql`
    select s."trainer", s."id" as "session", s."day" as "heldOn", ${minutes} as "minutes", s."batch", b."service", s."hall",
      case when r."isCost" then r."cost" end as "cost", case when not r."isCost" then r."unit" end as "unit", r."rate",
      r."share", r."minimum", r."maximum", case when not r."isCost" then r."empty" end as "empty", f."people", f."base"
    from "batchSessions" s
    cross join lateral (select k."service" from "batches" k where k."vendorId" = ${vendorId} and k."id" = s."batch" offset 0) b
    join "rules" g on g."trainer" = s."trainer" and g."service" is null and s."day" >= g."fromDay" and s."day" < g."toDay"
    left join "rules" o on o."trainer" = s."trainer" and o."service" = b."service" and o."unit" <> 'general' and s."day" >= o."fromDay" and s."day" < o."toDay"
    left join ${emptySpans(vendorId)} y on s."day" >= y."fromDay" and s."day" < y."toDay"
    cross join lateral (${rule}) r
    cross join lateral (select ${factsFor(vendorId, 'r')} offset 0) f
    where s."vendorId" = ${vendorId} and ${where}`
}

/**
 * What closing would write for the days through a given one, as a subquery: the difference between the
 * sessions held and those frozen. A session that its trainer held but was not paid for is added, at the
 * trainer's rule on its day; a session that a trainer was paid for but did not hold is deducted as it was paid. A paid
 * session keeps its rule, and the difference is added or deducted where its people, hours or revenue changed since.
 * Each line belongs to its session's month, or to the first open one if that is closed.
 * @param from only sessions from this day on: for a month after the first open one
 */
export function dueLines(
  { vendorId, now }: Pick<TenantContext, 'vendorId' | 'now'>,
  terms: Terms,
  { from, through, trainer }: { from: string | null; through: string; trainer?: string | undefined },
): RawBuilder<DueLine> {
  const open = firstOpenMonth(terms)
  const own = (alias: string) => (trainer ? sql`and ${sql.ref(`${alias}.trainer`)} = ${trainer}` : sql``)
  const within = (column: string) => sql`${sql.ref(column)} between ${from ?? '2000-01-01'}::date and ${through}::date`
  const month = sql`to_char("heldOn", 'YYYY-MM')`
  return sql<DueLine>`(
    with "paid" as (
      select "trainer", "session", "heldOn", max("minutes") as "minutes", "batch", "service", "hall", ${ruleColumns}, sum("amount")::bigint as "paid"
      from "payLines" p where p."vendorId" = ${vendorId} and p."session" is not null ${own('p')}
      group by "trainer", "session", "heldOn", "batch", "service", "hall", ${ruleColumns} having sum("amount") <> 0
    ), "rules" as (select * from ${ruleSpans(vendorId)} r)
    select d."kind", greatest(${month}, ${open}) as "month", "trainer", "session", "heldOn", "minutes", "batch", "service", "hall",
      "cost", "unit", case when "unit" <> 'share' then "rate" end as "rate", case when "unit" is not null then "share" end as "share",
      case when "unit" is not null then "minimum" end as "minimum", case when "unit" is not null then "maximum" end as "maximum",
      "empty", "people", "base", d."amount", false as "isChange"
    from (
      select w.*, case when w."unit" is null then w."rate" else ${payOf('w')} end as "amount",
        case when ${month} >= ${open} and not exists (
          select 1 from "payLines" p where p."vendorId" = ${vendorId} and p."session" = w."session" and p."trainer" = w."trainer"
        ) then 'session' else 'adjustment' end as "kind"
      from (${given(vendorId, terms, sql`${isDelivered(now)} and ${within('s.day')} ${own('s')}`)}) w
      -- Looked up in a hash whatever the planner expects; compared one by one, the time would grow with the square of the sessions.
      where (w."session", w."trainer") not in (select "session", "trainer" from "paid")
    ) d
    -- A session that pays nothing is recorded once.
    where d."amount" <> 0 or d."kind" = 'session'
    union all
    select 'adjustment', greatest(${month}, ${open}), "trainer", "session", "heldOn", "minutes", "batch", "service", "hall",
      ${ruleColumns}, null, null, -"paid", false
    from "paid" where ${within('paid.heldOn')} and not exists (
      select 1 from (select * from "batchSessions" where "vendorId" = ${vendorId} and "id" = "paid"."session" offset 0) s
      where s."trainer" = "paid"."trainer" and ${isDelivered(now)}
    )
    union all
    select 'adjustment', greatest(${month}, ${open}), "trainer", "session", "heldOn", "minutes", "batch", "service", "hall",
      ${ruleColumns}, "people", "base", ${payOf('w')} - "paid", true
    from (
      select p."trainer", p."session", p."heldOn", ${minutes} as "minutes", p."batch", p."service", p."hall", p."cost", p."unit", p."rate", p."share",
        p."minimum", p."maximum", p."empty", p."paid", f."people", f."base"
      from "paid" p join "batchSessions" s on s."vendorId" = ${vendorId} and s."id" = p."session" and s."trainer" = p."trainer" and ${isDelivered(now)}
      cross join lateral (select ${factsFor(vendorId, 'p')} offset 0) f
      where p."unit" is not null and ${within('p.heldOn')}
    ) w where ${payOf('w')} <> "paid"
  )`
}

/** A written line, or one that closing would write: the parts of a trainer's month. */
export type MonthLine = Omit<DueLine, 'month' | 'session' | 'heldOn' | 'minutes' | 'batch'> & {
  id: string
  isFrozen: boolean
  session: string | null
  day: string
  minutes: number
  batch: string | null
  reason: string
}

/**
 * The lines of a month as a subquery: the written ones, and for an open month those that closing would
 * write, so that the month shows the same before and after it is closed.
 */
export function monthLines(ctx: TenantContext, terms: Terms, month: string, trainer?: string): RawBuilder<MonthLine> {
  const { vendorId } = ctx
  const [first, last] = [`${month}-01`, lastDayOf(month)]
  const isOpen = terms.closedThrough === null || last > terms.closedThrough
  // Only the first open month has lines for earlier sessions.
  const from = firstOpenMonth(terms) === month ? null : first
  const due = isOpen
    ? sql`union all select d."session" as "id", false, d."kind", d."trainer", d."session", d."heldOn", d."minutes", d."batch", d."cost", d."amount", '', d."isChange",
        d."unit", d."rate", d."share", d."minimum", d."maximum", d."empty", d."people", d."base"
        from ${dueLines(ctx, terms, { from, through: last, trainer })} d where d."month" = ${month}`
    : sql``
  return sql<MonthLine>`(
    select p."id", true as "isFrozen", p."kind", p."trainer", p."session", coalesce(p."heldOn", p."day") as "day", coalesce(p."minutes", 0) as "minutes",
      p."batch", p."cost", p."amount", p."reason", p."isChange", p."unit", p."rate", p."share", p."minimum", p."maximum", p."empty", p."people", p."base"
    from "payLines" p where p."vendorId" = ${vendorId} and p."day" between ${first}::date and ${last}::date
      ${trainer ? sql`and p."trainer" = ${trainer}` : sql``}
    ${due}
  )`
}
