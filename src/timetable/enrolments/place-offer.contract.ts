import { oc } from '@orpc/contract'
import * as z from 'zod/mini'
import { priceUnits } from '#timetable/batches/batch.contract.ts'
import { amountLimit } from '#lib/amounts.ts'
import { trainingWeek } from '#lib/fields.ts'

/** The answers that a customer may give to an offered place. */
const placeAnswers = ['accept', 'decline'] as const

/** `closed`: the batch has ended, or the place can't be taken any more for another reason of the business. */
export const placeOfferStates = ['open', 'accepted', 'declined', 'expired', 'closed'] as const

const token = z.string('place.gone').check(z.regex(/^[A-Za-z0-9_-]{43}$/, 'place.gone'))

/** The data of the answer page for anyone who has the link: the place, its price and its first bill; no personal data. */
const placeOffer = z.object({
  vendor: z.object({ name: z.string(), logo: z.string(), country: z.string(), firstWeekday: z.number(), timeZone: z.string() }),
  batchName: z.string(),
  serviceEn: z.string(),
  serviceAr: z.string(),
  /** Both inclusive; of an open offer, as they are if it is accepted today. */
  startDate: z.string(),
  endDate: z.string(),
  trainingDays: trainingWeek,
  startingTime: z.string(),
  endingTime: z.string(),
  /** What a whole period costs after its discount, in minor units. */
  price: z.number(),
  priceUnit: z.enum(priceUnits),
  currency: z.string(),
  exponent: z.number(),
  /** The bill that accepting creates at once, with tax, for these days, both inclusive; null where none is created. */
  bill: z.nullable(z.object({ fromDay: z.string(), toDay: z.string(), total: z.number() })),
  /** The first day that is billed later; null where none is, or where the first bill is created at once. */
  billedFrom: z.nullable(z.string()),
  /** UTC; null once it is answered or has expired. */
  offeredUntil: z.nullable(z.string()),
  state: z.enum(placeOfferStates),
})
export type PlaceOffer = z.output<typeof placeOffer>

const placeAnswerInput = z.strictObject({
  token,
  answer: z.enum(placeAnswers, 'lib.fields.invalid'),
  /** The bill that the person saw, in minor units, null for none: with another one the place is not accepted. */
  total: z.optional(
    z.nullable(z.int('lib.fields.invalid').check(z.gte(0, 'lib.fields.invalid'), z.lte(amountLimit, 'lib.fields.invalid'))),
  ),
})
export type PlaceAnswer = z.output<typeof placeAnswerInput>

/** The calls of a person who was offered a place, a part of the `enrolments` group. */
export const placeOfferContract = {
  /** Changes nothing, however often a mail program opens the link. */
  place: oc.route({ method: 'POST', path: '/place' }).input(z.strictObject({ token })).output(placeOffer),
  /** The same answer again changes nothing. */
  answer: oc.route({ method: 'POST', path: '/place/answer' }).input(placeAnswerInput).output(placeOffer),
}
