import { sql } from 'kysely'
import { express } from '#kernel/expressions.ts'
import { answer, type Asking } from '#kernel/guards.ts'
import { enrolmentMarks, placeAttended } from '#timetable/enrolments/enrolment.guards.ts'
import { sessionMarked, sessionsDropping } from '#timetable/sessions/session.guards.ts'

/** Deletes attendance that is only booked for some sessions. @returns the ids of those sessions that have marks */
async function dropBooked({ trx, vendorId }: Asking, sessions: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ session: string }>`
    with "booked" as (delete from "attendance" where "vendorId" = ${vendorId} and "session" = any(${sessions}::uuid[]) and "mark" = 'booked')
    select distinct "session" from "attendance"
    where "vendorId" = ${vendorId} and "session" = any(${sessions}::uuid[]) and "mark" <> 'booked'`.execute(trx)
  return rows.map(({ session }) => session)
}

/** Whether a place was present or late on days, both included. */
async function isAttended(
  { trx, vendorId }: Asking,
  { enrolment, from, to }: { enrolment: string; from: string; to: string },
): Promise<boolean> {
  const { rows } = await sql`
    select 1 from "attendance" a join "batchSessions" s on s."vendorId" = ${vendorId} and s."id" = a."session"
    where a."vendorId" = ${vendorId} and a."enrolment" = ${enrolment} and a."mark" in ('present', 'late') and s."day" between ${from} and ${to}
    limit 1`.execute(trx)
  return rows.length > 0
}

/** The answers of attendance to guards of rooms below. */
export const attendanceAnswers = [
  answer(sessionsDropping, (asking, { sessions }) => dropBooked(asking, sessions)),
  answer(placeAttended, isAttended),
]

/** The expressions of attendance in statements of rooms below. */
export const attendanceExpressions = [
  express(
    enrolmentMarks,
    ({ vendorId }, { enrolment, mark }) => sql`(select count(*)::int from "attendance" a
      where a."vendorId" = ${vendorId} and a."enrolment" = ${enrolment} and a."mark" = ${mark})`,
  ),
  express(
    sessionMarked,
    ({ vendorId }, session) =>
      sql`(select count(*)::int from "attendance" a where a."vendorId" = ${vendorId} and a."session" = ${session} and a."mark" <> 'booked')`,
  ),
]
