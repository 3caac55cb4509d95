import { sql, type RawBuilder } from 'kysely'
import { isFrozenOn } from '#money/sales/recurring-revenue.server.ts'
import { recordOf } from '#lib/choices.ts'
import type { ReportMonth } from './place-months.server.ts'
import { causeFigures, type RevenueFigure, type SubscriberFigure } from './subscription.rules.ts'

/**
 * MRR of the spans of `recurring` in each of some months: at the end of the day before it (`opening`) and of its last day
 * (`closing`), and whether the place is a subscription of its customer then, also while it is frozen or between two seasons.
 * A place whose price changed in the month has two rows.
 * @param recurring the tables of `recurringRevenue`
 */
export const monthlyRevenue = (recurring: RawBuilder<unknown>, months: readonly ReportMonth[]) => {
  const on = (day: RawBuilder<unknown>) =>
    sql`case when r."from" <= ${day} and r."to" > ${day} and not ${isFrozenOn(day)} then r."monthly" else 0 end`
  const days = sql.join(months.map(({ first, last }) => sql`(${first}::date, ${last}::date)`))
  return sql`${recurring},
  days ("first", "last") as (values ${days}),
  monthlyRevenue as materialized (
    select m."first", m."last", r."id", r."batch", r."customer", r."since", r."until",
      ${on(sql`(m."first" - 1)`)} as "opening", ${on(sql`m."last"`)} as "closing", r."from" < m."first" as "wasHeld", r."goesOn" > m."last" as "isHeld"
    from days m join recurring r on r."from" <= m."last" and r."goesOn" >= m."first" and (r."from" < m."first" or r."goesOn" > m."last")
  )`
}

/**
 * Those spans with what became of their customer in the month: `new` or `reactivated` without a subscription when it
 * began, `churned` without one at its end, else `stays`.
 */
export const customerSpans = sql`
  customerSpans as (
    select v.*, case
      when not bool_or(v."wasHeld") over own then case when v."since" < v."first" then 'reactivated' else 'new' end
      when not bool_or(v."isHeld") over own then 'churned' else 'stays' end as "became"
    from monthlyRevenue v window own as (partition by v."first", v."customer")
  )`

/** Sums of those spans: one row for each customer in a month and, if grouped so, batch or place. */
export const customerSums = sql`v."became", sum(v."opening")::bigint as "opening", sum(v."closing")::bigint as "closing",
  bool_or(v."wasHeld") as "wasHeld", bool_or(v."isHeld") as "isHeld"`

const became = (how: string) => sql`l."became" = ${sql.lit(how)}`
const growth = sql`l."became" = 'stays' and l."closing" > l."opening"`
const decline = sql`l."became" = 'stays' and l."closing" < l."opening"`

/** Which rows a figure of MRR sums, and what of them, in minor units. */
export type Sum = { where: RawBuilder<unknown>; of: RawBuilder<unknown> }

/**
 * What a figure of revenue sums over rows `l` of one customer in one month, of all batches or of one. A customer who goes
 * from one batch to another contracts in one and expands in the other, and over all batches only by the difference.
 */
export const revenueSums: Record<RevenueFigure, Sum> = {
  openingMrr: { where: sql`l."opening" > 0`, of: sql`l."opening"` },
  newMrr: { where: became('new'), of: sql`l."closing"` },
  reactivatedMrr: { where: became('reactivated'), of: sql`l."closing"` },
  expansionMrr: { where: growth, of: sql`l."closing" - l."opening"` },
  contractionMrr: { where: decline, of: sql`l."opening" - l."closing"` },
  churnedMrr: { where: became('churned'), of: sql`l."opening"` },
  closingMrr: { where: sql`l."closing" > 0`, of: sql`l."closing"` },
}

/** The condition on the same rows that a figure of customers counts. */
export const subscriberConditions: Record<SubscriberFigure, RawBuilder<unknown>> = {
  openingCustomers: sql`l."wasHeld"`,
  newCustomers: became('new'),
  reactivatedCustomers: became('reactivated'),
  churnedCustomers: became('churned'),
  closingCustomers: sql`l."isHeld"`,
  payingCustomers: sql`l."closing" > 0`,
  pausedCustomers: sql`l."isHeld" and l."closing" = 0`,
}

/** Monthly places `l` whose MRR differs at the end of the month, with the figure that explains it as `cause`. */
export const causes = sql`
  causes as (
    select * from (
      select l.*, v."opening" as "mrrOpening", v."closing" as "mrr", case
        when v."opening" = 0 then case
          when v."wasHeld" then 'mrrThawed' when l."joinedNow" = 'new' then 'mrrNew' when l."joinedNow" = 'returning' then 'mrrReturning'
          when l."joinedNow" = 'moved' then 'mrrMovedIn' else 'mrrRepriced' end
        when v."closing" = 0 then case
          when v."isHeld" and v."until" > v."last" then 'mrrFrozen' when l."leftNow" = 'moved' then 'mrrMovedOut' when l."leftNow" = 'cancelled' then 'mrrCancelled'
          when v."until" > v."last" then 'mrrRepriced' when l."cancelAtPeriodEnd" then 'mrrCancelled' else 'mrrExpired' end
        when v."opening" <> v."closing" then 'mrrRepriced' end as "cause"
      -- Each of these has a monthly place; a full join is never planned as a loop over all pairs.
      from monthlyPlaces l full join (
        select "first", "last", "id", "until", sum("opening")::bigint as "opening", sum("closing")::bigint as "closing",
          bool_or("wasHeld") as "wasHeld", bool_or("isHeld") as "isHeld"
        -- A span with the same MRR on both days is the only one of its place that has any.
        from monthlyRevenue where "opening" <> "closing" or "opening" = 0 group by "first", "last", "id", "until" having sum("opening") <> sum("closing")
      ) v on v."first" = l."first" and v."id" = l."id"
    ) l where l."cause" is not null
  )`

/** What a figure of MRR by place sums over those places. */
export const causeSums = recordOf(causeFigures, (figure): Sum => {
  const of = figure === 'mrrRepriced' ? sql`l."mrr" - l."mrrOpening"` : sql`abs(l."mrr" - l."mrrOpening")`
  return { where: sql`l."cause" = ${sql.lit(figure)}`, of }
})
