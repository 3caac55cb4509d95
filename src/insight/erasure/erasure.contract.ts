import { oc } from '@orpc/contract'
import * as z from 'zod/mini'
import { customer } from '#directory/customers/customer.contract.ts'
import { versioned } from '#lib/calls.ts'
import { id, text } from '#lib/fields.ts'

/** Input to erase a customer's personal data: the reason, and the name typed again to prevent accidents. */
export const eraseInput = z.strictObject({
  ...versioned,
  reason: text({ required: 'erasure.reason.required', max: 200, long: 'erasure.reason.long' }),
  name: text({ required: 'erasure.name.required', max: 81, long: 'erasure.name.other' }),
})
export type EraseInput = z.output<typeof eraseInput>

/** What blocks an erasure, and what it would leave. */
const erasure = z.object({
  /** Places that are running, waiting or offered; there must be none. */
  places: z.number(),
  /** The amount due on bills, in minor units; must be 0. */
  due: z.number(),
  currency: z.string(),
  exponent: z.number(),
  /** The number of bills, and until when the last of them retains what it printed; null if there is none. */
  bills: z.number(),
  keepUntil: z.nullable(z.string()),
  /** How many years the country requires bills to be retained. */
  years: z.number(),
})
export type Erasure = z.output<typeof erasure>

export const erasureContract = {
  /** What blocks erasing a customer's data, and what stays of it. */
  erasure: oc
    .route({ method: 'GET', path: '/customers/{id}/erasure' })
    .input(z.strictObject({ id: id() }))
    .output(erasure),
  /** Permanently erases the personal data of a customer, and of those merged into them. */
  erase: oc.route({ method: 'POST', path: '/customers/{id}/erase' }).input(eraseInput).output(customer),
}
