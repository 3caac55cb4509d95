import type { RawBuilder } from 'kysely'
import { expression } from '#kernel/expressions.ts'

/** The number of an enrolment's marks of one kind, by the enrolment's id. */
export const enrolmentMarks = expression<{ enrolment: RawBuilder<unknown>; mark: string }, number>('enrolment.marks')
