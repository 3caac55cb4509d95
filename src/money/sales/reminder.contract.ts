import { oc } from '@orpc/contract'
import * as z from 'zod/mini'
import { id } from '#lib/fields.ts'

/** The most bills that one call reminds of. */
export const remindLimit = 200

const days = () => z.int('lib.fields.invalid').check(z.gte(1, 'lib.fields.invalid'), z.lte(100_000, 'lib.fields.invalid'))

const chosen = () => z.optional(z.array(id()).check(z.minLength(1, 'lib.fields.invalid'), z.maxLength(remindLimit, 'lib.fields.invalid')))

/**
 * Which bills: those that are past due by at least `from` days, and at most `to`; null for any longer.
 * With `customers` theirs alone, with `sales` only these; ids of others are refused.
 */
export const remindInput = z.strictObject({ from: days(), to: z._default(z.nullable(days()), null), customers: chosen(), sales: chosen() })
export type RemindInput = z.output<typeof remindInput>

/** How many bills got a reminder, had one today already, and have no one to send it to; `isMore` if others are left for another call. */
export const reminded = z.object({ sent: z.number(), already: z.number(), unreachable: z.number(), isMore: z.boolean() })
export type Reminded = z.output<typeof reminded>

export const reminderContract = {
  /** A bill that was reminded of today is not again, so that a second call sends nothing twice. */
  remind: oc.route({ method: 'POST', path: '/sales-reminders' }).input(remindInput).output(reminded),
}
