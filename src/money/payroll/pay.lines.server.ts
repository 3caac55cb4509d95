import { sql, type RawBuilder } from 'kysely'
import type { currencyOf } from '#business/ledger/books.server.ts'
import type { TenantContext } from '#kernel/context.ts'
import { addDays, lastDayOf } from '#lib/days.ts'
import { rateSpans } from '#directory/trainers/rates.server.ts'

/** The currency of a business's pay, and the last day through which its books are closed. */
type Terms = Awaited<ReturnType<typeof currencyOf>>

/** The first month that is not closed, YYYY-MM; '' if none was ever closed, so that each session is paid in its own month. */
const firstOpenMonth = ({ closedThrough }: Terms) => (closedThrough === null ? '' : addDays(closedThrough, 1).slice(0, 7))

/** A line that closing would write now: the columns of a written line, and the month in which it is paid. */
export type DueLine = {
  kind: 'session' | 'adjustment'
  month: string
  trainer: string
  session: string
  heldOn: string
  minutes: number
  batch: string
  service: string
  hall: string | null
  cost: number
  amount: number
}

/** A session that was held: not cancelled and over (product 2.13). */
const isDelivered = (now: string) => sql`s."state" <> 'cancelled' and s."endsAt" <= ${now}::timestamptz`

/**
 * What closing would write for the days through a given one, as a subquery: the difference between the
 * sessions held and those frozen. A session that its trainer held but was not paid for is added, at the
 * trainer's rate on its day; a session that a trainer was paid for but did not hold is deducted as it was paid.
 * Paid sessions keep their cost. Each line belongs to its session's month, or to the first open one if that is closed.
 * @param from only sessions from this day on: for a month after the first open one
 */
export function dueLines(
  { vendorId, now }: Pick<TenantContext, 'vendorId' | 'now'>,
  terms: Terms,
  { from, through, trainer }: { from: string | null; through: string; trainer?: string | undefined },
): RawBuilder<DueLine> {
  const open = firstOpenMonth(terms)
  const own = (alias: string) => (trainer ? sql`and ${sql.ref(`${alias}.trainer`)} = ${trainer}` : sql``)
  const of = sql`to_char(s."day", 'YYYY-MM')`
  const within = (column: string) => sql`${sql.ref(column)} between ${from ?? '2000-01-01'}::date and ${through}::date`
  return sql<DueLine>`(
    with "paid" as (
      select p."trainer", p."session", p."heldOn", p."minutes", p."batch", p."service", p."hall", p."cost", sum(p."amount") as "amount"
      from "payLines" p where p."vendorId" = ${vendorId} and p."session" is not null ${own('p')}
      group by p."trainer", p."session", p."heldOn", p."minutes", p."batch", p."service", p."hall", p."cost" having sum(p."amount") <> 0
    )
    select case when ${of} >= ${open} and not exists (
          select 1 from "payLines" p where p."vendorId" = ${vendorId} and p."session" = s."id" and p."trainer" = s."trainer"
        ) then 'session' else 'adjustment' end as "kind", greatest(${of}, ${open}) as "month",
      s."trainer", s."id" as "session", s."day" as "heldOn", (extract(epoch from s."endsAt" - s."startsAt") / 60)::int as "minutes",
      s."batch", b."service", s."hall", r."cost", r."cost"::bigint * ${10 ** terms.exponent}::bigint as "amount"
    from "batchSessions" s
    join "batches" b on b."vendorId" = ${vendorId} and b."id" = s."batch"
    join ${rateSpans(vendorId)} r on r."trainer" = s."trainer" and s."day" >= r."fromDay" and s."day" < r."toDay"
    where s."vendorId" = ${vendorId} and ${isDelivered(now)} and ${within('s.day')} ${own('s')}
      and not exists (select 1 from "paid" where "paid"."session" = s."id" and "paid"."trainer" = s."trainer")
    union all
    select 'adjustment', greatest(to_char("heldOn", 'YYYY-MM'), ${open}), "trainer", "session", "heldOn", "minutes", "batch", "service", "hall", "cost", -"amount"::bigint
    from "paid" where ${within('paid.heldOn')} and not exists (
      select 1 from "batchSessions" s where s."vendorId" = ${vendorId} and s."id" = "paid"."session" and s."trainer" = "paid"."trainer" and ${isDelivered(now)}
    )
  )`
}

/** A written line, or one that closing would write: the parts of a trainer's month. */
export type MonthLine = Omit<DueLine, 'month' | 'session' | 'heldOn' | 'minutes' | 'batch' | 'cost'> & {
  id: string
  isFrozen: boolean
  session: string | null
  day: string
  minutes: number
  batch: string | null
  cost: number | null
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
    ? sql`union all select d."session" as "id", false, d."kind", d."trainer", d."session", d."heldOn", d."minutes", d."batch", d."cost", d."amount", ''
        from ${dueLines(ctx, terms, { from, through: last, trainer })} d where d."month" = ${month}`
    : sql``
  return sql<MonthLine>`(
    select p."id", true as "isFrozen", p."kind", p."trainer", p."session", coalesce(p."heldOn", p."day") as "day", coalesce(p."minutes", 0) as "minutes",
      p."batch", p."cost", p."amount", p."reason"
    from "payLines" p where p."vendorId" = ${vendorId} and p."day" between ${first}::date and ${last}::date
      ${trainer ? sql`and p."trainer" = ${trainer}` : sql``}
    ${due}
  )`
}
