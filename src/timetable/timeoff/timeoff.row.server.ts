import { sql, type RawBuilder } from 'kysely'
import type { z } from 'zod/mini'
import { countPeople, readThese } from '#timetable/sessions/session.read.server.ts'
import { clockSql, zoneOf } from '#business/setup/zone.server.ts'
import { ownTrainerOf } from '#kernel/base.ts'
import { searchPattern } from '#kernel/entity.ts'
import { failure } from '#kernel/failure.ts'
import type { Moment, TenantContext } from '#kernel/context.ts'
import type { Hit, TimeOff, timeOffList, TimeOffTouchInput } from './timeoff.contract.ts'

/** Most sessions listed in one response. */
const listed = 300

/** Whether the session `s` is still to come. */
const isComing = (now: string) => sql<boolean>`s."state" = 'scheduled' and s."startsAt" > ${now}::timestamptz`

/** Whether the trainer of the session `s` has that day off. */
const isAway = (vendorId: string) => sql<boolean>`exists (
  select 1 from "timeOff" off where off."vendorId" = ${vendorId} and off."trainer" = s."trainer" and s."day" between off."fromDay" and off."toDay")`

const stateOn = (today: string) =>
  sql`case when f."fromDay" > ${today}::date then 'coming' when f."toDay" < ${today}::date then 'past' else 'running' end`

const from = (vendorId: string) => sql`from "timeOff" f join "trainers" t on t."vendorId" = ${vendorId} and t."id" = f."trainer"`

const columns = (vendorId: string, { now, today }: Moment) => sql`f."id", f."trainer", t."Fname" || ' ' || t."Lname" as "trainerName",
  f."fromDay", f."toDay", f."reason", f."note", ${stateOn(today)} as "state",
  (select count(*)::int from "batchSessions" s where s."vendorId" = ${vendorId} and s."trainer" = f."trainer"
    and s."day" between f."fromDay" and f."toDay" and ${isComing(now)}) as "open",
  f."createdAt", f."updatedAt", f."version"`

const sorts = { fromDay: sql`f."fromDay"`, createdAt: sql`f."createdAt"` }

/** One page of time off; a trainer sees only their own (product 4). */
export async function readTimeOff(ctx: TenantContext, input: z.output<typeof timeOffList>) {
  const { trx, call, vendorId, now } = ctx
  const today = await ctx.today()
  const name = input.search.trim()
  const own = ownTrainerOf(call)
  const where = sql.join(
    [
      sql`f."vendorId" = ${vendorId}`,
      ...(own ? [sql`f."trainer" = ${own}`] : []),
      ...(input.trainer ? [sql`f."trainer" = ${input.trainer}`] : []),
      ...(input.reason === 'all' ? [] : [sql`f."reason" = ${input.reason}`]),
      ...(input.state === 'all' ? [] : [sql`${stateOn(today)} = ${input.state}`]),
      ...(name ? [sql`(t."Fname" || ' ' || t."Lname") ilike ${searchPattern(name)}`] : []),
    ],
    sql` and `,
  )
  const direction = sql.raw(input.direction)
  const { rows } = await sql<TimeOff>`select ${columns(vendorId, { now, today })} ${from(vendorId)} where ${where}
    order by ${sorts[input.sort]} ${direction}, f."id" ${direction} limit ${input.size} offset ${(input.page - 1) * input.size}`.execute(
    trx,
  )
  const counted = await sql<{ count: number }>`select count(*)::int as "count" ${from(vendorId)} where ${where}`.execute(trx)
  return { rows, total: counted.rows[0]?.count ?? 0, totalIsCapped: false }
}

/** One time off. @throws document/not-found */
export async function readOneTimeOff(ctx: TenantContext, id: string): Promise<TimeOff> {
  const { trx, vendorId, now } = ctx
  const today = await ctx.today()
  const { rows } =
    await sql<TimeOff>`select ${columns(vendorId, { now, today })} ${from(vendorId)} where f."vendorId" = ${vendorId} and f."id" = ${id}`.execute(
      trx,
    )
  const [row] = rows
  if (!row) throw failure('document/not-found')
  return row
}

