import { oc } from '@orpc/contract'
import * as z from 'zod/mini'
import { listInput, listOutput } from '#lib/calls.ts'
import { day, id, withRulesOf, type Rule } from '#lib/fields.ts'

const calendarDay = () => day({ required: 'finance.day.required', format: 'finance.day.required' })

/** Days of a report, both included. */
export const range = z.strictObject({ from: calendarDay(), to: calendarDay() })
type Range = z.output<typeof range>

const inOrder: Rule<Range>[] = [{ path: 'to', error: 'finance.range.order', holds: ({ from, to }) => !from || !to || to >= from }]

/** The schema with its days in their order. */
export function ordered<Shape extends Record<string, z.core.$ZodType>>(schema: z.ZodMiniObject<Shape, z.core.$strict>) {
  return withRulesOf(schema, inOrder)
}

/** What every report says of itself: minor units of `currency` with its digits, its days, and when it was read (UTC). */
const head = { currency: z.string(), exponent: z.number(), from: z.string(), to: z.string(), asOf: z.string() }

/** What a profit is grouped by (product 6). */
export const groupings = ['none', 'service', 'batch', 'hall', 'trainer'] as const
export type Grouping = (typeof groupings)[number]
/** By the day of the bill, or by the day of the money. */
export const bases = ['accrual', 'cash'] as const

/**
 * Income less costs in minor units. `net` = sold − discounts − refunds − tax (product 5), `result` =
 * net − commission − payroll − earned − expenses. By bills `sold` is without tax and `tax` 0; by money `sold`
 * is what came in, `refunds` what was given back, and `tax` the tax in both.
 */
export const profitFigures = z.object({
  sold: z.number(),
  discounts: z.number(),
  refunds: z.number(),
  tax: z.number(),
  net: z.number(),
  commission: z.number(),
  payroll: z.number(),
  /** Pay of held sessions whose month is not closed; 0 by money. */
  earned: z.number(),
  expenses: z.number(),
  result: z.number(),
})
export type ProfitFigures = z.output<typeof profitFigures>

const compared = { now: profitFigures, before: profitFigures }

/** `id` null is what belongs to none; a service's name is its type's id. */
const profitGroup = z.object({ id: z.nullable(z.string()), name: z.string(), ...compared })

export const profit = z.object({
  ...head,
  basis: z.enum(bases),
  by: z.enum(groupings),
  /** The days that all is compared with: whole months against as many before, a month to date against the same days of the one before, other days against as many before. */
  // It may begin before the days that can be asked for.
  before: z.object({ from: z.string(), to: z.string() }),
  groups: z.array(profitGroup),
  total: z.object(compared),
  /** By money alone, and of all of it: how the result leads to the statement's closing less its opening, `result` + `tax` + `other` = `moved`. */
  money: z.nullable(z.object({ tax: z.number(), other: z.number(), moved: z.number() })),
})
export type Profit = z.output<typeof profit>

/** Where tax comes from: bills, voided bills, credit notes, expenses, anything else. */
export const taxKinds = ['sale', 'void', 'refund', 'expense', 'other'] as const

/** Tax of one kind at one rate, as frozen on the bill (hundredths of a percent, rounded, and thousandths, exact); what lowers the tax to pay is negative. */
const taxRow = z.object({
  kind: z.enum(taxKinds),
  rate: z.nullable(z.number()),
  rateThousandths: z.nullable(z.number()),
  net: z.number(),
  tax: z.number(),
  documents: z.number(),
})

/** `payable` = sales + voids + credits + input + other; all but sales as a rule below 0. */
export const tax = z.object({
  ...head,
  rows: z.array(taxRow),
  sales: z.number(),
  voids: z.number(),
  credits: z.number(),
  input: z.number(),
  other: z.number(),
  payable: z.number(),
})
export type TaxReport = z.output<typeof tax>

export const documentKinds = ['invoice', 'creditNote'] as const

