import { sql } from 'kysely'
import type { Trx } from '#db/tenant.ts'
import { clockSql } from '#business/setup/zone.server.ts'
import { lockVendor } from '#business/setup/lock.server.ts'
import { meetingOn } from './meeting.server.ts'

type Clocked = { id: string; day: string; startingTime: string; endingTime: string; state: string }

/**
 * When the business's time zone changes, retains the wall-clock time of every session of a vendor: instants move, day
 * and hours stay (product 2.24).
 * @param from the zone in which the sessions' hours are read, and `to` the zone for which they are retained (IANA names)
 */
export async function retime(trx: Trx, vendorId: string, { from, to, now }: { from: string; to: string; now: string }): Promise<void> {
  await lockVendor(trx, vendorId)
  const { rows } = await sql<Clocked>`
    select "id", "day", ${clockSql('startsAt', from)} as "startingTime",
      ${clockSql('endsAt', from)} as "endingTime", "state"
    from "batchSessions" where "vendorId" = ${vendorId} order by "id" for update`.execute(trx)
  if (rows.length === 0) return
  const moved = rows.map((row) => ({ id: row.id, state: row.state, ...meetingOn(row.day, row, to) }))
  // Overlaps are checked row by row, so no session may block another while all of them move.
  await sql`update "batchSessions" set "state" = 'cancelled' where "vendorId" = ${vendorId} and "state" <> 'cancelled'`.execute(trx)
  const given = sql`jsonb_to_recordset(${JSON.stringify(moved)}::jsonb) as m ("id" uuid, "state" text, "startsAt" timestamptz, "endsAt" timestamptz)`
  await sql`
    update "batchSessions" s set "startsAt" = m."startsAt", "endsAt" = m."endsAt", "updatedAt" = ${now}, "version" = s."version" + 1
    from ${given} where s."vendorId" = ${vendorId} and s."id" = m."id"`.execute(trx)
  await sql`
    update "batchSessions" s set "state" = m."state" from ${given}
    where s."vendorId" = ${vendorId} and s."id" = m."id" and m."state" <> 'cancelled'`.execute(trx)
}
