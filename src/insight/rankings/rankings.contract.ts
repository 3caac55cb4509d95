import { oc } from '@orpc/contract'
import * as z from 'zod/mini'
import { day } from '#lib/fields.ts'
import { boards, rankingSpans } from './rankings.rules.ts'

const whole = (most: number) => z.int('lib.fields.invalid').check(z.gte(1, 'lib.fields.invalid'), z.lte(most, 'lib.fields.invalid'))

/** Maximum rows of one response: each sums up a running board again, so that a file takes few. */
export const boardPage = 1000

/** A period by its span and any day in it; the running one by default. */
const asked = {
  span: z._default(z.enum(rankingSpans, 'lib.fields.invalid'), 'month'),
  day: z.optional(day({ required: 'lib.fields.required', format: 'lib.fields.invalid' })),
}

const boardInput = z.strictObject({
  board: z.enum(boards, 'lib.fields.invalid'),
  ...asked,
  page: z._default(whole(100_000), 1),
  size: z._default(whole(boardPage), 20),
})
export type BoardInput = z.output<typeof boardInput>

const input = z.object({ num: z.number(), den: z.number() })

/**
 * The inputs of a row's parts, as a response shows them and a frozen period stores them; amounts in minor units.
 * Fields that the role may not see are left out.
 */
export const inputs = z.object({
  sessions: z.optional(input),
  attendance: z.optional(input),
  streak: z.optional(input),
  held: z.optional(input),
  retention: z.optional(input),
  fill: z.optional(input),
  revenue: z.optional(input),
  growth: z.optional(input),
})

const row = z.object({
  /** Of the customer, trainer or batch. */
  id: z.string(),
  /** Empty where the reader may not see it, or the person does not want to be shown. */
  name: z.string(),
  /** Set for a customer on the board, for members who may see customers: `name` is what others read. */
  fullName: z.optional(z.string()),
  /** 1, 2, 2, 4; null below the minimum sample. */
  rank: z.nullable(z.number()),
  /** In the previous period; null where there was none. */
  rankBefore: z.nullable(z.number()),
  /** In tenths of a point, 0 to 1000; null below the minimum sample. */
  score: z.nullable(z.number()),
  /** Sessions of the period: marked ones of a customer, delivered ones of all others. */
  sample: z.number(),
  inputs,
})
export type RankingRow = z.output<typeof row>

const period = z.object({
  span: z.enum(rankingSpans),
  from: z.string(),
  to: z.string(),
  /** The formula's version. */
  version: z.number(),
  /** When it was frozen, UTC; null while it is calculated from current rows. */
  frozenAt: z.nullable(z.string()),
  /** UTC. */
  asOf: z.string(),
  /** The country's, 0 = Sunday. */
  firstWeekday: z.number(),
  currency: z.string(),
  exponent: z.number(),
})
export type RankingPeriod = z.output<typeof period>

const boardOutput = z.object({
  period,
  rows: z.array(row),
  total: z.number(),
  /** How many of them have a rank. */
  ranked: z.number(),
  /** A trainer's own row on the trainers' board. */
  own: z.nullable(row),
})
export type BoardPage = z.output<typeof boardOutput>

/** How many periods a movement shows at most, and how many of the highest ranks it follows. */
export const movementPeriods = 8
export const movementRanks = 6

/** The ranks of the period's highest rows in the periods up to it, oldest first; null where a row had none. */
const movementOutput = z.object({
  period,
  periods: z.array(z.object({ from: z.string(), to: z.string() })),
  rows: z.array(z.object({ id: row.shape.id, name: row.shape.name, fullName: row.shape.fullName, ranks: z.array(z.nullable(z.number())) })),
})
export type RankMovements = z.output<typeof movementOutput>

const businessOutput = z.object({
  period,
  score: z.nullable(z.number()),
  scoreBefore: z.nullable(z.number()),
  sample: z.number(),
  inputs,
  /** The latest frozen period of the span, up to the requested one, with its places; null where there is none. */
  standing: z.nullable(
    z.object({
      from: z.string(),
      to: z.string(),
      score: z.nullable(z.number()),
      country: z.string(),
      /** For each service type of the business; null where fewer than five businesses have a score. */
      among: z.array(z.object({ serviceType: z.string(), among: z.nullable(z.number()), percentile: z.nullable(z.number()) })),
    }),
  ),
})
export type BusinessRanking = z.output<typeof businessOutput>

export const rankingContract = {
  /** A board of a period: frozen where the period is over, else calculated from current rows. */
  board: oc.route({ method: 'GET', path: '/rankings/{board}' }).input(boardInput).output(boardOutput),
  /** How the highest rows of a board got there: their ranks in frozen periods and in the one asked for. */
  movement: oc
    .route({ method: 'GET', path: '/rankings/{board}/movement' })
    .input(z.strictObject({ board: boardInput.shape.board, ...asked }))
    .output(movementOutput),
  /** The business's own score, and its place among others of its country and service type. */
  business: oc.route({ method: 'GET', path: '/business-ranking' }).input(z.strictObject(asked)).output(businessOutput),
}
