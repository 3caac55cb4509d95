import * as z from 'zod/mini'
import { entityCalls, listInput, record } from '#lib/calls.ts'
import { text, wholeNumber } from '#lib/fields.ts'

/** For whom a hall is reserved (product 3). */
export const audiences = ['mixed', 'women', 'men', 'children'] as const
/** `active ↔ maintenance → archived` (product 3). */
export const hallStates = ['active', 'maintenance', 'archived'] as const

/** The input of the room form of spec 5: title of 4 to 50 characters, size in m², candidates; both positive integers. */
export const hallInput = z.strictObject({
  title: text({
    required: 'halls.title.required',
    isName: true,
    min: 4,
    short: 'halls.title.length',
    max: 50,
    long: 'halls.title.length',
  }),
  size: wholeNumber({
    required: 'halls.size.required',
    number: 'halls.size.number',
    integer: 'halls.size.integer',
    positive: 'halls.size.positive',
    min: 1,
    max: 1_000_000,
  }),
  totalCandidates: wholeNumber({
    required: 'halls.totalCandidates.required',
    number: 'halls.totalCandidates.number',
    integer: 'halls.totalCandidates.integer',
    positive: 'halls.totalCandidates.positive',
    min: 1,
    max: 100_000,
  }),
  audience: z._default(z.enum(audiences, 'lib.fields.invalid'), 'mixed'),
  state: z._default(z.enum(['active', 'maintenance'], 'lib.fields.invalid'), 'active'),
})
export type HallInput = z.output<typeof hallInput>

/** A hall as stored and sent. */
export const hall = z.object({
  ...record,
  title: z.string(),
  size: z.number(),
  totalCandidates: z.number(),
  audience: z.enum(audiences),
  state: z.enum(hallStates),
})
export type Hall = z.output<typeof hall>

/** Filters, search (title) and sort keys of the hall list. */
export const hallList = listInput(['createdAt', 'title', 'size', 'totalCandidates'], {
  state: z._default(z.enum(['current', ...hallStates], 'lib.fields.invalid'), 'current'),
  audience: z.optional(z.enum(audiences, 'lib.fields.invalid')),
})

export const hallContract = entityCalls('/halls', { fields: hallInput, row: hall, list: hallList })
