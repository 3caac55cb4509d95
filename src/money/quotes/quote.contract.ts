import { oc } from '@orpc/contract'
import * as z from 'zod/mini'
import { agreed } from '#business/acts/act-effects.contract.ts'
import { amountLimit } from '#lib/amounts.ts'
import { changeOf, listInput, listOutput, record, versioned } from '#lib/calls.ts'
import { amount, day, id, withRules, optionalText, text, wholeNumber, type Rule } from '#lib/fields.ts'

/** `draft → sent → countered → accepted → converted`, exits `declined | withdrawn`; `expired` follows from the day alone (product 3). */
export const quoteStates = ['draft', 'sent', 'countered', 'accepted', 'converted', 'declined', 'withdrawn', 'expired'] as const
export type QuoteState = (typeof quoteStates)[number]

/** The answers that a customer may give to a quote. */
export const answers = ['accept', 'counter', 'decline'] as const

/** Most candidates of one quote. */
export const candidateLimit = 1000

/** Whether the price for all candidates fits a bill. */
const fits = (price: number | null | undefined, candidates = 1) => (price ?? 0) * candidates <= amountLimit

/** The specification's quote form, with the customer and the subject (product 3). The price is for one candidate, in minor units. */
export const quoteInput = z.strictObject({
  customer: id('quotes.customer.required'),
  batch: z._default(z.nullable(id('quotes.what.required')), null),
  service: z._default(z.nullable(id('quotes.what.required')), null),
  candidates: z._default(
    wholeNumber({
      required: 'quotes.candidates.required',
      number: 'quotes.candidates.number',
      min: 1,
      low: 'quotes.candidates.number',
      max: candidateLimit,
      high: 'quotes.candidates.number',
    }),
    1,
  ),
  quote: text({ required: 'quotes.quote.required', max: 200, long: 'quotes.quote.long', lines: true }),
  offeredPrice: amount({ required: 'quotes.offeredPrice.required', number: 'quotes.offeredPrice.number' }),
  /** By default seven days from today. */
  validUntil: z.optional(day({ required: 'quotes.validUntil.required', format: 'quotes.validUntil.required' })),
})
export type QuoteInput = z.output<typeof quoteInput>
export const quoteRules: Rule<QuoteInput>[] = [
  { path: 'batch', error: 'quotes.what.required', holds: ({ batch, service }) => Boolean(batch || service) },
  { path: 'service', error: 'quotes.what.one', holds: ({ batch, service }) => !(batch && service) },
  { path: 'offeredPrice', error: 'quotes.offeredPrice.most', holds: ({ offeredPrice, candidates }) => fits(offeredPrice, candidates) },
]
export const quoteForm = withRules(quoteInput, quoteRules)
const createInput = z.strictObject({ ...quoteInput.shape, id: z.optional(id()) })
const seen = z.strictObject(versioned)

/** A quote as lists show it. Prices are for one candidate, in minor units of `currency`, which has `exponent` decimals. */
export const quote = z.object({
  ...record,
  number: z.string(),
  day: z.string(),
  customer: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  batch: z.nullable(z.string()),
  batchName: z.nullable(z.string()),
  service: z.nullable(z.string()),
  /** The type of the service, such as `football`: the batch's if a batch is quoted. */
  serviceType: z.string(),
  candidates: z.number(),
  quote: z.string(),
  offeredPrice: z.number(),
  counterPrice: z.nullable(z.number()),
  counterNote: z.string(),
  agreedPrice: z.nullable(z.number()),
  /** The agreed price, else the offered one, for all candidates. */
  total: z.number(),
  currency: z.string(),
  exponent: z.number(),
  validUntil: z.string(),
  state: z.enum(quoteStates),
  sale: z.nullable(z.string()),
  /** Places of a sold quote that are reserved for people who are not named yet. */
  unnamed: z.number(),
  sentAt: z.nullable(z.string()),
  answeredAt: z.nullable(z.string()),
})
export type Quote = z.output<typeof quote>

/** One step in a quote's history. `price` is for one candidate. */
export const quoteStep = z.object({
  at: z.string(),
  action: z.string(),
  isCustomer: z.boolean(),
  price: z.nullable(z.number()),
  note: z.string(),
})

/** A place of a sold quote; without a customer it is reserved until it is named or released. */
export const quotePlace = z.object({
  enrolment: z.string(),
  customer: z.nullable(z.string()),
  firstName: z.string(),
  lastName: z.string(),
  state: z.enum(['offered', 'active', 'completed', 'cancelled']),
})

/** A quote with its history, oldest first. */
export const quoteDetail = z.object({
  ...quote.shape,
  email: z.string(),
  saleNumber: z.nullable(z.string()),
  /** Places of the quoted batch that are free now; null if a service is quoted. No place is reserved before the quote is sold. */
  free: z.nullable(z.number()),
  places: z.array(quotePlace),
  steps: z.array(quoteStep),
})
export type QuoteDetail = z.output<typeof quoteDetail>

/** The people of a quote's places: the vendor's own customers, each once. */
const people = z
  .array(id('enrolments.customer.required'), 'quotes.customers.required')
  .check(z.maxLength(candidateLimit, 'quotes.customers.many'))
const once = {
  path: 'customers',
  error: 'quotes.customers.twice',
  holds: ({ customers }: { customers?: string[] | undefined }) => !customers || new Set(customers).size === customers.length,
}

