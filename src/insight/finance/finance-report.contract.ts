import { oc } from '@orpc/contract'
import * as z from 'zod/mini'
import { boxNames, returnForms } from './return-boxes.rules.ts'
import { taxClasses } from '#business/ledger/tax.rules.ts'
import { listInput, listOutput } from '#lib/calls.ts'
import { day, id, withRulesOf, type Rule } from '#lib/fields.ts'

export const reportDay = () => day({ required: 'finance.day.required', format: 'finance.day.required' })

/** The days of a report, both included. */
export const range = z.strictObject({ from: reportDay(), to: reportDay() })
type Range = z.output<typeof range>

const inOrder: Rule<Range>[] = [{ path: 'to', error: 'finance.range.order', holds: ({ from, to }) => !from || !to || to >= from }]

/** The schema with a rule that its days are in order. */
export function ordered<Shape extends Record<string, z.core.$ZodType>>(schema: z.ZodMiniObject<Shape, z.core.$strict>) {
  return withRulesOf(schema, inOrder)
}

/** The header of every report: `currency` and the digits of its minor units, its days, and when it was read (UTC). */
const head = { currency: z.string(), exponent: z.number(), from: z.string(), to: z.string(), asOf: z.string() }

/** The groupings of a profit report (product 6). */
export const groupings = ['none', 'service', 'batch', 'hall', 'trainer'] as const
export type Grouping = (typeof groupings)[number]
/** Income on the day of its delivery, of its bill, or of its payment. */
export const bases = ['accrual', 'billed', 'cash'] as const

/** What the days are compared with: those before them, or the same days of the year before. */
export const comparisons = ['before', 'year'] as const
export type Comparison = (typeof comparisons)[number]

/**
 * Income less costs in minor units. `net` = sold − discounts − refunds − deferred − tax (product 5), `result` =
 * net − commission − payroll − earned − expenses. By delivery and by bills, `sold` excludes tax and `tax` is 0; by money,
 * `sold` is the money received, `refunds` the money paid back, and `tax` the tax in both.
 */
export const profitFigures = z.object({
  sold: z.number(),
  discounts: z.number(),
  refunds: z.number(),
  /** Billed for days after the period, less what was billed before for days of it; 0 by bills and by money. */
  deferred: z.number(),
  tax: z.number(),
  net: z.number(),
  commission: z.number(),
  payroll: z.number(),
  /** Pay for sessions held in months that are not closed; 0 by money. */
  earned: z.number(),
  expenses: z.number(),
  result: z.number(),
})
export type ProfitFigures = z.output<typeof profitFigures>

const compared = { now: profitFigures, before: profitFigures }

/** `id` null has what belongs to no group; a service's name is its type's id. */
const profitGroup = z.object({ id: z.nullable(z.string()), name: z.string(), ...compared })

export const profit = z.object({
  ...head,
  basis: z.enum(bases),
  by: z.enum(groupings),
  /**
   * The days that all is compared with: whole months with as many before, a month to date with the same days of
   * the month before, other periods with as many days before; or the same days of the year before. They may begin
   * before the earliest valid input.
   */
  before: z.object({ from: z.string(), to: z.string() }),
  /** The day since which accrual counts deliveries, until the first month with it is closed; null for businesses that know no other way. */
  changedOn: z.nullable(z.string()),
  groups: z.array(profitGroup),
  total: z.object(compared),
  /**
   * Only by money and without a batch: how the result leads to the statement's closing less its opening,
   * `result` + `tax` + `other` = `moved`.
   */
  money: z.nullable(z.object({ tax: z.number(), other: z.number(), moved: z.number() })),
})
export type Profit = z.output<typeof profit>

/** The sources of tax: bills, voided bills, credit notes, expenses, anything else. */
export const taxKinds = ['sale', 'void', 'refund', 'expense', 'other'] as const

/**
 * Tax of one kind, class and rate, as frozen on the bill's lines (hundredths of a percent, rounded, and thousandths, exact);
 * whatever reduces the tax payable is negative.
 */
