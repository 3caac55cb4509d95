import { sql } from 'kysely'
import { tenant } from '#db/tenant.ts'
import { isBooked } from '#timetable/enrolments/booked.server.ts'
import type { MarkInput } from '#timetable/attendance/attendance.contract.ts'
import type { AttendanceMark } from '#timetable/attendance/attendance.rules.ts'
import { markLimit } from '#timetable/attendance/attendance.rules.ts'
import type { Office } from './office.ts'

/** Of a hundred, 86 are present, 5 late, 6 absent and 3 excused. */
function markOf(chance: number): AttendanceMark {
  if (chance < 0.86) return 'present'
  if (chance < 0.91) return 'late'
  return chance < 0.97 ? 'absent' : 'excused'
}

/**
 * Marks everyone who was expected on a day, as trainers do when they lock up.
 * @param leaves whether a session is left unmarked, by its index on the day and the number of sessions
 */
export async function markDay(office: Office, day: string, leaves: (index: number, count: number) => boolean): Promise<void> {
  const { app, vendorId, random, calls } = office
  const { rows } = await tenant(app.db, vendorId, (trx) =>
    sql<{ session: string; startsAt: string; enrolment: string }>`
      select s."id" as "session", s."startsAt", e."id" as "enrolment" from "batchSessions" s join "enrolments" e on ${isBooked(vendorId)}
      where s."vendorId" = ${vendorId} and s."day" = ${day} and s."state" = 'scheduled' order by s."startsAt", s."id", e."id"`.execute(trx),
  )
  const sessions = [...Map.groupBy(rows, ({ session }) => session).values()].filter((_, index, all) => !leaves(index, all.length))
  const marks: MarkInput[] = sessions.flat().map(({ session, enrolment, startsAt }) => ({
    session,
    enrolment,
    mark: markOf(random.next()),
    markedAt: new Date(Date.parse(startsAt) + random.between(1, 25) * 60_000).toISOString(),
  }))
  for (let at = 0; at < marks.length; at += markLimit) await calls.attendance.mark({ marks: marks.slice(at, at + markLimit) })
}
