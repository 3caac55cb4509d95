import { oc } from '@orpc/contract'
import * as z from 'zod/mini'
import { amountLimit } from '#lib/amounts.ts'
import { listInput, listOutput, record } from '#lib/calls.ts'
import { accountStatementContract } from './account-statement.contract.ts'
import { runContract } from './billing-run.contract.ts'
import { creditContract } from './credit.contract.ts'
import { buyer, invoice } from './invoice.contract.ts'
import { howToPay, paymentDetailsContract } from './payment-details.contract.ts'
import { saleLine } from './line.contract.ts'
import { seller } from './seller.contract.ts'
import { taxClasses } from '#business/ledger/tax.rules.ts'
import { billMethods, deskMethods, methods } from '#business/ledger/method.rules.ts'
import { accountField } from '#business/ledger/money-account.contract.ts'
import { debtContract } from './debt.contract.ts'
import { reminderContract } from './reminder.contract.ts'
import { refund, refundEffect } from './refund.contract.ts'
import { amount, day, id, withRules, optionalText, text, wholeNumber, type Rule } from '#lib/fields.ts'

/** Where a sale was made (product 3); only the marketplace itself reports its own sales. */
export const saleChannels = ['marketplace', 'desk', 'online', 'import'] as const
/** `open → partiallyPaid → paid → partiallyRefunded → refunded`, `open → void`; derived from the amounts alone. */
export const saleStates = ['open', 'partiallyPaid', 'paid', 'partiallyRefunded', 'refunded', 'void'] as const

/** Most items of one sale. */
export const itemLimit = 50

const calendarDay = () => day({ required: 'sales.day.required', format: 'sales.day.required' })
const reason = (max = 200) => text({ required: 'sales.reason.required', max, long: 'sales.reason.long' })
const method = () => z.enum(deskMethods, 'sales.method.required')
const positive = () =>
  wholeNumber({ required: 'sales.amount.required', number: 'sales.amount.number', positive: 'sales.amount.positive', max: amountLimit })

/** A payment of a sale; a payment of a negative amount reverses another payment. */
export const payment = z.object({
  id: z.string(),
  day: z.string(),
  at: z.string(),
  method: z.enum(methods),
  /** The account that was named; null for the first that takes the method. */
  account: z.nullable(z.string()),
  amount: z.number(),
  reference: z.string(),
  /** The payment that this one reverses, and why; the day on which it was itself reversed. Null if neither applies. */
  reverses: z.nullable(z.string()),
  reason: z.nullable(z.string()),
  reversedOn: z.nullable(z.string()),
})
export type Payment = z.output<typeof payment>

/** A numbered bill as lists show it. Amounts in minor units of `currency`, which has `exponent` decimals. */
export const sale = z.object({
  ...record,
  number: z.string(),
  day: z.string(),
  soldAt: z.string(),
  /** The due day; after it the bill is past due. */
  dueOn: z.string(),
  customer: z.nullable(z.string()),
  firstName: z.string(),
  lastName: z.string(),
  channel: z.enum(saleChannels),
  state: z.enum(saleStates),
  currency: z.string(),
  exponent: z.number(),
  /** The text of the first line, and the number of lines. */
  text: z.string(),
  lines: z.number(),
  list: z.number(),
  discount: z.number(),
  net: z.number(),
  tax: z.number(),
  total: z.number(),
  paid: z.number(),
  credited: z.number(),
  refunded: z.number(),
  /** The amount still due. */
  due: z.number(),
  /** Whether its customer has an e-mail address. */
  hasEmail: z.optional(z.boolean()),
})
export type Sale = z.output<typeof sale>

/** The tax rate: in hundredths of a percent, rounded half up where there is a third decimal, and in exact thousandths. */
const taxRates = { taxRate: z.number(), taxRateThousandths: z.number(), taxIsIncluded: z.boolean() }

