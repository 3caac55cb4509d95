import { oc } from '@orpc/contract'
import * as z from 'zod/mini'
import { daysBetween } from '#lib/days.ts'
import { day, withRules, type Rule } from '#lib/fields.ts'

/** The most days of one answer. */
const occupancyDays = 400

const calendarDay = () => day({ required: 'lib.fields.required', format: 'lib.fields.invalid' })
const span = z.strictObject({ from: calendarDay(), to: calendarDay() })
export type OccupancySpan = z.output<typeof span>
const rules: Rule<OccupancySpan>[] = [
  {
    path: 'to',
    error: 'lib.fields.invalid',
    holds: ({ from, to }) => !from || !to || (daysBetween(from, to) >= 0 && daysBetween(from, to) < occupancyDays),
  },
]

const figures = {
  /** Sessions that were not cancelled, their places, and the people who were or are expected at them. */
  sessions: z.number(),
  places: z.number(),
  taken: z.number(),
  /** Places that no one takes, and what they would have brought at the batches' prices, in minor units. */
  empty: z.number(),
  missed: z.number(),
}
const occupancyFigures = z.object(figures)
export type OccupancyFigures = z.output<typeof occupancyFigures>

/** `weekday` 0 = Sunday, `hour` 0 to 23 in the business's time zone: sessions that begin in it. */
const cell = z.object({ weekday: z.number(), hour: z.number(), ...figures })
export type OccupancyCell = z.output<typeof cell>

const occupancy = z.object({
  currency: z.string(),
  exponent: z.number(),
  from: z.string(),
  to: z.string(),
  /** The country's, 0 = Sunday. */
  firstWeekday: z.number(),
  /** By weekday and hour, without those that have no session. */
  cells: z.array(cell),
  total: occupancyFigures,
  /** UTC. */
  asOf: z.string(),
})
export type Occupancy = z.output<typeof occupancy>

export const occupancyContract = {
  /** How full the sessions between two days are, both included, by weekday and hour, and what the empty places cost. */
  occupancy: oc.route({ method: 'GET', path: '/reports/occupancy' }).input(withRules(span, rules)).output(occupancy),
}
