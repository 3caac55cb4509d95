import type { RawBuilder } from 'kysely'
import { expression } from '#kernel/expressions.ts'

/** How many marks of one kind there are for an enrolment, by its id. */
export const enrolmentMarks = expression<{ enrolment: RawBuilder<unknown>; mark: string }, number>('enrolment.marks')
