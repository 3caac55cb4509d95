import { oc } from '@orpc/contract'
import * as z from 'zod/mini'
import { session } from '#timetable/sessions/session.contract.ts'
import { photoConsents } from '#directory/customers/care.rules.ts'
import { pageLimit } from '#lib/calls.ts'
import { day, id } from '#lib/fields.ts'
import { markLimit, attendanceMarks } from './attendance.rules.ts'

/**
 * What to mind about a person, null for nothing. The note itself is read with `care`, so that no roster that a phone stores contains
 * it; the phone is the emergency contact's (decision 61).
 */
const minded = z.object({ hasMedicalNote: z.boolean(), noPhotos: z.boolean(), emergencyPhone: z.string() })

/** A person expected at a session; `care` is absent for those who may not read it. */
export const attendee = z.object({
  enrolment: z.string(),
  customer: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  mark: z.enum(attendanceMarks),
  markedAt: z.nullable(z.string()),
  care: z.optional(z.nullable(minded)),
})
export type Attendee = z.output<typeof attendee>

/** What those who look after a person must know; '' where nothing is known. */
const personCare = z.object({
  medicalNote: z.string(),
  emergencyName: z.string(),
  emergencyPhone: z.string(),
  emergencyRelation: z.string(),
  photoConsent: z.enum(photoConsents),
})
export type PersonCare = z.output<typeof personCare>

const instantText = z.string('lib.fields.invalid').check(z.regex(/^20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,6})?Z$/, 'lib.fields.invalid'))

export const markInput = z.strictObject({
  session: id(),
  enrolment: id(),
  mark: z.enum(attendanceMarks, 'lib.fields.invalid'),
  markedAt: instantText,
})
export type MarkInput = z.output<typeof markInput>

const calendarDay = () => day({ required: 'lib.fields.required', format: 'lib.fields.invalid' })

/** A customer's last attended day, YYYY-MM-DD, and the marks of the latest sessions, the newest last. */
export const recentAttendance = z.object({
  customer: z.string(),
  lastOn: z.nullable(z.string()),
  marks: z.array(z.enum(attendanceMarks)),
})
export type RecentAttendance = z.output<typeof recentAttendance>

/**
 * The sessions of the last twelve weeks at which a customer was expected, by batch, in the order of their days up to the end of today.
 * `from` and `to` are YYYY-MM-DD, times HH:mm local; a session without a mark is `booked`, also one that is still to come today.
 */
const customerWeeks = z.object({
  from: z.string(),
  to: z.string(),
  batches: z.array(
    z.object({
      batch: z.string(),
      batchName: z.string(),
      surface: z.string(),
      sessions: z.array(z.object({ session: z.string(), day: z.string(), startingTime: z.string(), mark: z.enum(attendanceMarks) })),
    }),
  ),
})
export type AttendanceWeeks = z.output<typeof customerWeeks>

/** The sessions of a batch between two days with their places and how many people were expected, its people, and their marks. */
const attendanceSheet = z.object({
  sessions: z.array(
    z.object({ id: z.string(), day: z.string(), startingTime: z.string(), state: z.string(), capacity: z.number(), booked: z.number() }),
  ),
  people: z.array(z.object({ enrolment: z.string(), customer: z.string(), firstName: z.string(), lastName: z.string() })),
  marks: z.array(z.object({ session: z.string(), enrolment: z.string(), mark: z.enum(attendanceMarks) })),
})
export type AttendanceSheet = z.output<typeof attendanceSheet>

export const attendanceContract = {
  /** The latest marks of some customers, of one batch if it is named; those who were never marked are left out. */
  recent: oc
    .route({ method: 'POST', path: '/recent-attendance' })
    .input(
      z.strictObject({
        customers: z.array(id()).check(z.minLength(1, 'lib.fields.invalid'), z.maxLength(pageLimit, 'lib.fields.invalid')),
        batch: z.optional(id()),
      }),
    )
    .output(z.array(recentAttendance)),
  /** How one customer attended in the last twelve weeks, by batch. */
  weeks: oc
    .route({ method: 'GET', path: '/customers/{customer}/attendance' })
    .input(z.strictObject({ customer: id() }))
    .output(customerWeeks),
  /** A session with the people expected at it. */
  roster: oc
    .route({ method: 'GET', path: '/sessions/{session}/roster' })
    .input(z.strictObject({ session: id() }))
    .output(z.object({ session, people: z.array(attendee) })),
  /** The medical note and the emergency contact of a person expected at a session. */
  care: oc
    .route({ method: 'GET', path: '/sessions/{session}/roster/{enrolment}/care' })
    .input(z.strictObject({ session: id(), enrolment: id() }))
    .output(personCare),
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
    .output(attendanceSheet),
}
