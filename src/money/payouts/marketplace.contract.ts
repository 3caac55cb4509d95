import { oc } from '@orpc/contract'
import * as z from 'zod/mini'
import { customerInput } from '#directory/customers/customer.contract.ts'
import { amount, day, id, text } from '#lib/fields.ts'

const phone = () => text({ required: 'customers.phone.reach', max: 30, long: 'customers.phone.invalid' })

/** A place in a batch that a customer bought on the marketplace, and paid there in full. */
export const marketplaceSale = z.strictObject({
  /** The marketplace's own order id; a second call with it gets the same answer as the first. */
  order: text({ required: 'lib.fields.required', max: 60, long: 'lib.fields.invalid' }),
  vendor: id(),
  batch: id('sales.batch.required'),
  /** The first day of the place; by default today or the batch's start. */
  startDate: z.optional(day({ required: 'sales.day.required', format: 'sales.day.required' })),
  /** Found by phone number among the vendor's customers, or created. */
  customer: z.strictObject({
    firstName: customerInput.shape.firstName,
    lastName: customerInput.shape.lastName,
    phone: phone(),
    email: customerInput.shape.email,
    language: customerInput.shape.language,
  }),
  currency: z.string('lib.fields.invalid').check(z.regex(/^[A-Z]{3}$/, 'lib.fields.invalid')),
  /** What the customer paid, tax included, in minor units of the currency. */
  total: amount({ required: 'sales.total.required', number: 'sales.total.required' }),
})
export type MarketplaceSale = z.output<typeof marketplaceSale>

/** What the marketplace learns of the bill: its id and number, and the commission on it, in minor units. */
export const marketplaceBill = z.object({
  sale: z.string(),
  number: z.string(),
  state: z.string(),
  currency: z.string(),
  total: z.number(),
  commission: z.number(),
})
export type MarketplaceBill = z.output<typeof marketplaceBill>

const description = [
  'Reports a place that was bought and paid on the marketplace. Signed: `x-touchline-timestamp` holds the seconds since 1970, at most five minutes from the server’s time; `x-touchline-signature` holds, in hex, HMAC-SHA256 by MARKETPLACE_SECRET of that timestamp, a full stop and the body as it is sent.',
  'Repeat a call that got no answer, signed anew with the same `order`: it sells once and is answered alike. Another body under the same `order` answers request/reused.',
  'The price is the vendor’s own: a total or currency that is another is refused with sale/price-changed and the true total, and nothing is sold.',
].join('\n\n')

const header = (name: string, pattern: string) => ({
  name,
  in: 'header' as const,
  required: true,
  schema: { type: 'string' as const, pattern },
})

export const marketplaceContract = {
  sell: oc
    .route({
      method: 'POST',
      path: '/marketplace/sales',
      successStatus: 201,
      summary: 'A sale of the marketplace',
      description,
      spec: (current) => ({
        ...current,
        parameters: [
          ...(current.parameters ?? []),
          header('x-touchline-timestamp', '^[0-9]{10}$'),
          header('x-touchline-signature', '^[0-9a-f]{64}$'),
        ],
      }),
    })
    .input(marketplaceSale)
    .output(marketplaceBill),
}
