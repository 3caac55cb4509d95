import { currencyOf } from '#business/ledger/books.server.ts'
import { sql } from 'kysely'
import { addDays, addMonths } from '#lib/days.ts'
import type { TenantContext } from '#kernel/context.ts'
import { readMovements } from './movement.server.ts'
import { cohorts, monthsOf, renewing, type ReportMonth } from './place-months.server.ts'
import type { Cohort, Subscriptions } from './subscription.contract.ts'
import { changeMonths, cohortMonths, renewalDays } from './subscription.rules.ts'
import { priceOn } from '#timetable/enrolments/terms.row.server.ts'

type Span = { from: string; to: string; batch?: string | undefined }

/** How many of the customers who first came in each month still had a place in later months. */
async function readCohorts(ctx: TenantContext, months: readonly ReportMonth[], batch: string | undefined): Promise<Cohort[]> {
  const { trx, vendorId } = ctx
  const today = await ctx.today()
  const [first] = months
  const last = months.at(-1)
  if (!first || !last) return []
  const ends = Array.from({ length: months.length + cohortMonths }, (_, at) => addDays(addMonths(first.first, at + 1), -1)).filter(
    (day) => day <= today,
  )
  // Starts with a null day, since there may be no month that is over.
  const days = sql.join([null, ...ends].map((day) => sql`(${day}::date)`))
  const { rows } = await sql<{ month: string; end: string | null; count: number }>`${cohorts(vendorId, batch)},
    members as materialized (
      select "customer", to_char("start", 'YYYY-MM') as "month" from firsts where "start" between ${first.first}::date and ${last.last}::date
    )
    select "month", null as "end", count(*)::int as "count" from members group by "month"
    union all
    select "month", to_char("day", 'YYYY-MM') as "end", count(*)::int as "count" from (
      -- A customer with two places counts once; to hash them is faster than to sort them.
      select m."month", d."day", m."customer" from members m join own o on o."customer" = m."customer"
      join (values ${days}) d ("day") on o."start" <= d."day" and o."stop" > d."day" group by m."month", d."day", m."customer"
    ) present
    group by "month", "day"`.execute(trx)
  const over = new Set(ends.map((day) => day.slice(0, 7)))
  return months.map(({ month, first: from }) => {
    const found = rows.filter((row) => row.month === month)
    const after = Array.from({ length: cohortMonths }, (_, at) => addMonths(from, at + 1).slice(0, 7))
    return {
      month,
      size: found.find(({ end }) => end === null)?.count ?? 0,
      after: after.map((end) => (over.has(end) ? (found.find((row) => row.end === end)?.count ?? 0) : null)),
    }
  })
}

/** The days for which renewals are listed: today and the 29 days after. */
export function renewalSpan(today: string): { from: string; to: string } {
  return { from: today, to: addDays(today, renewalDays - 1) }
}

async function readRenewals(ctx: TenantContext, batch: string | undefined) {
  const { trx, vendorId } = ctx
  const today = await ctx.today()
  const span = renewalSpan(today)
  const { rows } = await sql<{ count: number; amount: number }>`
    select count(*)::int as "count", coalesce(sum(${priceOn(vendorId, sql`e."nextChargeOn"`)}), 0)::bigint as "amount" from "enrolments" e
    where e."vendorId" = ${vendorId} and ${renewing(span.from, span.to)} ${batch ? sql`and e."batch" = ${batch}` : sql``}`.execute(trx)
  return { ...span, count: rows[0]?.count ?? 0, amount: rows[0]?.amount ?? 0 }
}

/** The subscription report of a span of months, for one batch or all (product 6, /sales/subscription-report). */
export async function readSubscriptions(ctx: TenantContext, { from, to, batch }: Span): Promise<Subscriptions> {
  const { trx, vendorId, now } = ctx
  const today = await ctx.today()
  const { currency, exponent, accrualSince } = await currencyOf(trx, vendorId)
  const months = monthsOf(from, to, { now, today })
  const movements = months.length > 0 ? await readMovements(ctx, months, batch) : []
  return {
    currency,
    exponent,
    batches: movements.filter((row) => row.batch !== null),
    totals: movements.filter((row) => row.batch === null),
    renewals: await readRenewals(ctx, batch),
    cohorts: await readCohorts(ctx, months, batch),
    // Revenue by delivery came with the same version.
    changedOn: accrualSince !== null && today < addMonths(accrualSince, changeMonths) ? accrualSince : null,
    asOf: now,
  }
}
