import { oc } from '@orpc/contract'
import * as z from 'zod/mini'
import { listInput, listOutput } from '#lib/calls.ts'
import { day, id } from '#lib/fields.ts'
import { auditMarks } from './audit.rules.ts'

const calendarDay = () => day({ required: 'reports.day.required', format: 'reports.day.required' })
const word = () => z.string('lib.fields.invalid').check(z.regex(/^[A-Za-z-]{1,40}$/, 'lib.fields.invalid'))

/** One value of a change: its column name in the log, and its value before and after. */
const field = z.object({ name: z.string(), before: z.nullable(z.string()), after: z.nullable(z.string()) })
export type Field = z.output<typeof field>

/** One change to money (product 6, /sales/audit-report). */
export const moneyEvent = z.object({
  id: z.string(),
  /** Its position in the chain, from 1 without gaps. */
  sequence: z.number(),
  /** UTC. */
  at: z.string(),
  /** The member's address; '' if no member acted, then `role` names the agent. */
  actor: z.string(),
  role: z.string(),
  action: z.string(),
  entity: z.string(),
  /** The bill that it belongs to, and the document's number; null if it has none. */
  sale: z.nullable(z.string()),
  number: z.nullable(z.string()),
  reason: z.string(),
  fields: z.array(field),
  marks: z.array(z.enum(auditMarks)),
  currency: z.string(),
  exponent: z.number(),
})
export type MoneyEvent = z.output<typeof moneyEvent>

export const auditList = listInput(['sequence'], {
  actor: z.optional(id()),
  action: z.optional(word()),
  mark: z.optional(z.enum(['any', ...auditMarks], 'lib.fields.invalid')),
  /** Days in the business's time zone, both included. */
  from: z.optional(calendarDay()),
  to: z.optional(calendarDay()),
})

/** A chain: its length, the first position where it is broken or null, and when every link was last verified. */
const chain = z.object({ length: z.number(), brokenAt: z.nullable(z.number()), wholeAt: z.nullable(z.string()) })

export const auditContract = {
  /** Every change to money, newest first; `search` finds a document's number. */
  audit: oc.route({ method: 'GET', path: '/reports/audit' }).input(auditList).output(listOutput(moneyEvent)),
  /** The actors and actions in the money log, for its filters. */
  auditors: oc
    .route({ method: 'GET', path: '/reports/auditors' })
    .output(z.object({ actors: z.array(z.object({ id: z.string(), name: z.string() })), actions: z.array(z.string()) })),
  /** Whether the chains of the ledger and of the log are intact; checks only the links since the nightly check of every link. */
  chain: oc.route({ method: 'GET', path: '/reports/chain' }).output(z.object({ entries: chain, events: chain, asOf: z.string() })),
}