const conversion = { customers: z.optional(people) }
export const convertInput = z.strictObject({ ...versioned, ...conversion, ...agreed })
export type ConvertInput = z.output<typeof convertInput>
export const conversionInput = z.strictObject({ id: id(), ...conversion })
export type ConversionInput = z.output<typeof conversionInput>

/** What the sale of a quote would post, named by its digest. Amounts are in minor units, tax included. */
export const quoteEffect = z.object({
  digest: z.string(),
  currency: z.string(),
  exponent: z.number(),
  total: z.number(),
  /** The tax within the total. */
  tax: z.number(),
  /** The part of the total that the customer's credit pays at once. */
  credit: z.number(),
  /** The days that the bill is for; null for a service. */
  fromDay: z.nullable(z.string()),
  toDay: z.nullable(z.string()),
  /** The next bill of each person; null where no place is billed again, or has a person yet. */
  nextBill: z.nullable(z.object({ fromDay: z.string(), toDay: z.string(), total: z.number() })),
})
export type QuoteEffect = z.output<typeof quoteEffect>
export const nameInput = z.strictObject({ ...versioned, customers: people.check(z.minLength(1, 'quotes.customers.required')) })
export type NameInput = z.output<typeof nameInput>

const token = z.string('offer.gone').check(z.regex(/^[A-Za-z0-9_-]{43}$/, 'offer.gone'))

/** The data of the answer page for anyone who has the link: the offer, the business and the last day; no personal data. */
export const offer = z.object({
  number: z.string(),
  vendor: z.object({ name: z.string(), logo: z.string(), country: z.string() }),
  batchName: z.nullable(z.string()),
  serviceEn: z.string(),
  serviceAr: z.string(),
  candidates: z.number(),
  quote: z.string(),
  offeredPrice: z.number(),
  counterPrice: z.nullable(z.number()),
  counterNote: z.string(),
  agreedPrice: z.nullable(z.number()),
  currency: z.string(),
  exponent: z.number(),
  validUntil: z.string(),
  state: z.enum(['sent', 'countered', 'accepted', 'converted', 'declined']),
})
export type QuoteOffer = z.output<typeof offer>

/** The customer's answer; a counter-offer names the price for one candidate that they would pay. */
export const answerInput = z.strictObject({
  token,
  answer: z.enum(answers, 'lib.fields.invalid'),
  price: z._default(
    z.nullable(
      wholeNumber({ required: 'offer.price.required', number: 'offer.price.number', positive: 'offer.price.positive', max: amountLimit }),
    ),
    null,
  ),
  note: optionalText({ max: 200, long: 'offer.note.long' }),
})
export type AnswerInput = z.output<typeof answerInput>
export const answerForm = withRules(answerInput, [
  { path: 'price', error: 'offer.price.required', holds: ({ answer, price }) => answer !== 'counter' || price !== null },
])

const filters = {
  state: z._default(z.enum(['all', 'toAnswer', 'toName', ...quoteStates], 'lib.fields.invalid'), 'all'),
  customer: z.optional(id()),
  batch: z.optional(id()),
}
export const quoteList = listInput(['day', 'validUntil', 'offeredPrice'], filters)

const own = { path: '/quotes/{id}' } as const
const action = (name: string) =>
  oc
    .route({ method: 'POST', path: `${own.path}/${name}` as `/${string}` })
    .input(seen)
    .output(quoteDetail)

export const quoteContract = {
  /** With the totals of everything that the filters match, for all candidates: as offered, and as agreed where a price is agreed. */
  list: oc
    .route({ method: 'GET', path: '/quotes' })
    .input(quoteList)
    .output(z.object({ ...listOutput(quote).shape, sums: z.object({ offered: z.number(), agreed: z.number() }) })),
  get: oc
    .route({ method: 'GET', ...own })
    .input(z.strictObject({ id: id() }))
    .output(quoteDetail),
  /** A second call with the same id and the same input returns the quote that the first call created. */
  create: oc.route({ method: 'POST', path: '/quotes', successStatus: 201 }).input(withRules(createInput, quoteRules)).output(quoteDetail),
  /** Drafts only. */
  update: oc
    .route({ method: 'PATCH', ...own })
    .input(changeOf(quoteInput))
    .output(quoteDetail),
  /** Mails the customer the link to the answer page; an earlier link stops working. */
  send: action('send'),
  withdraw: action('withdraw'),
  acceptCounter: action('accept-counter'),
  decline: action('decline'),
  /**
   * Sells at the agreed price and, if a batch is quoted, takes a place for each candidate: for the named `customers`,
   * by default the quote's own; the other places are reserved for people to be named. A retry returns the first
   * call's result.
   */
  convert: oc
    .route({ method: 'POST', path: `${own.path}/convert` })
    .input(withRules(convertInput, [once] as Rule<ConvertInput>[]))
    .output(quoteDetail),
  /** What that would post; changes nothing. */
  effects: oc
    .route({ method: 'POST', path: `${own.path}/effects` })
    .input(withRules(conversionInput, [once] as Rule<ConversionInput>[]))
    .output(quoteEffect),
  /** Assigns unnamed places to customers; a retry with the same customers changes nothing. */
  name: oc
    .route({ method: 'POST', path: `${own.path}/name` })
    .input(withRules(nameInput, [once] as Rule<NameInput>[]))
    .output(quoteDetail),
  /** Releases the places that are still unnamed; the bill stays as it is. */
  release: action('release'),
  offer: oc.route({ method: 'POST', path: '/offer' }).input(z.strictObject({ token })).output(offer),
  answer: oc.route({ method: 'POST', path: '/offer/answer' }).input(answerForm).output(offer),
}
