import * as z from 'zod/mini'
import { taxSum } from './line.contract.ts'
import { methods } from '#business/ledger/method.rules.ts'

/** A credit note, and the part of it that was refunded in money. */
export const refund = z.object({
  id: z.string(),
  number: z.string(),
  day: z.string(),
  at: z.string(),
  amount: z.number(),
  tax: z.number(),
  /** Its tax by class and rate. */
  taxes: z.array(taxSum),
  paidBack: z.number(),
  method: z.nullable(z.enum(methods)),
  reason: z.string(),
  releasesSeat: z.boolean(),
  /** The text of its QR code (Saudi Arabia); null where no law asks for one. */
  code: z.optional(z.nullable(z.string())),
})

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
