import { oc } from '@orpc/contract'
import * as z from 'zod/mini'
import { hundredthsOf, wholeRate, wholeTaxRate } from '#lib/amounts.ts'
import { changeable } from '#lib/calls.ts'
import { day, withRules, optionalText, wholeNumber, type Rule } from '#lib/fields.ts'

const rateUpTo = (max: number) =>
  wholeNumber({ required: 'setup.tax.rate.required', number: 'setup.tax.rate.number', max, high: 'setup.tax.rate.number' })
const rateThousandths = rateUpTo(wholeTaxRate)
/** The rate of what has the reduced class, in thousandths of a percent; null without one. */
const reducedThousandths = z.nullable(rateUpTo(wholeTaxRate))
const terms = {
  /** Whether the entered prices include the tax. */
  isIncluded: z.boolean('lib.fields.invalid'),
  /** The tax number on receipts. */
  number: optionalText({ max: 30, long: 'setup.tax.number.long' }),
  /** Today or a later day. */
  validFrom: day({ required: 'setup.tax.validFrom.required', format: 'setup.tax.validFrom.required' }),
}

/** The tax from a day on, as in its form; the rate in thousandths of a percent. */
export const taxForm = z.object({ rateThousandths, reducedThousandths, ...terms })

const saved = z.strictObject({
  /** Hundredths of a percent; optional where `rateThousandths` is given, as for a rate with a third decimal. */
  rate: z.optional(rateUpTo(wholeRate)),
  rateThousandths: z.optional(rateThousandths),
  ...terms,
  /** Omitted, it stays that of the day. */
  reducedThousandths: z.optional(reducedThousandths),
  number: changeable(terms).number,
  version: z.int('lib.fields.invalid').check(z.gte(0, 'lib.fields.invalid')),
})
const oneRate: Rule<z.output<typeof saved>>[] = [
  {
    path: 'rate',
    error: 'setup.tax.rate.required',
    holds: (value) => value.rate !== undefined || value.rateThousandths !== undefined,
  },
  {
    path: 'rate',
    error: 'setup.tax.rate.differ',
    holds: (value) => value.rate === undefined || value.rateThousandths === undefined || value.rate === hundredthsOf(value.rateThousandths),
  },
]

/** The input of a save: the rate in one unit or in both; without a number that day's number stays. */
export const taxInput = withRules(saved, oneRate)
export type TaxSave = z.output<typeof taxInput>

/** The tax from a day on: `rate` is rounded half up where there is a third decimal; `validFrom` is null for the country's own. */
const tax = z.object({
  rate: z.number(),
  rateThousandths: z.number(),
  reducedThousandths: z.nullable(z.number()),
  isIncluded: z.boolean(),
  number: z.string(),
  validFrom: z.nullable(z.string()),
})
export type Tax = z.output<typeof tax>

/** Today's tax, the taxes saved for later days, and the record version that a save sends: 0 before the first. */
export const taxSettings = z.object({ today: z.string(), now: tax, later: z.array(tax), version: z.number() })
export type TaxSettings = z.output<typeof taxSettings>

/** The calls of the tax, which belong to the `setup` group. */
export const taxContract = {
  tax: oc.route({ method: 'GET', path: '/tax' }).output(taxSettings),
  /** Applies from a day on; earlier sales keep their tax. An omitted number stays as it is. */
  saveTax: oc.route({ method: 'POST', path: '/tax' }).input(taxInput).output(taxSettings),
}
