import { sql } from 'kysely'
import { Temporal } from 'temporal-polyfill'
import type { Trx } from '#db/tenant.ts'
import { dayIn, instant, type App } from '#kernel/app.ts'

/** The vendor's time zone (IANA name); until the profile sets it, the first of its country. */
export async function zoneOf(trx: Trx, vendorId: string): Promise<string> {
  const row = await trx
    .selectFrom('merchants')
    .innerJoin('countries', 'countries.id', 'merchants.code')
    .leftJoin('vendors', (join) => join.on('vendors.vendorId', '=', vendorId))
    .select(['vendors.timeZone', 'countries.timeZones'])
    .where('merchants.vendorId', '=', vendorId)
    .executeTakeFirstOrThrow()
  return row.timeZone ?? row.timeZones[0] ?? 'UTC'
}

/** The midnight at the end of a day in a zone, UTC. */
export function midnightAfter(day: string, zone: string): string {
  return new Date(Temporal.PlainDate.from(day).add({ days: 1 }).toZonedDateTime(zone).epochMilliseconds).toISOString()
}

/** The midnight at the start of a day in a zone, as SQL. */
export const midnightSql = (day: string, zone: string) => sql`(${day}::timestamp at time zone ${zone})`

/** The vendor's current day, YYYY-MM-DD. */
export async function todayOf(trx: Trx, app: Pick<App, 'now'>, vendorId: string): Promise<string> {
  return dayIn(app, await zoneOf(trx, vendorId))
}

/** The wall-clock time HH:mm of an instant column in a zone, as SQL. */
export const clockSql = (column: string, zone: string) => sql<string>`to_char(${sql.ref(column)} at time zone ${zone}, 'HH24:MI')`

/** The vendor's time zone as SQL, equivalent to `zoneOf`. */
export const zoneSql = (vendorId: string) => sql`coalesce(
    (select v."timeZone" from "vendors" v where v."vendorId" = ${vendorId}),
    (select country."timeZones"[1] from "merchants" m join "countries" country on country."id" = m."code" where m."vendorId" = ${vendorId}),
    'UTC')`

/** The vendor's current day as SQL, for comparisons in statements. */
export const todaySql = (app: Pick<App, 'now'>, vendorId: string) =>
  sql`(${instant(app)}::timestamptz at time zone ${zoneSql(vendorId)})::date`
