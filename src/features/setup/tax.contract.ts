import * as z from 'zod/mini'
import { wholeRate } from '#lib/amounts.ts'
import { day, optionalText, wholeNumber } from '#lib/fields.ts'

/** By which tax a business sells from a day on; `rate` in hundredths of a percent, `number` is what receipts show. */
export const taxInput = z.strictObject({
  rate: wholeNumber({
    required: 'setup.tax.rate.required',
    number: 'setup.tax.rate.number',
    max: wholeRate,
    high: 'setup.tax.rate.number',
  }),
  /** Whether the prices that are typed include the tax. */
  isIncluded: z.boolean('lib.fields.invalid'),
  number: optionalText({ max: 30, long: 'setup.tax.number.long' }),
  /** Today or a later day. */
  validFrom: day({ required: 'setup.tax.validFrom.required', format: 'setup.tax.validFrom.required' }),
})
/** What a save takes: without a number the one of that day stays. */
export type TaxSave = Omit<z.output<typeof taxInput>, 'number'> & { number?: string | undefined; version: number }

/** One telling of the tax; `validFrom` is null for the country's own. */
const tax = z.object({ rate: z.number(), isIncluded: z.boolean(), number: z.string(), validFrom: z.nullable(z.string()) })
export type Tax = z.output<typeof tax>

/** The tax of today, what was saved for later days, and the version that a save names: 0 before the first. */
export const taxSettings = z.object({ today: z.string(), now: tax, later: z.array(tax), version: z.number() })
export type TaxSettings = z.output<typeof taxSettings>
