import { oc } from '@orpc/contract'
import * as z from 'zod/mini'
import { customer } from '#directory/customers/customer.contract.ts'
import { versioned } from '#lib/calls.ts'
import { id, text } from '#lib/fields.ts'

/** What erases a customer's personal data: why, and the name typed again, which can't happen by a slip. */
export const eraseInput = z.strictObject({
  ...versioned,
  reason: text({ required: 'erasure.reason.required', max: 200, long: 'erasure.reason.long' }),
  name: text({ required: 'erasure.name.required', max: 81, long: 'erasure.name.other' }),
})
export type EraseInput = z.output<typeof eraseInput>

/** What an erasure would meet and leave. */
const erasure = z.object({
  /** Places that run, wait or are offered; none may. */
  places: z.number(),
  /** What is owed on bills, in minor units; nothing may be. */
  due: z.number(),
  currency: z.string(),
  exponent: z.number(),
  /** Bills, and until when the last of them keeps what it printed; null where there is none. */
  bills: z.number(),
  keepUntil: z.nullable(z.string()),
  /** How many years the country wants bills kept. */
  years: z.number(),
})
export type Erasure = z.output<typeof erasure>

export const erasureContract = {
  /** What stands in the way of erasing a customer's data, and what stays of it. */
  erasure: oc
    .route({ method: 'GET', path: '/customers/{id}/erasure' })
    .input(z.strictObject({ id: id() }))
    .output(erasure),
  /** Erases the personal data of a customer, and of those who were merged into them, for good. */
  erase: oc.route({ method: 'POST', path: '/customers/{id}/erase' }).input(eraseInput).output(customer),
}
