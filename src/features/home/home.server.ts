import { sql } from 'kysely'
import { Temporal } from 'temporal-polyfill'
import { tenant, type Trx } from '#db/tenant.ts'
import { memberOf, os } from '#server/base.ts'
import type { Meeting, Today } from './home.contract.ts'

type Counts = Omit<Today, 'day' | 'meetings'> & { timeZone: string | null }

/** The vendor's own counts in one statement; the zone is null before the profile was saved. */
async function readCounts(trx: Trx, vendorId: string): Promise<Counts> {
  const { rows } = await sql<Counts>`
    select
      (select "timeZone" from "vendors" where "vendorId" = ${vendorId}) as "timeZone",
      (select count(*)::int from "services" where "vendorId" = ${vendorId} and "state" <> 'archived') as "services",
      (select count(*)::int from "trainers" where "vendorId" = ${vendorId} and "state" <> 'archived') as "trainers",
      (select count(*)::int from "halls" where "vendorId" = ${vendorId} and "state" <> 'archived') as "halls",
      open."openBatches", open."places"
    from (
      select count(*)::int as "openBatches", coalesce(sum("totalCandidates"), 0)::int as "places"
      from "batches" where "vendorId" = ${vendorId} and "state" = 'open'
    ) open`.execute(trx)
  const [counts] = rows
  if (!counts) throw new Error('The counts gave no row')
  return counts
}

/** Open batches within their dates on a training day, earliest first. @param day YYYY-MM-DD */
async function readMeetings(trx: Trx, vendorId: string, day: string): Promise<Meeting[]> {
  const weekday = Temporal.PlainDate.from(day).dayOfWeek % 7
  return trx
    .selectFrom('batches')
    .innerJoin('trainers', (join) => join.onRef('trainers.vendorId', '=', 'batches.vendorId').onRef('trainers.id', '=', 'batches.trainer'))
    .innerJoin('services', (join) => join.onRef('services.vendorId', '=', 'batches.vendorId').onRef('services.id', '=', 'batches.service'))
    .innerJoin('serviceTypes', 'serviceTypes.id', 'services.service')
    .select(['batches.id', 'batches.name', 'batches.startingTime', 'batches.endingTime', 'batches.totalCandidates', 'batches.trainer'])
    .select(['serviceTypes.surface', sql<string>`"trainers"."Fname" || ' ' || "trainers"."Lname"`.as('trainerName')])
    .where('batches.vendorId', '=', vendorId)
    .where('batches.state', '=', 'open')
    .where('batches.startDate', '<=', day)
    .where('batches.endDate', '>=', day)
    .where(sql<boolean>`("batches"."trainingDays" -> ${weekday}::int ->> 'isSelected')::boolean`)
    .orderBy('batches.startingTime')
    .orderBy('batches.endingTime')
    .orderBy('batches.id')
    .execute()
}

export const homeHandlers = {
  today: os.home.today.handler(({ context: call }) => {
    const { vendorId } = memberOf(call)
    return tenant(call.app.db, vendorId, async (trx) => {
      const { timeZone, ...counts } = await readCounts(trx, vendorId)
      const { timeZones } = timeZone
        ? { timeZones: [timeZone] }
        : await trx
            .selectFrom('merchants')
            .innerJoin('countries', 'countries.id', 'merchants.code')
            .select('countries.timeZones')
            .where('merchants.vendorId', '=', vendorId)
            .executeTakeFirstOrThrow()
      const zone = timeZones[0] ?? 'UTC'
      const day = Temporal.Instant.fromEpochMilliseconds(call.app.now()).toZonedDateTimeISO(zone).toPlainDate().toString()
      return { ...counts, day, meetings: await readMeetings(trx, vendorId, day) }
    })
  }),
}
