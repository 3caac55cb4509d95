import { sql, type RawBuilder } from 'kysely'

/** SQL for how many people were at a session: marked present or late, as a person who stayed away was not taught. */
export const peopleAt = (vendorId: string, session: RawBuilder<unknown>): RawBuilder<number> => sql<number>`(
  select count(*)::int from "attendance" a where a."vendorId" = ${vendorId} and a."session" = ${session} and a."mark" in ('present', 'late')
)`

/** SQL for a sum over the credit notes of a line's bill, of its own line or of others. */
const credited = (vendorId: string, amount: RawBuilder<unknown>, of: RawBuilder<unknown>) => sql`(
  select coalesce(sum(${amount}), 0) from "refunds" r where r."vendorId" = ${vendorId} and r."sale" = l."sale" and ${of})`

/**
 * SQL for a line's amount without tax less what was credited on it. A credit note for the whole bill is divided as
 * `creditParts` does, by what is left of each line; a bill that is credited in full is worth nothing.
 */
const netOf = (vendorId: string) => {
  const [own, whole] = [sql`r."line" = l."position"`, sql`r."line" is null`]
  const net = sql`r."amount" - r."tax"`
  return sql`case when x."credited" >= x."total" then 0 else greatest(0, l."net" - ${credited(vendorId, net, own)}
    - div(${credited(vendorId, net, whole)} * (l."total" - ${credited(vendorId, sql`r."amount"`, own)}),
      greatest(x."total" - ${credited(vendorId, sql`r."amount"`, sql`r."line" is not null`)}, 1))) end`
}

/** Whether a line no longer pays for a day, since an act credited it: the person left, moved or was away. */
const isCredited = (vendorId: string, day: RawBuilder<unknown>) => sql`exists (
  select 1 from "effectLines" e join "effects" a on a."vendorId" = ${vendorId} and a."id" = e."effect" and a."reversedAt" is null
  join "refunds" r on r."vendorId" = ${vendorId} and r."id" = e."refund"
  where e."vendorId" = ${vendorId} and e."enrolment" = l."enrolment" and e."unit" = 'days' and ${day} between e."fromDay" and e."toDay"
    and r."sale" = l."sale" and r."line" = l."position")`

/**
 * SQL for the net revenue of a session `s` of `batchSessions` in minor units: each line of a valid bill that pays for its
 * day, without tax and less credits, divided over the sessions of the batch that are not cancelled in the days that the
 * line pays for, rounded down; the last one has what is left.
 */
export const revenueAt = (vendorId: string): RawBuilder<number> => sql<number>`(
  select coalesce(sum(case when c."after" = 0 then l."net" - (c."all" - 1) * div(l."net", c."all") else div(l."net", c."all") end), 0)::bigint
  from (
    select l."sale", l."position", l."enrolment", l."fromDay", l."toDay", ${netOf(vendorId)} as "net"
    from "saleLines" l join "sales" x on x."vendorId" = ${vendorId} and x."id" = l."sale" and x."voidedAt" is null
    where l."vendorId" = ${vendorId} and l."batch" = s."batch" and s."day" between l."fromDay" and l."toDay" and not ${isCredited(vendorId, sql`s."day"`)}
  ) l cross join lateral (
    select count(*)::numeric as "all", count(*) filter (where (o."day", o."startsAt", o."id") > (s."day", s."startsAt", s."id")) as "after"
    from "batchSessions" o
    where o."vendorId" = ${vendorId} and o."batch" = s."batch" and o."state" <> 'cancelled' and o."day" between l."fromDay" and l."toDay"
      and not ${isCredited(vendorId, sql`o."day"`)}
  ) c
)`

/**
 * SQL for what a session pays by a rule, in minor units: by session, hour, person or share of the net revenue, half a
 * unit rounded up, at least the minimum and at most the maximum; with no one present by the business's rule. The same
 * as `paidFor` of `pay-rule.rules.ts`.
 * @param row of the columns unit, rate, share, minimum, maximum and empty of the rule, and minutes, people and base of
 *   the session; people may be null where they do not matter
 */
export const payOf = (row: string): RawBuilder<number> => {
  const of = (name: string) => sql.ref(`${row}.${name}`)
  return sql<number>`(case
    when ${of('people')} = 0 and ${of('empty')} = 'nothing' then 0
    when ${of('people')} = 0 and ${of('empty')} = 'minimum' then coalesce(${of('minimum')}, 0)
    else least(greatest(case ${of('unit')}
      when 'session' then ${of('rate')}
      when 'hour' then div(${of('rate')}::numeric * ${of('minutes')} + 30, 60)
      when 'head' then ${of('rate')} * ${of('people')}
      else div(${of('base')}::numeric * ${of('share')} + 5000, 10000) end, ${of('minimum')}), ${of('maximum')}) end)::bigint`
}
