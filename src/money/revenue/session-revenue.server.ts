import { sql, type RawBuilder } from 'kysely'
import { firstEntry } from '#money/effects/effect.facts.server.ts'

type Sql = RawBuilder<unknown>

/** SQL for whether two lines `l` and `o` of a bill are about the same: their entries in the ledger are alike. */
const isAboutSame = sql`o."batch" is not distinct from l."batch" and o."service" is not distinct from l."service"
  and o."hall" is not distinct from l."hall" and o."trainer" is not distinct from l."trainer"`

/**
 * SQL for what a line `l` of the bill `x` is worth: its amount without tax less what was credited on it. What a credit
 * note for the whole bill takes from a line is in the ledger, by what the line is about; lines about the same share it by
 * their amounts, rounded down along the lines, so that the lines of a bill are worth what its entries say.
 */
export const lineWorth = (vendorId: string): RawBuilder<number> => {
  const noteOf = sql`from "refunds" r where r."vendorId" = ${vendorId} and r."sale" = l."sale"`
  const left = sql`(g."net" - (
    select coalesce(sum(case when o."debit" = 'refund' then o."amount" else -o."amount" end), 0) from "ledger" o
    where o."vendorId" = ${vendorId} and o."sourceId" in (select r."id" ${noteOf}) and o."source" = 'refund' and 'refund' in (o."debit", o."credit") and ${isAboutSame}))`
  return sql<number>`(case when x."credited" = 0 then l."net" when x."credited" >= x."total" then 0
    when not exists (select 1 ${noteOf} and r."line" is null)
      then l."net" - (select coalesce(sum(r."amount" - r."tax"), 0) ${noteOf} and r."line" = l."position")
    else (
      select case when g."net" = 0 then 0 else div(${left} * g."upTo", g."net") - div(${left} * (g."upTo" - l."net"), g."net") end from (
        select sum(o."net") as "net", sum(o."net") filter (where o."position" <= l."position") as "upTo" from "saleLines" o
        where o."vendorId" = ${vendorId} and o."sale" = l."sale" and ${isAboutSame}
      ) g
    ) end)::bigint`
}

/** The freezes of the place `e` as rows. */
const freezes = sql`jsonb_to_recordset(e."freezes") f ("from" date, "to" date, "entries" int)`

/**
 * SQL for how a document names a day of the place `e`, null for a frozen day: freezes that were entered after the
 * document postpone the days that follow them. The same as `paidDays` of `paid-days.rules.ts`, the other way round.
 * @param entry the document's first entry in the ledger
 */
const namedDay = (day: Sql, entry: Sql) => sql`(case when e."freezes" is null or e."freezes" = '[]' then ${day} else (
  select case when bool_or(${day} between f."from" and f."to") then null
    else ${day} - coalesce(sum(f."to" - f."from" + 1) filter (where f."to" < ${day} and f."entries" >= ${entry}), 0)::int end
  from ${freezes}) end)`

/** SQL for the last day on which a line `l` of the place `e` can count, however its freezes postpone it. */
export const lastDayOfLine = sql`(l."toDay" + case when e."freezes" is null or e."freezes" = '[]' then 0
  else (select sum(f."to" - f."from" + 1)::int from ${freezes}) end)`

/** SQL for whether an act credited a day of a line `l`: the person left, moved or was away. */
const isCredited = (vendorId: string, day: Sql) => sql`exists (
  select 1 from "effectLines" c join "effects" a on a."vendorId" = ${vendorId} and a."id" = c."effect" and a."reversedAt" is null
  join "refunds" r on r."vendorId" = ${vendorId} and r."id" = c."refund"
  where c."vendorId" = ${vendorId} and c."enrolment" = l."enrolment" and c."unit" = 'days' and r."sale" = l."sale" and r."line" = l."position"
    and ${namedDay(day, firstEntry(vendorId, sql`r."id"`))} between c."fromDay" and c."toDay")`

/** SQL for whether a line `l` pays for a day of its place `e`. */
export const paysFor = (vendorId: string, day: Sql): RawBuilder<boolean> =>
  sql<boolean>`(${namedDay(day, firstEntry(vendorId, sql`l."sale"`))} between l."fromDay" and l."toDay" and not ${isCredited(vendorId, day)})`

/** SQL for whether a line `l` pays for a session: one that was added to its batch is paid for by a line of that day alone (decision 58). */
export const isPaidBy = (session: Sql): RawBuilder<boolean> => sql<boolean>`(not ${session}."isAdded" or l."fromDay" = l."toDay")`

/**
 * SQL for the net revenue of a session `s` of `batchSessions` in minor units: what each line of a valid bill that pays for
 * its day is worth, divided over the sessions of the batch that are not cancelled in the days that the line pays for,
 * rounded down; the last one has what is left.
 */
export const revenueAt = (vendorId: string): RawBuilder<number> => sql<number>`(
  select coalesce(sum(case when c."after" = 0 then l."worth" - (c."all" - 1) * div(l."worth", c."all") else div(l."worth", c."all") end), 0)::bigint
  from (
    select l."sale", l."position", l."enrolment", l."fromDay", l."toDay", e."freezes", ${lastDayOfLine} as "last", ${lineWorth(vendorId)} as "worth"
    from "saleLines" l join "sales" x on x."vendorId" = ${vendorId} and x."id" = l."sale" and x."voidedAt" is null
    left join "enrolments" e on e."vendorId" = ${vendorId} and e."id" = l."enrolment"
    where l."vendorId" = ${vendorId} and l."batch" = s."batch" and s."day" >= l."fromDay" and ${isPaidBy(sql`s`)} and ${paysFor(vendorId, sql`s."day"`)}
  ) l cross join lateral (select l."freezes") e cross join lateral (
    select count(*)::numeric as "all", count(*) filter (where (o."day", o."startsAt", o."id") > (s."day", s."startsAt", s."id")) as "after"
    from "batchSessions" o
    where o."vendorId" = ${vendorId} and o."batch" = s."batch" and o."state" <> 'cancelled' and o."day" between l."fromDay" and l."last"
      and ${isPaidBy(sql`o`)} and ${paysFor(vendorId, sql`o."day"`)}
  ) c
)`
