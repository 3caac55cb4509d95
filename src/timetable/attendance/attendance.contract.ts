import { oc } from '@orpc/contract'
import * as z from 'zod/mini'
import { session } from '#timetable/sessions/session.contract.ts'
import { day, id } from '#lib/fields.ts'
import { markLimit, attendanceMarks } from './attendance.rules.ts'

/** A person expected at a session. */
export const attendee = z.object({
  enrolment: z.string(),
  customer: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  mark: z.enum(attendanceMarks),
  markedAt: z.nullable(z.string()),
})
export type Attendee = z.output<typeof attendee>

const instantText = z.string('lib.fields.invalid').check(z.regex(/^20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,6})?Z$/, 'lib.fields.invalid'))

export const markInput = z.strictObject({
  session: id(),
  enrolment: id(),
  mark: z.enum(attendanceMarks, 'lib.fields.invalid'),
  markedAt: instantText,
})
export type MarkInput = z.output<typeof markInput>

const calendarDay = () => day({ required: 'lib.fields.required', format: 'lib.fields.invalid' })

export const attendanceContract = {
  /** A session with the people expected at it. */
  roster: oc
    .route({ method: 'GET', path: '/sessions/{session}/roster' })
    .input(z.strictObject({ session: id() }))
    .output(z.object({ session, people: z.array(attendee) })),
  /**
   * Stores the newest mark of each person by `markedAt`, so a repeated or late call changes nothing twice; `left`
   * counts people no longer expected.
   */
  mark: oc
    .route({ method: 'POST', path: '/attendance' })
    .input(
      z.strictObject({
        marks: z.array(markInput).check(z.minLength(1, 'lib.fields.invalid'), z.maxLength(markLimit, 'lib.fields.invalid')),
      }),
    )
    .output(z.object({ kept: z.number(), left: z.number() })),
  /** Attendance between two days: the sessions of a batch, its people, and their marks. */
  grid: oc
    .route({ method: 'GET', path: '/batches/{batch}/attendance' })
    .input(z.strictObject({ batch: id(), from: calendarDay(), to: calendarDay() }))
    .output(
      z.object({
        sessions: z.array(z.object({ id: z.string(), day: z.string(), startingTime: z.string(), state: z.string() })),
        people: z.array(z.object({ enrolment: z.string(), customer: z.string(), firstName: z.string(), lastName: z.string() })),
        marks: z.array(z.object({ session: z.string(), enrolment: z.string(), mark: z.enum(attendanceMarks) })),
      }),
    ),
}