/** A bill with all its parts, as its page and its receipt show it. */
export const saleDetail = z.object({
  ...sale.shape,
  soldBy: z.string(),
  ...taxRates,
  discountReason: z.string(),
  note: z.string(),
  voidedAt: z.nullable(z.string()),
  voidReason: z.nullable(z.string()),
  items: z.array(saleLine),
  payments: z.array(payment),
  refunds: z.array(refund),
  phone: z.string(),
  email: z.string(),
  /** How it is paid; null where nothing is due or the business has not said. */
  howToPay: z.nullable(howToPay),
  vendor: seller,
  /** The company that it was issued to; null for a person. */
  buyer: z.optional(z.nullable(buyer)),
  /** What the law of the seller's country asks for; null where bills are general documents. */
  invoice: z.optional(z.nullable(invoice)),
})
export type SaleDetail = z.output<typeof saleDetail>

/** What is sold: a place in a batch at the batch's own price, or a free line at a typed price. */
const batchItem = z.strictObject({
  kind: z.literal('batch'),
  batch: id('sales.batch.required'),
  /** The first day of the enrolment; by default today or the batch's start. */
  startDate: z.optional(calendarDay()),
})
const freeItem = z.strictObject({
  kind: z.literal('free'),
  text: text({ required: 'sales.text.required', max: 120, long: 'sales.text.long' }),
  quantity: wholeNumber({
    required: 'sales.quantity.required',
    number: 'sales.quantity.number',
    min: 1,
    low: 'sales.quantity.number',
    max: 1000,
  }),
  unit: amount({ required: 'sales.unit.required', number: 'sales.unit.number' }),
  taxClass: z._default(z.enum(taxClasses, 'lib.fields.invalid'), 'standard'),
})
export const item = z.discriminatedUnion('kind', [batchItem, freeItem])
export type SaleItem = z.output<typeof item>

const discount = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('amount'), value: positive() }),
  z.strictObject({
    kind: z.literal('percent'),
    /** Hundredths of a percent. */
    value: wholeNumber({
      required: 'sales.discount.required',
      number: 'sales.discount.percent',
      min: 1,
      low: 'sales.discount.percent',
      max: 10_000,
      high: 'sales.discount.percent',
    }),
  }),
])

const taken = z.strictObject({
  method: method(),
  account: accountField,
  amount: positive(),
  reference: optionalText({ max: 60, long: 'sales.reference.long' }),
})

/** The input of the sell page. The server calculates prices, taxes and totals; the client only sends the `total` that it shows. */
export const sellInput = z.strictObject({
  id: z.optional(id()),
  customer: z._default(z.nullable(id()), null),
  items: z.array(item, 'sales.items.required').check(z.minLength(1, 'sales.items.required'), z.maxLength(itemLimit, 'sales.items.many')),
  discount: z._default(z.nullable(discount), null),
  discountReason: optionalText({ max: 200, long: 'sales.reason.long' }),
  payments: z._default(z.array(taken).check(z.maxLength(10, 'sales.payments.many')), []),
  note: optionalText({ max: 500, long: 'sales.note.long', lines: true }),
  /** The total that the seller saw; a sale with a different total is refused. */
  total: amount({ required: 'sales.total.required', number: 'sales.total.required' }),
})
export type SellInput = z.output<typeof sellInput>
const sellRules: Rule<SellInput>[] = [
  {
    path: 'customer',
    error: 'sales.customer.required',
    holds: ({ customer, items }) => !items?.some(({ kind }) => kind === 'batch') || Boolean(customer),
  },
  {
    path: 'discountReason',
    error: 'sales.discount.reason',
    holds: ({ discount: off, discountReason }) => !off || Boolean(discountReason),
  },
]
export const sellForm = withRules(sellInput, sellRules)

