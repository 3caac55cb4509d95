import { oc } from '@orpc/contract'
import * as z from 'zod/mini'

/** One batch that meets today. Times are HH:mm where the business is. */
export const meeting = z.object({
  id: z.string(),
  name: z.string(),
  startingTime: z.string(),
  endingTime: z.string(),
  totalCandidates: z.number(),
  trainer: z.string(),
  trainerName: z.string(),
  /** The colour of the service type's surface (design, "Surfaces"). */
  surface: z.string(),
})
export type Meeting = z.output<typeof meeting>

/** What Home's score line and lanes show (product 6). */
export const today = z.object({
  /** YYYY-MM-DD where the business is. */
  day: z.string(),
  /** Earliest first. */
  meetings: z.array(meeting),
  openBatches: z.number(),
  /** The places of all open batches. */
  places: z.number(),
  services: z.number(),
  trainers: z.number(),
  halls: z.number(),
})
export type Today = z.output<typeof today>

export const homeContract = {
  today: oc.route({ method: 'GET', path: '/today' }).output(today),
}
