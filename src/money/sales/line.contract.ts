import * as z from 'zod/mini'
import { taxClasses } from '#business/ledger/tax.rules.ts'

/** A line as sold, in minor units: `net` + `tax` = `total`, `list` − `discount` = `net`; `enrolments` where it is for several places. */
export const saleLine = z.object({
  position: z.number(),
  kind: z.enum(['batch', 'free', 'renewal']),
  text: z.string(),
  quantity: z.number(),
  unit: z.number(),
  list: z.number(),
  discount: z.number(),
  net: z.number(),
  tax: z.number(),
  total: z.number(),
  taxClass: z.enum(taxClasses),
  /** In thousandths of a percent. */
  taxRateThousandths: z.number(),
  commission: z.number(),
  commissionRule: z.string(),
  enrolment: z.nullable(z.string()),
  enrolments: z.optional(z.array(z.string())),
  batch: z.nullable(z.string()),
  fromDay: z.nullable(z.string()),
  toDay: z.nullable(z.string()),
})

/** What is taxed by one class at one rate (thousandths of a percent), in minor units. */
export const taxSum = z.object({ taxClass: z.enum(taxClasses), taxRateThousandths: z.number(), net: z.number(), tax: z.number() })
