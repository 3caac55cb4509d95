import { oc } from '@orpc/contract'
import * as z from 'zod/mini'
import { needs, snoozeInput } from './needs.contract.ts'

/** A session of today. Times are HH:mm in the business's time zone. */
export const meeting = z.object({
  id: z.string(),
  name: z.string(),
  startingTime: z.string(),
  endingTime: z.string(),
  capacity: z.number(),
  booked: z.number(),
  marked: z.number(),
  trainer: z.string(),
  trainerName: z.string(),
  /** The colour of the service type's surface (design, "Surfaces"). */
  surface: z.string(),
})
export type Meeting = z.output<typeof meeting>

/** Net sales, what is owed and what the books still require, which bookkeepers open Home for (product 4). Minor units. */
const books = z.object({
  /** Expenses of the current month without tax, and the tax that the month leaves to pay. */
  expenses: z.number(),
  tax: z.number(),
  /** Payouts that were created and have not arrived. */
  onItsWay: z.number(),
  /** Months that are over but not closed, and the first of them, YYYY-MM; null where there is none. */
  monthsToClose: z.number(),
  firstToClose: z.nullable(z.string()),
  /** Days of the last 30 whose count differs from the ledger. */
  daysThatDiffer: z.number(),
})

/** A trainer's own data: the sessions of the seven days after today, and the month's pay in minor units. */
const own = z.object({
  week: z.array(z.object({ ...meeting.shape, day: z.string() })),
  pay: z.number(),
  paidSessions: z.number(),
  currency: z.string(),
  exponent: z.number(),
})

/** What Home's score line, lanes and to-do list show (product 6). */
export const today = z.object({
  /** YYYY-MM-DD in the business's time zone. */
  day: z.string(),
  /** Earliest first, without cancelled ones. */
  meetings: z.array(meeting),
  openBatches: z.number(),
  /** The places of all open batches, and how many are taken. */
  places: z.number(),
  taken: z.number(),
  services: z.number(),
  trainers: z.number(),
  halls: z.number(),
  /** The places of all batches whose dates included the day 30 days ago, and how many were taken, as the last night counted them. */
  placesBefore: z.number(),
  takenBefore: z.number(),
  /** Customers with a running enrolment, and new ones of the last 30 days, today included, and of the 30 before; null for a role that sees no customers. */
  customers: z.nullable(z.object({ active: z.number(), fresh: z.number(), freshBefore: z.number() })),
  /**
   * Minor units of `currency`: net sales of the last 30 days and of the 30 before, the unpaid amount, of how many
   * bills, and the unpaid amount 30 days ago; null for a role that sees no books (product 4).
   */
  money: z.nullable(
    z.object({
      currency: z.string(),
      exponent: z.number(),
      net: z.number(),
      netBefore: z.number(),
      unpaid: z.number(),
      bills: z.number(),
      unpaidBefore: z.number(),
    }),
  ),
  /** null except for an accountant. */
  books: z.nullable(books),
  /** null except for a trainer. */
  own: z.nullable(own),
  needs,
  /** When it was read, UTC. */
  asOf: z.string(),
})
export type Today = z.output<typeof today>

/** Net revenue by month, YYYY-MM, in minor units, oldest first. */
export const revenue = z.object({
  currency: z.string(),
  exponent: z.number(),
  months: z.array(z.object({ month: z.string(), net: z.number() })),
  /** When it was read, UTC. */
  asOf: z.string(),
})
export type Revenue = z.output<typeof revenue>

export const homeContract = {
  today: oc.route({ method: 'GET', path: '/today' }).output(today),
  revenue: oc.route({ method: 'GET', path: '/revenue' }).output(revenue),
  /** Returns the current snooze; of two concurrent calls the later one wins. */
  snooze: oc.route({ method: 'POST', path: '/snoozes' }).input(snoozeInput).output(snoozeInput),
}
