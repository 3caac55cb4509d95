import { sql, type RawBuilder } from 'kysely'
import { taxesOf } from '#business/ledger/tax.server.ts'
import { taxClassesOf } from '#directory/services/service-tax.server.ts'
import { taxSpans } from './tax-spans.rules.ts'
import { wholeTaxRate } from '#lib/amounts.ts'
import type { TenantContext } from '#kernel/context.ts'

/** Lines `l` of bills `s` for the enrolment `e`; void bills do not count. */
const billed = (vendorId: string) => sql`l."vendorId" = ${vendorId} and l."enrolment" = e."id"`
const bills = (vendorId: string) => sql`"sales" s on s."vendorId" = ${vendorId} and s."id" = l."sale" and s."state" <> 'void'`

/** The day on which the customer `c` was blocked; null if the customer is not blocked. */
const blockedOn = (vendorId: string, zone: string) => sql`case when c."state" = 'blocked' then (
    select max((a."at" at time zone ${zone})::date) from "audit" a
    where a."vendorId" = ${vendorId} and a."entity" = 'customer' and a."action" = 'block' and a."target" = c."id"::text) end`

/** Whether a place is paid for regularly: by the month or the season, for more than a day, with a bill or the day of one. */
const isSubscription = (place: string) => {
  const of = (column: string) => sql.ref(`${place}.${column}`)
  return sql`${of('state')} in ('active', 'completed', 'cancelled') and ${of('priceUnit')} <> 'session'
    and ${of('startDate')} < ${of('endDate')} and coalesce(${of('nextChargeOn')}, ${of('billedThrough')}) is not null`
}

/** The first day of each customer in the season that follows a batch, and the days that the bill of each season pays for. */
const seasons = (vendorId: string) => sql`
  nextSeasons as materialized (
    select f."follows" as "batch", e."customer", min(e."startDate") as "day" from "batches" f
    join "enrolments" e on e."vendorId" = ${vendorId} and e."batch" = f."id" and ${isSubscription('e')}
    where f."vendorId" = ${vendorId} and f."follows" is not null group by f."follows", e."customer"
  ),
  paidSeasons as materialized (
    select e."id", min(l."fromDay") as "from", max(l."toDay") as "to" from "enrolments" e
    join "saleLines" l on ${billed(vendorId)} join ${bills(vendorId)}
    where e."vendorId" = ${vendorId} and e."priceUnit" = 'term' group by e."id"
  )`

/**
 * The first day on which no further billing of the enrolment `e` is expected, its first day if it is never billed. A season
 * recurs to its end, for which it is billed at once; so does a month that goes on in the next season. A cancelled place ends
 * after its last day, a blocked customer's on the day of the block, and any other that nothing bills again with its last bill.
 */
const until = (vendorId: string, zone: string) => sql`greatest(e."startDate", least(b."endDate" + 1, ${blockedOn(vendorId, zone)}, case
    when e."priceUnit" = 'term' and e."billedThrough" is null and e."nextChargeOn" > least(e."endDate", b."endDate") then e."startDate"
    when e."state" = 'cancelled' then e."endDate"
    when e."priceUnit" = 'term' or next."day" is not null
      or (e."state" = 'active' and not e."cancelAtPeriodEnd" and e."nextChargeOn" <= least(e."endDate", b."endDate")) then e."endDate" + 1
    else coalesce((select max(s."day") from "saleLines" l join ${bills(vendorId)} where ${billed(vendorId)}), e."startDate") end))`

/**
 * The subscriptions: places with the days from `start` to before `until` on which they recur, and `resumes`, the day on
 * which they go on after a break between two seasons. A season's price pays for the days from `paidFrom` to before `paidTo`.
 * `service` is null for one without a class of tax of its own.
 * @param services those that were given a class
 */
const subscriptions = (
  vendorId: string,
  zone: string,
  services: RawBuilder<unknown>,
  matches: RawBuilder<unknown>,
) => sql`${seasons(vendorId)},
  subscriptions as materialized (
    select e."id", e."batch", case when b."service" = any(${services}) then b."service" end as "service", e."customer", e."priceUnit" = 'term' as "isSeason", e."startDate" as "start", e."freezes", e."hasTerms", e."price",
      ${until(vendorId, zone)} as "until", next."day" as "resumes",
      coalesce(season."from", greatest(e."startDate", e."nextChargeOn")) as "paidFrom",
      coalesce(season."to", least(e."endDate", b."endDate")) + 1 as "paidTo"
    from "enrolments" e
    join "batches" b on b."vendorId" = ${vendorId} and b."id" = e."batch"
    join "customers" c on c."vendorId" = ${vendorId} and c."id" = e."customer"
    -- Only a place that ran to the end of its batch goes on in the next season.
    left join nextSeasons next on next."batch" = e."batch" and next."customer" = e."customer" and next."day" > b."endDate"
      and e."endDate" >= b."endDate" and e."state" <> 'cancelled' and not e."cancelAtPeriodEnd"
    left join paidSeasons season on season."id" = e."id"
    where e."vendorId" = ${vendorId} and ${isSubscription('e')} and (${matches})
  )`

const monthsLater = (months: RawBuilder<unknown>) => sql`(s."paidFrom" + make_interval(months => ${months}))::date`
const monthOf = (day: string) => sql`(extract(year from ${sql.ref(day)}) * 12 + extract(month from ${sql.ref(day)}))`

/**
 * The months that the price of a season `s` pays for are `days` ÷ `per`: those counted from its first day, and the rest
 * by its days over those of the month that it lies in, as a part of a month is billed by exact days. No row for less than
 * a month, which counts as one.
 */