export const payInput = z.strictObject({
  id: z.optional(id()),
  sale: id(),
  ...taken.shape,
  method: z.enum(billMethods, 'sales.method.required'),
})
export const refundInput = z.strictObject({
  id: z.optional(id()),
  sale: id(),
  amount: positive(),
  /** How the paid part is refunded; an unpaid part is only credited. */
  method: z.enum(methods, 'sales.method.required'),
  account: accountField,
  reason: reason(),
  releasesSeat: z._default(z.boolean('lib.fields.invalid'), false),
})
export type RefundInput = z.output<typeof refundInput>
export type PayInput = z.output<typeof payInput>
/** The payment of a bill to be reversed, and why. */
export const reverseInput = z.strictObject({ id: z.optional(id()), sale: id(), payment: id(), reason: reason() })
export type ReverseInput = z.output<typeof reverseInput>
/** Why a bill is voided. */
export const saleVoidInput = z.strictObject({ id: id(), reason: reason() })

/** The settings that the sell page shows before anything is sold. */
export const sellSettings = z.object({
  currency: z.string(),
  exponent: z.number(),
  ...taxRates,
  /** The rate of what is taxed at the reduced one, in thousandths of a percent; null without one. */
  reducedThousandths: z.nullable(z.number()),
  /** The services whose places are not taxed at the standard rate today. */
  taxClasses: z.array(z.object({ service: z.string(), taxClass: z.enum(taxClasses) })),
  discountLimit: z.number(),
})
export type SellSettings = z.output<typeof sellSettings>

const filters = {
  state: z._default(z.enum(['all', 'unpaid', 'overdue', ...saleStates], 'lib.fields.invalid'), 'all'),
  channel: z._default(z.enum(['all', ...saleChannels], 'lib.fields.invalid'), 'all'),
  customer: z.optional(id()),
  batch: z.optional(id()),
  /** The billing run that issued the bill. */
  run: z.optional(id()),
  from: z.optional(calendarDay()),
  to: z.optional(calendarDay()),
}
export const saleList = listInput(['day', 'total'], filters)

export const saleContract = {
  settings: oc.route({ method: 'GET', path: '/sale-settings' }).output(sellSettings),
  /** With the totals of everything that the filters match, `total` less the credit notes (`credited`): total − paid + refunded = due. */
  list: oc
    .route({ method: 'GET', path: '/sales' })
    .input(saleList)
    .output(
      z.object({
        ...listOutput(sale).shape,
        sums: z.object({ total: z.number(), credited: z.number(), paid: z.number(), refunded: z.number(), due: z.number() }),
      }),
    ),
  get: oc
    .route({ method: 'GET', path: '/sales/{id}' })
    .input(z.strictObject({ id: id() }))
    .output(saleDetail),
  /** A second call with the same id and the same input returns the sale that the first call created. */
  sell: oc.route({ method: 'POST', path: '/sales', successStatus: 201 }).input(sellForm).output(saleDetail),
  pay: oc.route({ method: 'POST', path: '/sales/{sale}/payments', successStatus: 201 }).input(payInput).output(saleDetail),
  /** Reverses a payment that did not come in or was entered wrongly: the amount is due again. */
  reversePayment: oc
    .route({ method: 'POST', path: '/sales/{sale}/payments/{payment}/reversal', successStatus: 201 })
    .input(reverseInput)
    .output(saleDetail),
  refundEffect: oc
    .route({ method: 'GET', path: '/sales/{sale}/refund-effect' })
    .input(z.strictObject({ sale: id(), amount: positive(), releasesSeat: z._default(z.boolean(), false) }))
    .output(refundEffect),
  refund: oc.route({ method: 'POST', path: '/sales/{sale}/refunds', successStatus: 201 }).input(refundInput).output(saleDetail),
  /** Voids a bill of which nothing was paid or credited. */
  void: oc.route({ method: 'POST', path: '/sales/{id}/void' }).input(saleVoidInput).output(saleDetail),
  /** Sends the receipt to the customer's address. */
  send: oc
    .route({ method: 'POST', path: '/sales/{id}/send' })
    .input(z.strictObject({ id: id() }))
    .output(z.object({ to: z.string() })),
  ...creditContract,
  ...accountStatementContract,
  ...runContract,
  ...reminderContract,
  ...debtContract,
  ...paymentDetailsContract,
}