async function comingWhere({ trx, vendorId, now }: TenantContext, where: RawBuilder<unknown>): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select s."id" from "batchSessions" s where s."vendorId" = ${vendorId} and ${isComing(now)} and ${where}
    order by s."startsAt", s."id"`.execute(trx)
  return rows.map(({ id }) => id)
}

/** The ids of a trainer's upcoming sessions between two days, earliest first. */
export const hitsOf = (ctx: TenantContext, { trainer, fromDay, toDay }: TimeOffTouchInput): Promise<string[]> =>
  comingWhere(ctx, sql`s."trainer" = ${trainer} and s."day" between ${fromDay} and ${toDay}`)

/** The upcoming sessions whose trainer is away; a trainer sees only their own. */
export async function readSubstituteNeeds(ctx: TenantContext) {
  const { trx, call, vendorId } = ctx
  const today = await ctx.today()
  const own = ownTrainerOf(call)
  const ids = await comingWhere(
    ctx,
    sql`s."day" >= ${today} and ${isAway(ctx.vendorId)} and ${own ? sql`s."trainer" = ${own}` : sql`true`}`,
  )
  return { rows: await readThese(ctx, await zoneOf(trx, vendorId), ids.slice(0, listed)), count: ids.length }
}

/** SQL: whether a day and its times, HH:mm, lie within the own days and hours of trainer `t`. */
export const inHours = (day: RawBuilder<unknown>, from: RawBuilder<unknown>, to: RawBuilder<unknown>) =>
  sql`(t."trainingDays" -> extract(dow from ${day})::integer ->> 'isSelected')::boolean
    and ${from} >= t."startingTime" and ${to} <= t."endingTime"`

export type SubstituteOffer = { session: string; id: string; name: string; isOutside: boolean }

/**
 * Possible substitutes for some sessions: active trainers who teach the service, have no other session then and are
 * not away that day. Trainers within their own hours come first, then those with the fewest sessions on those days. A
 * trainer's sessions never overlap, so one substitute may be assigned several of them.
 */
export async function substitutesOf(
  { trx, vendorId }: TenantContext,
  zone: string,
  sessions: readonly string[],
): Promise<SubstituteOffer[]> {
  const isInside = inHours(sql`s."day"`, clockSql('s.startsAt', zone), clockSql('s.endsAt', zone))
  const { rows } = await sql<SubstituteOffer>`
    with "asked" as (select * from "batchSessions" where "vendorId" = ${vendorId} and "id" = any(${sessions}::uuid[])),
      "busy" as (
        select o."trainer", count(*) as "sessions" from "batchSessions" o
        where o."vendorId" = ${vendorId} and o."state" <> 'cancelled'
          and o."day" between (select min("day") from "asked") and (select max("day") from "asked") group by o."trainer"
      )
    select s."id" as "session", t."id", t."Fname" || ' ' || t."Lname" as "name", not (${isInside}) as "isOutside"
    from "asked" s
    join "batches" b on b."vendorId" = ${vendorId} and b."id" = s."batch"
    join "trainerServices" teaches on teaches."vendorId" = ${vendorId} and teaches."service" = b."service"
    join "trainers" t on t."vendorId" = ${vendorId} and t."id" = teaches."trainer" and t."state" = 'active' and t."id" <> s."trainer"
    left join "busy" on "busy"."trainer" = t."id"
    where not exists (
        select 1 from "batchSessions" o where o."vendorId" = ${vendorId} and o."trainer" = t."id" and o."state" <> 'cancelled'
          and tstzrange(o."startsAt", o."endsAt") && tstzrange(s."startsAt", s."endsAt"))
      and not exists (
        select 1 from "timeOff" off where off."vendorId" = ${vendorId} and off."trainer" = t."id" and s."day" between off."fromDay" and off."toDay")
    order by "isOutside", coalesce("busy"."sessions", 0), "name", t."id"`.execute(trx)
  return rows
}

/** The sessions that days off would affect, each with its possible substitutes, and the number of people affected. */
export async function readTouched(ctx: TenantContext, input: TimeOffTouchInput): Promise<{ hits: Hit[]; count: number; people: number }> {
  const { trx, vendorId } = ctx
  const zone = await zoneOf(trx, vendorId)
  const ids = await hitsOf(ctx, input)
  const shown = ids.slice(0, listed)
  const sessions = await readThese(ctx, zone, shown)
  const offers = Map.groupBy(await substitutesOf(ctx, zone, shown), ({ session }) => session)
  const hits = sessions.map((session) => ({
    session,
    substitutes: (offers.get(session.id) ?? []).map(({ id, name, isOutside }) => ({ id, name, isOutside })),
  }))
  return { hits, count: ids.length, people: await countPeople(trx, vendorId, ids) }
}
