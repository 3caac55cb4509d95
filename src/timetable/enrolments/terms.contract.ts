import * as z from 'zod/mini'
import { amountLimit } from '#lib/amounts.ts'
import { day, text, wholeNumber } from '#lib/fields.ts'

const calendarDay = () => day({ required: 'enrolments.day.required', format: 'enrolments.day.required' })
const number = (max: number) =>
  wholeNumber({
    required: 'enrolments.discount.value',
    number: 'enrolments.discount.value',
    min: 1,
    low: 'enrolments.discount.value',
    max,
    high: 'enrolments.discount.value',
  })
const shared = {
  /** The last day on which a period may begin that it counts for; null for no end. */
  until: z._default(z.nullable(calendarDay()), null),
  reason: text({ required: 'enrolments.discount.reason', max: 200, long: 'enrolments.reason.long' }),
}

/** A discount on each bill of a place: minor units, or hundredths of a percent of the price. */
export const discountInput = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('percent'), value: number(10_000), ...shared }),
  z.strictObject({ kind: z.literal('amount'), value: number(amountLimit), ...shared }),
])
export type DiscountInput = z.output<typeof discountInput>

/** The price of a place from a day on; `from` is null for every day before the next terms. Amounts in minor units. */
export const placeTerms = z.object({
  from: z.nullable(z.string()),
  /** Whether the place is billed, or free for a reason. */
  kind: z.enum(['paid', 'free']),
  /** Where they were agreed; `former` for a place from before there were terms. */
  source: z.enum(['desk', 'quote', 'price', 'former']),
  price: z.number(),
  discount: z.nullable(z.object({ kind: z.enum(['percent', 'amount']), value: z.number(), until: z.nullable(z.string()) })),
  reason: z.nullable(z.string()),
  /** When they were set, UTC. */
  setAt: z.string(),
  /** Whether terms set later for the same day replace them. */
  isReplaced: z.boolean(),
})
export type PlaceTerms = z.output<typeof placeTerms>