const taxRow = z.object({
  kind: z.enum(taxKinds),
  rate: z.nullable(z.number()),
  rateThousandths: z.nullable(z.number()),
  /** Null for expenses and other entries, which have none. */
  taxClass: z.nullable(z.enum(taxClasses)),
  net: z.number(),
  tax: z.number(),
  documents: z.number(),
})

/** `payable` = sales + voids + credits + input + other; all but sales are normally below 0. */
export const tax = z.object({
  ...head,
  rows: z.array(taxRow),
  sales: z.number(),
  voids: z.number(),
  credits: z.number(),
  input: z.number(),
  other: z.number(),
  payable: z.number(),
  /** The country whose return `boxes` are of, by its ISO code; null where its form is not known and boxes have no number. */
  form: z.nullable(z.enum(returnForms)),
  boxes: z.array(z.object({ box: z.string(), name: z.enum(boxNames), net: z.nullable(z.number()), tax: z.nullable(z.number()) })),
})
export type TaxReport = z.output<typeof tax>

export const documentKinds = ['invoice', 'creditNote'] as const

/** A bill or a credit note; a credit note's amounts are below 0, and `paid` is the amount paid back. */
const financeDocument = z.object({
  id: z.string(),
  kind: z.enum(documentKinds),
  number: z.string(),
  day: z.string(),
  /** The bill: the document itself, or the bill that a credit note reduces. */
  sale: z.string(),
  saleNumber: z.string(),
  customer: z.nullable(z.string()),
  firstName: z.string(),
  lastName: z.string(),
  /** The company that the bill was issued to, and its tax number; '' for a person. */
  buyerName: z.optional(z.string()),
  buyerTaxNumber: z.optional(z.string()),
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
  /** Hundredths of a percent: matches all rates that round to it. */
  rate: z.optional(z.string().check(z.regex(/^\d{1,5}$/, 'lib.fields.invalid'))),
  /** Thousandths of a percent. */
  rateThousandths: z.optional(z.string().check(z.regex(/^\d{1,6}$/, 'lib.fields.invalid'))),
  /** Bills with a line of this class, and their credit notes; with a rate, a line of both. */
  taxClass: z.optional(z.enum(taxClasses, 'lib.fields.invalid')),
  from: z.optional(reportDay()),
  to: z.optional(reportDay()),
})

/**
 * How deliveries, sales and payments match. Each attended place is of one kind: `agreed`
 * (billed and paid), `free`, `ended` (after the enrolment's end), `unbilled` (never billed), `unpaid`
 * (billed, not fully paid), `coming` (a single session that the business bills later). `undelivered` are bills with a payment but no day attended.
 */
export const deliveredKinds = ['agreed', 'unbilled', 'unpaid', 'ended', 'free', 'undelivered', 'coming'] as const

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
  /** Attended places; for `undelivered`, bills. */
  count: z.number(),
  amount: z.number(),
})
export type DeliveryRow = z.output<typeof deliveryRow>

/** The most rows of differences in a response, largest amounts first. */
export const deliveryLimit = 500

export const delivered = z.object({
  ...head,
  /** Each batch: its sessions held, its attended places, and how many of those were billed and paid. */
  batches: z.array(
    z.object({ id: z.string(), name: z.string(), sessions: z.number(), attended: z.number(), billed: z.number(), paid: z.number() }),
  ),
  kinds: z.array(z.object({ kind: z.enum(deliveredKinds), count: z.number(), amount: z.number(), rows: z.number() })),
  /** The rows of every kind except `agreed`. */
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
          against: z._default(z.enum(comparisons, 'lib.fields.invalid'), 'before'),
          by: z._default(z.enum(groupings, 'lib.fields.invalid'), 'none'),
          /** Only the figures of one batch. */
          batch: z.optional(id()),
        }),
      ),
    )
    .output(profit),
  tax: oc.route({ method: 'GET', path: '/finance/tax' }).input(ordered(range)).output(tax),
  /** Bills and credit notes in one list, newest first, with the totals of all matches; a voided bill adds nothing. */
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

/** A filter by what ledger entries are about; `none` matches entries about nothing of that kind. */
export const aboutFilter = () => z.optional(z.union([z.literal('none'), id()]))
