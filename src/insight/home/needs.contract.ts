import * as z from 'zod/mini'
import { day, id } from '#lib/fields.ts'
import { needKinds } from './needs.rules.ts'

/** One thing to do, of any kind. */
export const need = z.object({
  /** The id that a snooze names: of the session, bill, quote, payout, batch or enrolment. */
  id: z.string(),
  /** The id of what its button opens: the customer for an enrolment, else the same. */
  target: z.string(),
  /** The batch, the customer, or a bill's number where it has no customer; empty for a payout. */
  name: z.string(),
  /** HH:mm of a session, the first line of a bill, a quote's number, the batch of places to name or of an enrolment, why a payout failed; else empty. */
  text: z.string(),
  /** Since when it waits where the business is, YYYY-MM-DD: for a bill the day by which it was to be paid, for an enrolment its last day. */
  day: z.string(),
  /** Days from that day to today; negative for one that is to come. */
  age: z.number(),
  /** People that are not marked, that wait, or that are to be named; else 0. */
  people: z.number(),
  /** Free places of a batch; else 0. */
  free: z.number(),
  /** Minor units at stake; null where nothing is paid for it. */
  money: z.nullable(z.number()),
  /** The day on which a snoozed one comes back, YYYY-MM-DD, and the e-mail of who put it off; null and empty else. */
  until: z.nullable(z.string()),
  by: z.string(),
})
export type Need = z.output<typeof need>

const needsOfKind = z.object({
  /** How many wait, without snoozed ones, and what is at stake with all of them, in minor units: null for a role that sees no books. */
  count: z.number(),
  total: z.nullable(z.number()),
  rows: z.array(need),
  snoozed: z.array(need),
})
export type NeedsOfKind = z.output<typeof needsOfKind>

/**
 * What waits for somebody: sessions of the last 14 days that are over and not fully marked, bills past due, quotes that a
 * customer answered, sold quotes with places whose people are not named, payouts that failed, open batches with a free place and somebody who waits, enrolments that end within
 * 14 days. A kind that the role has nothing to do with is empty.
 */
export const needs = z.object({
  unmarked: needsOfKind,
  pastDue: needsOfKind,
  quotes: needsOfKind,
  unnamed: needsOfKind,
  payouts: needsOfKind,
  waiting: needsOfKind,
  expiring: needsOfKind,
})
export type Needs = z.output<typeof needs>

/** Puts something off until a day after today, on which it comes back by itself; null wakes it now. */
export const snoozeInput = z.strictObject({
  kind: z.enum(needKinds, 'lib.fields.invalid'),
  about: id(),
  until: z.nullable(day({ required: 'home.snooze.required', format: 'home.snooze.format' })),
})
export type SnoozeInput = z.output<typeof snoozeInput>
