import { oc } from '@orpc/contract'
import * as z from 'zod/mini'
import { recordOf } from '#lib/choices.ts'
import { id } from '#lib/fields.ts'
import { careFields } from './care.rules.ts'
import { companyFields } from './company.rules.ts'

/** The columns that a file may contain. */
export const importFields = [
  'firstName',
  'lastName',
  'phone',
  'email',
  'dob',
  'gender',
  'guardianName',
  'guardianPhone',
  ...careFields,
  'photoConsent',
  'language',
  'tags',
  'notes',
  'nickname',
  ...companyFields,
] as const
export type ImportField = (typeof importFields)[number]

/** Maximum rows of one import and of one call; the caller keeps a call's body under 64 KB. */
export const importLimit = 10_000
export const importChunk = 250

const cell = z.optional(z.string('lib.fields.invalid').check(z.maxLength(2000, 'lib.fields.invalid')))
/** One row as typed in the file, with the id it will get, so that a repeated call creates nothing twice. */
const importRow = z.strictObject({
  id: id(),
  ...recordOf(importFields, () => cell),
})
export type ImportRow = z.output<typeof importRow>

const rows = z.array(importRow).check(z.minLength(1, 'lib.fields.invalid'), z.maxLength(importChunk, 'lib.fields.invalid'))

/** What is wrong with a row, by field; `duplicate` names a customer with the same phone or e-mail. */
const verdict = z.object({
  id: z.string(),
  issues: z.array(z.object({ field: z.string(), key: z.string() })),
  duplicate: z.nullable(z.object({ id: z.string(), name: z.string() })),
})
export type Verdict = z.output<typeof verdict>

const importRecord = z.object({
  id: z.string(),
  fileName: z.string(),
  rows: z.number(),
  made: z.number(),
  state: z.enum(['running', 'done', 'undone']),
  createdAt: z.string(),
})
export type Import = z.output<typeof importRecord>

export const importContract = {
  /** Newest first. */
  list: oc.route({ method: 'GET', path: '/imports' }).output(z.array(importRecord)),
  /** Checks rows; writes nothing. */
  check: oc.route({ method: 'POST', path: '/imports/check' }).input(z.strictObject({ rows })).output(z.array(verdict)),
  begin: oc
    .route({ method: 'POST', path: '/imports', successStatus: 201 })
    .input(
      z.strictObject({
        id: id(),
        fileName: z
          .string('lib.fields.invalid')
          .check(
            z.trim(),
            z.minLength(1, 'lib.fields.invalid'),
            z.maxLength(120, 'lib.fields.invalid'),
            z.regex(/^[^\p{Cc}\p{Cs}]*$/u, 'lib.fields.invalid'),
          ),
        rows: z.int('lib.fields.invalid').check(z.gte(1, 'lib.fields.invalid'), z.lte(importLimit, 'lib.fields.invalid')),
      }),
    )
    .output(importRecord),
  /** Writes rows without issues; returns the others' verdicts. A row that already exists is counted and left alone. */
  add: oc
    .route({ method: 'POST', path: '/imports/{id}/rows' })
    .input(z.strictObject({ id: id(), rows }))
    .output(z.object({ made: z.number(), refused: z.array(verdict) })),
  finish: oc
    .route({ method: 'POST', path: '/imports/{id}/finish' })
    .input(z.strictObject({ id: id() }))
    .output(importRecord),
  /** Removes the import's customers again; those enrolled, changed or merged since are kept. */
  undo: oc
    .route({ method: 'POST', path: '/imports/{id}/undo' })
    .input(z.strictObject({ id: id() }))
    .output(z.object({ removed: z.number(), kept: z.number() })),
}
