import type { RawBuilder } from 'kysely'
import { expression } from '#kernel/expressions.ts'
import { guard } from '#kernel/guards.ts'

/** The number of an enrolment's marks of one kind, by the enrolment's id. */
export const enrolmentMarks = expression<{ enrolment: RawBuilder<unknown>; mark: string }, number>('enrolment.marks')

/** Days of a place, both included, are about to be frozen in hindsight. Answers tell whether a session was attended in them. */
export const placeAttended = guard<{ enrolment: string; from: string; to: string }, boolean>('place.attended')