const seasonLength = sql`
  select n."per", n."per" * n."count" + s."paidTo" - n."rest" as "days" from (
    select x."count", ${monthsLater(sql`x."count"`)} as "rest", ${monthsLater(sql`x."count" + 1`)} - ${monthsLater(sql`x."count"`)} as "per" from (
      select y."count" - (${monthsLater(sql`y."count"`)} > s."paidTo")::int as "count"
      from (select (${monthOf('s.paidTo')} - ${monthOf('s.paidFrom')})::int as "count") y
    ) x
  ) n where n."count" > 0`

/** The spans of days with one price after the recurring discount, as `priceOn` reads it for one day. A percentage is rounded as `rateOf` does. */
const prices = (vendorId: string) => sql`
  dated as (
    select w."enrolment", w."price", w."discountKind", w."discountValue", w."discountUntil" + 1 as "ended", w."fromDay",
      coalesce(lead(w."fromDay") over (partition by w."enrolment" order by w."fromDay"), 'infinity'::date) as "toDay"
    from (
      select distinct on (w."enrolment", w."fromDay") w."enrolment", w."price", w."discountKind", w."discountValue", w."discountUntil",
        coalesce(w."fromDay", '-infinity'::date) as "fromDay"
      from "enrolmentTerms" w where w."vendorId" = ${vendorId} and w."enrolment" in (select "id" from subscriptions where "hasTerms")
      order by w."enrolment", w."fromDay", w."number" desc
    ) w
  ),
  prices as (
    select d."enrolment", p."from", p."to", d."price" - p."reduction" as "price" from dated d
    cross join lateral (values
      (d."fromDay", least(d."toDay", d."ended"), case d."discountKind"
        when 'percent' then (d."price" * d."discountValue" * 2 + 10000) / 20000 when 'amount' then least(d."price", d."discountValue") else 0 end),
      (greatest(d."fromDay", d."ended"), case when d."ended" is not null then d."toDay" end, 0)
    ) p ("from", "to", "reduction") where p."from" < p."to"
    union all select s."id", '-infinity', 'infinity', s."price" from subscriptions s where not s."hasTerms"
  )`

/**
 * The one definition of MRR for everything that reports it (product 5, decision 47), as the tables of a WITH. `recurring`
 * has a row for each span of days in which a place brings in the same amount each month: `from`, the first day without it
 * `to`, and `monthly`, the price of a period after its recurring discount, without tax, per month it pays for, in minor
 * units; each division is rounded half up. Price and tax, by the class of its service, are those of each day or, for a season, of the first day that it
 * pays for. Frozen days are in the spans: `isFrozenOn` leaves them out. `goesOn` is the day before which the place does
 * not end for its customer: `to`, or the first of the next season; `since` is the first day of any of the customer's places.
 * Places that recur at no price have no rows.
 * @param matches which of the enrolments `e` of customers `c` in batches `b`
 */
export async function recurringRevenue(ctx: TenantContext, matches: RawBuilder<unknown> = sql`true`): Promise<RawBuilder<unknown>> {
  const { trx, vendorId } = ctx
  const spans = taxSpans(await taxesOf(trx, vendorId), await taxClassesOf(trx, vendorId))
  const taxes = spans.map(
    ({ service, from, to, rateThousandths, isIncluded }) =>
      sql`(${service}::uuid, ${from}::date, ${to}::date, ${isIncluded ? rateThousandths : 0}::bigint)`,
  )
  const services = [...new Set(spans.flatMap(({ service }) => service ?? []))]
  const isOwn = sql`t."service" is not distinct from s."service"`
  const whole = sql`(${wholeTaxRate}::bigint + t."rate")`
  const of = sql`s."id", s."batch", s."customer", s."freezes", s."until", s."resumes",
        p."price" - (p."price" * t."rate" * 2 + ${whole}) / (2 * ${whole}) as "net"`
  const paidIn = (span: 'p' | 't') => sql`s."paidFrom" >= ${sql.ref(`${span}.from`)} and s."paidFrom" < ${sql.ref(`${span}.to`)}`
  return sql`${subscriptions(vendorId, await ctx.zone(), sql`array[${sql.join(services)}]::uuid[]`, matches)}, ${prices(vendorId)},
  taxes ("service", "from", "to", "rate") as (values ${sql.join(taxes)}),
  recurring as materialized (
    select r.*, min(r."from") over (partition by r."customer") as "since", case when r."to" = r."until" then coalesce(r."resumes", r."to") else r."to" end as "goesOn" from (
      select r."id", r."batch", r."customer", case when r."freezes" <> '[]' then r."freezes" end as "freezes", r."until", r."resumes", r."from", r."to",
        (r."net" * r."per" * 2 + r."days") / (2 * r."days") as "monthly" from (
        select ${of}, greatest(s."start", p."from", t."from") as "from", least(s."until", p."to", t."to") as "to", 1 as "per", 1 as "days"
        from subscriptions s join prices p on p."enrolment" = s."id" join taxes t on ${isOwn} where not s."isSeason"
        union all
        select ${of}, s."start", s."until", coalesce(n."per", 1), coalesce(n."days", 1)
        from subscriptions s join prices p on p."enrolment" = s."id" and ${paidIn('p')} join taxes t on ${isOwn} and ${paidIn('t')}
        left join lateral (${seasonLength}) n on true where s."isSeason"
      ) r where r."from" < r."to"
    ) r where r."monthly" > 0
  )`
}

/** Whether the place of a row `r` of `recurring` is frozen on a day. */
export const isFrozenOn = (day: RawBuilder<unknown>) => sql`(r."freezes" is not null and exists (
  select 1 from jsonb_to_recordset(r."freezes") f ("from" date, "to" date) where ${day} between f."from" and f."to"))`
