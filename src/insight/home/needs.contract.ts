import * as z from 'zod/mini'
import { day, id } from '#lib/fields.ts'
import { needKinds } from './needs.rules.ts'

/** One task, of any kind. */
export const need = z.object({
  /** The id that a snooze uses: of the session, bill, quote, payout, batch or enrolment. */
  id: z.string(),
  /** The id of the record that its button opens: the customer for an enrolment, else the same. */
  target: z.string(),
  /** The batch, the customer, or a bill's number where it has no customer; empty for a payout. */
  name: z.string(),
  /**
   * HH:mm of a session, a bill's first line, a quote's number, the batch of an enrolment or of places to name, why a
   * payout failed; else empty.
   */
  text: z.string(),
  /** The day since which it waits, in the business's time zone, YYYY-MM-DD: a bill's due date, an enrolment's last day. */
  day: z.string(),
  /** Days from that day to today; negative for a future day. */
  age: z.number(),
  /** People who are not marked, who wait, or who are to be named; else 0. */
  people: z.number(),
  /** Free places of a batch; else 0. */
  free: z.number(),
  /** Minor units at stake; null where nothing is paid for it. */
  money: z.nullable(z.number()),
  /** The day on which a snoozed need comes back, YYYY-MM-DD, and the e-mail of the member who snoozed it; else null and empty. */
  until: z.nullable(z.string()),
  by: z.string(),
})
export type Need = z.output<typeof need>

const needsOfKind = z.object({
  /** How many wait, without snoozed ones, and the total at stake in minor units: null for a role that sees no books. */
  count: z.number(),
  total: z.nullable(z.number()),
  rows: z.array(need),
  snoozed: z.array(need),
})
export type NeedsOfKind = z.output<typeof needsOfKind>

/**
 * What needs attention: sessions of the last 14 days that are over and not fully marked, bills past due, quotes that a
 * customer answered, sold quotes with places whose people are not named, failed payouts, open batches with a free
 * place and someone waiting, enrolments that end within 14 days, and those that are free since before there were terms. A kind that the role does not handle is empty.
 */
export const needs = z.object({
  unmarked: needsOfKind,
  pastDue: needsOfKind,
  quotes: needsOfKind,
  unnamed: needsOfKind,
  payouts: needsOfKind,
  waiting: needsOfKind,
  expiring: needsOfKind,
  unpriced: needsOfKind,
})
export type Needs = z.output<typeof needs>

/** Snoozes a need until a day after today, when it comes back automatically; null wakes it now. */
export const snoozeInput = z.strictObject({
  kind: z.enum(needKinds, 'lib.fields.invalid'),
  about: id(),
  until: z.nullable(day({ required: 'home.snooze.required', format: 'home.snooze.format' })),
})
export type SnoozeInput = z.output<typeof snoozeInput>
