import * as z from 'zod/mini'

/** What a refund would change, shown before it is confirmed (product 3); amounts in minor units. */
export const refundEffect = z.object({
  /** Refunded in money, and only credited on the bill. */
  paidBack: z.number(),
  credited: z.number(),
  net: z.number(),
  tax: z.number(),
  /** Commission that is refunded. */
  commission: z.number(),
  /** The places that become free if the refund releases them. */
  seats: z.array(z.object({ enrolment: z.string(), batchName: z.string(), endDate: z.string() })),
  /** Sessions held so far in the paid days; their trainers keep their pay. */
  held: z.number(),
  /** The most that the member may refund here; null if only the bill limits it. */
  limit: z.nullable(z.number()),
})
