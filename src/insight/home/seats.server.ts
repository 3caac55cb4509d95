import { sql } from 'kysely'
import { isTaken } from '#timetable/enrolments/places.server.ts'
import type { Today } from './home.contract.ts'
import type { TenantContext } from '#kernel/context.ts'
import { addDays } from '#lib/days.ts'

/** Whether the dates of the batch `b` include a day. */
const ran = (day: string) =>
  sql<boolean>`b."state" in ('open', 'completed') and b."startDate" <= ${day}::date and b."endDate" >= ${day}::date`

type Counts = Pick<Today, 'openBatches' | 'places' | 'taken' | 'placesBefore' | 'takenBefore' | 'services' | 'trainers' | 'halls'>

/**
 * The vendor's own counts, and the places some days ago by the current dates of enrolments and batches, in one
 * statement that reads the enrolments once and by an index alone.
 * @param days how many days before today to compare the places with
 */
export async function readCounts(ctx: TenantContext, days: number): Promise<Counts> {
  const { trx, vendorId, now } = ctx
  const today = await ctx.today()
  const then = addDays(today, -days)
  const { rows } = await sql<Counts>`
    select
      (select count(*)::int from "services" where "vendorId" = ${vendorId} and "state" <> 'archived') as "services",
      (select count(*)::int from "trainers" where "vendorId" = ${vendorId} and "state" <> 'archived') as "trainers",
      (select count(*)::int from "halls" where "vendorId" = ${vendorId} and "state" <> 'archived') as "halls",
      seats.*, open.*
    from (
      select count(*) filter (where b."state" = 'open')::int as "openBatches",
        coalesce(sum(b."totalCandidates") filter (where b."state" = 'open'), 0)::int as "places",
        coalesce(sum(b."totalCandidates") filter (where ${ran(then)}), 0)::int as "placesBefore"
      from "batches" b where b."vendorId" = ${vendorId}
    ) open cross join (
      select count(*) filter (where b."state" = 'open' and ${isTaken(now, today)})::int as "taken",
        count(*) filter (where ${ran(then)} and e."startDate" <= ${then}::date
          and (e."state" in ('active', 'completed') or (e."state" = 'cancelled' and e."endDate" > ${then}::date)))::int as "takenBefore"
      from "enrolments" e join "batches" b on b."vendorId" = ${vendorId} and b."id" = e."batch"
      where e."vendorId" = ${vendorId} and e."state" in ('offered', 'active', 'completed', 'cancelled') and e."endDate" >= ${then}::date
    ) seats`.execute(trx)
  const [counts] = rows
  if (!counts) throw new Error('The counts gave no row')
  return counts
}
