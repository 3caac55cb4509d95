import * as z from 'zod/mini'

/** The seller, as its documents must state it. */
export const seller = z.object({
  name: z.string(),
  logo: z.string(),
  address: z.string(),
  postcode: z.string(),
  country: z.string(),
  timeZone: z.string(),
  /** The tax number on the day of the document; '' without one. */
  taxNumber: z.string(),
})
export type Seller = z.output<typeof seller>
