import { sql, type RawBuilder } from 'kysely'

/**
 * A value of the terms `w` that count for the enrolment `e` on a day (decision 44); null for a place without terms.
 * Terms are looked for only where there are some: lists and reports read many places.
 */
const ofTerms = (vendorId: string, day: RawBuilder<unknown>, value: RawBuilder<unknown>) => sql`case when e."hasTerms" then (
    select ${value} from "enrolmentTerms" w
    where w."vendorId" = ${vendorId} and w."enrolment" = e."id" and coalesce(w."fromDay", '-infinity'::date) <= ${day}
    order by coalesce(w."fromDay", '-infinity'::date) desc, w."number" desc limit 1) end`

/** Whether the discount of the terms `w` counts for a period that begins on a day. */
const counts = (day: RawBuilder<unknown>) =>
  sql`w."discountKind" is not null and (w."discountUntil" is null or w."discountUntil" >= ${day})`

/** The price of the enrolment `e` on a day before its recurring discount, in minor units. */
export const listPriceOn = (vendorId: string, day: RawBuilder<unknown>): RawBuilder<number> =>
  sql<number>`coalesce(${ofTerms(vendorId, day, sql`w."price"`)}, e."price")`

/** The recurring discount of the enrolment `e` on a day, as JSON. */
export const discountToday = (vendorId: string, day: RawBuilder<unknown>) =>
  ofTerms(
    vendorId,
    day,
    sql`case when ${counts(day)} then jsonb_build_object('kind', w."discountKind", 'value', w."discountValue", 'until', w."discountUntil") end`,
  )

/**
 * The price, in minor units, of a period of the enrolment `e` that begins on a day, after its recurring discount. A
 * percentage is rounded half up, as `rateOf` does.
 */
export const priceOn = (vendorId: string, day: RawBuilder<unknown>): RawBuilder<number> =>
  sql<number>`coalesce(${ofTerms(
    vendorId,
    day,
    sql`w."price" - case when not (${counts(day)}) then 0
      when w."discountKind" = 'percent' then (w."price" * w."discountValue" * 2 + 10000) / 20000 else least(w."price", w."discountValue") end`,
  )}, e."price")`

/** What `isFree` says of the enrolment `e`: days of it are not billed and never will be. */
const isFreeSql = sql`case e."priceUnit" when 'session' then false when 'term' then e."billedThrough" is null
  else (e."nextChargeOn" is null or e."nextChargeOn" > e."endDate") and (e."billedThrough" is null or e."billedThrough" < e."endDate") end`

/** Whether the running enrolment `e` is free since before there were terms, for no stated reason. */
export const isUnpriced = (
  vendorId: string,
) => sql<boolean>`${isFreeSql} and exists (select 1 from "enrolmentTerms" w where w."vendorId" = ${vendorId}
  and w."enrolment" = e."id" and w."number" = e."termsNumber" and w."kind" = 'free' and w."source" = 'former')`

/** Whether a quote agreed the price of the enrolment `e`, or of the place that it follows from an earlier season. */
export const isQuoted = (vendorId: string) => sql<boolean>`(e."quote" is not null or exists (select 1 from "enrolmentTerms" w
  where w."vendorId" = ${vendorId} and w."enrolment" = e."id" and w."source" = 'quote'))`
