import { oc } from '@orpc/contract'
import * as z from 'zod/mini'

/** One session of today. Times are HH:mm where the business is. */
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

/** Something to do: `count` of them in all, the most urgent first. */
const needs = z.object({
  /** Sessions of the last 14 days that are over and not fully marked. */
  unmarked: z.object({
    count: z.number(),
    rows: z.array(
      z.object({ id: z.string(), name: z.string(), day: z.string(), startingTime: z.string(), booked: z.number(), marked: z.number() }),
    ),
  }),
  /** Open batches with a free place and somebody who waits. */
  waiting: z.object({
    count: z.number(),
    rows: z.array(z.object({ batch: z.string(), name: z.string(), free: z.number(), waiting: z.number() })),
  }),
  /** Enrolments that end within 14 days. */
  expiring: z.object({
    count: z.number(),
    rows: z.array(z.object({ id: z.string(), customer: z.string(), name: z.string(), batchName: z.string(), endDate: z.string() })),
  }),
  /** Enrolments whose next payment is overdue. */
  pastDue: z.object({
    count: z.number(),
    rows: z.array(
      z.object({
        id: z.string(),
        customer: z.string(),
        name: z.string(),
        batchName: z.string(),
        nextChargeOn: z.string(),
        price: z.number(),
        currency: z.string(),
      }),
    ),
  }),
})
export type Needs = z.output<typeof needs>

/** What Home's score line, lanes and to-do list show (product 6). */
export const today = z.object({
  /** YYYY-MM-DD where the business is. */
  day: z.string(),
  /** Earliest first, without cancelled ones. */
  meetings: z.array(meeting),
  openBatches: z.number(),
  /** The places of all open batches, and how many of them are taken. */
  places: z.number(),
  taken: z.number(),
  services: z.number(),
  trainers: z.number(),
  halls: z.number(),
  /** Customers with a running enrolment, and those who came in the last 30 days and in the 30 before; null for a role that sees no customers. */
  customers: z.nullable(z.object({ active: z.number(), fresh: z.number(), freshBefore: z.number() })),
  /** null for a role that has none of these tasks (product 4). */
  needs: z.nullable(needs),
})
export type Today = z.output<typeof today>

export const homeContract = {
  today: oc.route({ method: 'GET', path: '/today' }).output(today),
}
