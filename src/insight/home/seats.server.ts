import { sql, type RawBuilder } from 'kysely'
import { takenByBatch } from '#timetable/enrolments/place-counts.server.ts'
import type { Today } from './home.contract.ts'
import type { TenantContext } from '#kernel/context.ts'
import { addDays } from '#lib/days.ts'

/** The number of days that the score line covers, and of those before them that it is compared with (product 5). */
export const homeDays = 30

/** Whether the dates of the batch `b` include a day. */
const ran = (day: string) =>
  sql<boolean>`b."state" in ('open', 'completed') and b."startDate" <= ${day}::date and b."endDate" >= ${day}::date`

type Counts = Pick<Today, 'openBatches' | 'places' | 'taken' | 'placesBefore' | 'takenBefore' | 'services' | 'trainers' | 'halls'>

/** The places of all batches whose dates include a day, by their current dates. */
const placesOn = (vendorId: string, day: string) => sql<number>`(
  select coalesce(sum(b."totalCandidates"), 0)::int from "batches" b where b."vendorId" = ${vendorId} and ${ran(day)})`

/** How many of them are taken, by the current dates of enrolments. */
const takenOn = (vendorId: string, day: string) => sql<number>`(
  select count(*)::int from "enrolments" e join "batches" b on b."vendorId" = ${vendorId} and b."id" = e."batch"
  where e."vendorId" = ${vendorId} and e."state" in ('active', 'completed', 'cancelled') and e."endDate" >= ${day}::date and e."startDate" <= ${day}::date
    and (e."state" <> 'cancelled' or e."endDate" > ${day}::date) and ${ran(day)})`

/** Stores the places of the day with which Home compares those of today, instead of those of the day before. */
export async function storeFormerPlaces(ctx: TenantContext): Promise<void> {
  const { trx, vendorId } = ctx
  const day = addDays(await ctx.today(), -homeDays)
  const { rows } = await sql<{ places: number; taken: number }>`
    select ${placesOn(vendorId, day)} as "places", ${takenOn(vendorId, day)} as "taken"`.execute(trx)
  const counted = rows[0] ?? { places: 0, taken: 0 }
  await trx.deleteFrom('formerPlaces').where('vendorId', '=', vendorId).where('day', '<>', day).execute()
  await trx
    .insertInto('formerPlaces')
    .values({ vendorId, day, ...counted })
    .onConflict((conflict) => conflict.columns(['vendorId', 'day']).doUpdateSet(counted))
    .execute()
}

/**
 * The vendor's own counts, with the places some days ago as the last night counted them; they are counted now where none did.
 */
export async function readCounts(ctx: TenantContext): Promise<Counts> {
  const { trx, vendorId, now } = ctx
  const today = await ctx.today()
  const then = addDays(today, -homeDays)
  const former = (column: 'places' | 'taken', count: RawBuilder<number>) =>
    sql`coalesce((select f.${sql.ref(column)} from "formerPlaces" f where f."vendorId" = ${vendorId} and f."day" = ${then}::date), ${count})`
  const { rows } = await sql<Counts>`
    select
      (select count(*)::int from "services" where "vendorId" = ${vendorId} and "state" <> 'archived') as "services",
      (select count(*)::int from "trainers" where "vendorId" = ${vendorId} and "state" <> 'archived') as "trainers",
      (select count(*)::int from "halls" where "vendorId" = ${vendorId} and "state" <> 'archived') as "halls",
      count(*)::int as "openBatches", coalesce(sum(b."totalCandidates"), 0)::int as "places", coalesce(sum(t."taken"), 0)::int as "taken",
      ${former('places', placesOn(vendorId, then))} as "placesBefore", ${former('taken', takenOn(vendorId, then))} as "takenBefore"
    from "batches" b left join ${takenByBatch(vendorId, now, today)} t on t."batch" = b."id"
    where b."vendorId" = ${vendorId} and b."state" = 'open'`.execute(trx)
  const [counts] = rows
  if (!counts) throw new Error('The counts gave no row')
  return counts
}
