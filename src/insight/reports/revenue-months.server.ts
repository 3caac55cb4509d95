import { sql, type RawBuilder } from 'kysely'
import { isFrozenOn } from '#money/sales/recurring-revenue.server.ts'
import { recordOf } from '#lib/choices.ts'
import { recurringFigures, type RecurringFigure, type RevenueFigure, type SubscriberFigure } from './subscription.rules.ts'

/**
 * MRR of the spans of `recurring` in each of the `months`: at the end of the day before it (`opening`) and of its last day
 * (`closing`), and whether the place is a subscription of its customer then, also while it is frozen or between two seasons.
 * A place whose price changed in the month has two rows.
 * @param recurring the tables of `recurringRevenue`
 */
export const monthlyRevenue = (recurring: RawBuilder<unknown>) => {
  const on = (day: RawBuilder<unknown>) =>
    sql`case when r."from" <= ${day} and r."to" > ${day} and not ${isFrozenOn(day)} then r."monthly" else 0 end`
  return sql`${recurring},
  monthlyRevenue as materialized (
    select m."month", m."first", m."last", r."id", r."batch", r."customer", r."since", r."until",
      ${on(sql`(m."first" - 1)`)} as "opening", ${on(sql`m."last"`)} as "closing", r."from" < m."first" as "wasHeld", r."goesOn" > m."last" as "isHeld"
    from months m join recurring r on r."from" <= m."last" and r."goesOn" >= m."first" and (r."from" < m."first" or r."goesOn" > m."last")
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
    from monthlyRevenue v window own as (partition by v."month", v."customer")
  )`

/** Sums of those spans: one row for each customer in a month and, if grouped so, batch or place. */
export const customerSums = sql`min(v."became") as "became", sum(v."opening")::bigint as "opening", sum(v."closing")::bigint as "closing",
  bool_or(v."wasHeld") as "wasHeld", bool_or(v."isHeld") as "isHeld"`

const became = (how: string) => sql`l."became" = ${sql.lit(how)}`
const growth = sql`l."became" = 'stays' and l."closing" > l."opening"`
const decline = sql`l."became" = 'stays' and l."closing" < l."opening"`

type Sum = { where: RawBuilder<unknown>; of: RawBuilder<unknown> }

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

/** Monthly places `l` with their part of MRR and, as `cause`, the figure that explains the difference; null without one. */
export const placeRevenue = sql`
  placeRevenue as (
    select l.*, coalesce(v."opening", 0) as "mrrOpening", coalesce(v."closing", 0) as "mrr", case
      when v."opening" = v."closing" then null
      when v."opening" = 0 then case
        when v."wasHeld" then 'mrrThawed' when l."joinedNow" = 'new' then 'mrrNew' when l."joinedNow" = 'returning' then 'mrrReturning'
        when l."joinedNow" = 'moved' then 'mrrMovedIn' else 'mrrRepriced' end
      when v."closing" = 0 then case
        when v."isHeld" and v."until" > v."last" then 'mrrFrozen' when l."leftNow" = 'moved' then 'mrrMovedOut' when l."leftNow" = 'cancelled' then 'mrrCancelled'
        when v."until" > v."last" then 'mrrRepriced' when l."cancelAtPeriodEnd" then 'mrrCancelled' else 'mrrExpired' end
      else 'mrrRepriced' end as "cause"
    -- Each of these has a monthly place; a full join is never planned as a loop over all pairs.
    from monthlyPlaces l full join (
      select "month", "last", "id", "until", sum("opening")::bigint as "opening", sum("closing")::bigint as "closing",
        bool_or("wasHeld") as "wasHeld", bool_or("isHeld") as "isHeld"
      from monthlyRevenue group by "month", "last", "id", "until" having sum("opening") > 0 or sum("closing") > 0
    ) v on v."month" = l."month" and v."id" = l."id"
  )`

const placeSum = (figure: RecurringFigure): Sum => {
  if (figure === 'mrr' || figure === 'mrrOpening') return { where: sql`${sql.ref(`l.${figure}`)} > 0`, of: sql.ref(`l.${figure}`) }
  const of = figure === 'mrrRepriced' ? sql`l."mrr" - l."mrrOpening"` : sql`abs(l."mrr" - l."mrrOpening")`
  return { where: sql`l."cause" = ${sql.lit(figure)}`, of }
}

/** What a figure of MRR by place sums over those places. */
export const placeSums = recordOf(recurringFigures, placeSum)
