import { sql } from 'kysely'
import { express } from '#kernel/expressions.ts'
import { answer, type Asking } from '#kernel/guards.ts'
import { enrolmentMarks } from '#timetable/enrolments/enrolment.guards.ts'
import { sessionMarked, sessionsDropping } from '#timetable/sessions/session.guards.ts'

/** Deletes attendance that is only booked for some sessions. @returns the ids of those sessions that have marks */
async function dropBooked({ trx, vendorId }: Asking, sessions: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ session: string }>`
    with "booked" as (delete from "attendance" where "vendorId" = ${vendorId} and "session" = any(${sessions}::uuid[]) and "mark" = 'booked')
    select distinct "session" from "attendance"
    where "vendorId" = ${vendorId} and "session" = any(${sessions}::uuid[]) and "mark" <> 'booked'`.execute(trx)
  return rows.map(({ session }) => session)
}

/** The answers of attendance to guards of rooms below. */
export const attendanceAnswers = [answer(sessionsDropping, (asking, { sessions }) => dropBooked(asking, sessions))]

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