/** A bill or a credit note; a credit note's amounts are below 0, and `paid` is what was given back. */
const financeDocument = z.object({
  id: z.string(),
  kind: z.enum(documentKinds),
  number: z.string(),
  day: z.string(),
  /** The bill: the document itself, or the one that a credit note takes from. */
  sale: z.string(),
  saleNumber: z.string(),
  customer: z.nullable(z.string()),
  firstName: z.string(),
  lastName: z.string(),
  currency: z.string(),
  exponent: z.number(),
  taxRate: z.number(),
  taxRateThousandths: z.number(),
  isVoid: z.boolean(),
  net: z.number(),
  tax: z.number(),
  total: z.number(),
  paid: z.number(),
  due: z.number(),
})
export type FinanceDocument = z.output<typeof financeDocument>

export const invoiceList = listInput(['day'], {
  kind: z._default(z.enum(['all', ...documentKinds], 'lib.fields.invalid'), 'all'),
  /** Hundredths of a percent, of all rates that round to it. */
  rate: z.optional(z.string().check(z.regex(/^\d{1,5}$/, 'lib.fields.invalid'))),
  /** Thousandths of a percent. */
  rateThousandths: z.optional(z.string().check(z.regex(/^\d{1,6}$/, 'lib.fields.invalid'))),
  from: z.optional(calendarDay()),
  to: z.optional(calendarDay()),
})

/**
 * How what was delivered, sold and paid go together. Each attended place is of one kind: `agreed`
 * (billed and paid), `free`, `ended` (after the enrolment's end), `unbilled` (never billed), `unpaid`
 * (billed, not all paid). `undelivered` are bills of which something was paid and no day attended.
 */
export const deliveredKinds = ['agreed', 'unbilled', 'unpaid', 'ended', 'free', 'undelivered'] as const

const deliveryRow = z.object({
  kind: z.enum(deliveredKinds),
  batch: z.string(),
  batchName: z.string(),
  enrolment: z.string(),
  customer: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  sale: z.nullable(z.string()),
  number: z.nullable(z.string()),
  /** Attended places; of `undelivered` bills. */
  count: z.number(),
  amount: z.number(),
})
export type DeliveryRow = z.output<typeof deliveryRow>

/** Rows behind the differences that are sent at most, the largest amounts first. */
export const deliveryLimit = 500

export const delivered = z.object({
  ...head,
  /** Each batch: its sessions that were held, and the attended places of them, those that were billed, and those that were paid. */
  batches: z.array(
    z.object({ id: z.string(), name: z.string(), sessions: z.number(), attended: z.number(), billed: z.number(), paid: z.number() }),
  ),
  kinds: z.array(z.object({ kind: z.enum(deliveredKinds), count: z.number(), amount: z.number(), rows: z.number() })),
  /** The rows of every kind but `agreed`. */
  rows: z.array(deliveryRow),
})
export type Delivered = z.output<typeof delivered>

export const financeReportContract = {
  profit: oc
    .route({ method: 'GET', path: '/finance/profit' })
    .input(
      ordered(
        z.strictObject({
          ...range.shape,
          basis: z._default(z.enum(bases, 'lib.fields.invalid'), 'accrual'),
          by: z._default(z.enum(groupings, 'lib.fields.invalid'), 'none'),
          /** Only what is of one batch. */
          batch: z.optional(id()),
        }),
      ),
    )
    .output(profit),
  tax: oc.route({ method: 'GET', path: '/finance/tax' }).input(ordered(range)).output(tax),
  /** Bills and credit notes in one list, newest first, with what all that match come to; a voided bill comes to nothing. */
  invoices: oc
    .route({ method: 'GET', path: '/finance/invoices' })
    .input(invoiceList)
    .output(
      z.object({
        ...listOutput(financeDocument).shape,
        sums: z.object({ net: z.number(), tax: z.number(), total: z.number(), due: z.number() }),
        asOf: z.string(),
      }),
    ),
  delivered: oc.route({ method: 'GET', path: '/finance/delivered' }).input(ordered(range)).output(delivered),
}

/** What entries of the ledger may be about; `none` is those about nothing of the kind. */
export const aboutFilter = () => z.optional(z.union([z.literal('none'), id()]))
