import { oc } from '@orpc/contract'
import * as z from 'zod/mini'
import { listInput, listOutput } from '#lib/calls.ts'
import { amount, day, id, optionalText } from '#lib/fields.ts'

const calendarDay = () => day({ required: 'reports.day.required', format: 'reports.day.required' })

/** Methods whose money the business receives itself, and so can count. */
export const countedMethods = ['cash', 'card', 'transfer', 'wallet'] as const

/**
 * A method's amounts of a day, in minor units: money in and out according to the ledger, and the number of entries. Where
 * a till is counted, `expected` of cash is what it has at the day's end.
 */
const expectedOf = z.object({
  method: z.enum(countedMethods),
  taken: z.number(),
  back: z.number(),
  expected: z.number(),
  count: z.number(),
})

/** Amounts by method, in minor units. */
const byMethod = z.object({ cash: z.number(), card: z.number(), transfer: z.number(), wallet: z.number() })
export type ByMethod = z.output<typeof byMethod>

/** A day's count: expected and counted amounts (product 6). */
export const dayClose = z.object({
  id: z.string(),
  day: z.string(),
  expected: byMethod,
  counted: byMethod,
  /** Counted less expected, over all methods. */
  difference: z.number(),
  note: z.string(),
  /** The member's address. */
  closedBy: z.string(),
  closedAt: z.string(),
  /** Whether a later count of the day replaces it. */
  isSuperseded: z.boolean(),
  /** The till that was counted, and its own name; null for a count of the day's cash payments. */
  till: z.nullable(z.string()),
  tillName: z.string(),
  currency: z.string(),
  exponent: z.number(),
})
export type DayClose = z.output<typeof dayClose>

export const dayExpected = z.object({
  day: z.string(),
  methods: z.array(expectedOf),
  /** The tills that can be counted, and the one that is. */
  tills: z.array(z.object({ id: z.string(), name: z.string() })),
  till: z.nullable(z.string()),
  /** The current count of the day; null if it was not counted. */
  last: z.nullable(dayClose),
  currency: z.string(),
  exponent: z.number(),
  /** UTC. */
  asOf: z.string(),
})
export type DayExpected = z.output<typeof dayExpected>

const counted = () => amount({ required: 'reports.counted.required', number: 'reports.counted.number' })

/** Input of the form; amounts in minor units. */
export const closeDayInput = z.strictObject({
  day: calendarDay(),
  cash: counted(),
  card: counted(),
  transfer: counted(),
  wallet: counted(),
  note: optionalText({ max: 200, long: 'reports.note.long' }),
  /** The till that `cash` is the content of: what it has more or less than the ledger says is posted. */
  till: z._default(z.nullable(id('reports.till.unknown')), null),
})
export type CloseDayInput = z.output<typeof closeDayInput>

export const dayContract = {
  /** What the ledger expects of a day, by method; of a till that is not the first, only its cash. */
  dayExpected: oc
    .route({ method: 'GET', path: '/reports/days/{day}' })
    .input(z.strictObject({ day: calendarDay(), till: z.optional(id('reports.till.unknown')) }))
    .output(dayExpected),
  /** The counts of days, latest day first; `search` matches their notes. */
  dayCloses: oc
    .route({ method: 'GET', path: '/reports/days' })
    .input(listInput(['day'], { from: z.optional(calendarDay()), to: z.optional(calendarDay()) }))
    .output(listOutput(dayClose)),
  /** Writes a day's count; for a day that was counted before, the new count replaces the earlier one. */
  closeDay: oc
    .route({ method: 'POST', path: '/reports/days', successStatus: 201 })
    .input(z.strictObject({ ...closeDayInput.shape, id: z.optional(id()) }))
    .output(dayClose),
}
