import { oc } from '@orpc/contract'
import * as z from 'zod/mini'
import { id } from '#lib/fields.ts'

/** One change of the audit log as a page shows it. `actor` is the member's e-mail, '' for a member who left. */
export const historyEntry = z.object({
  id: z.string(),
  at: z.string(),
  actor: z.string(),
  role: z.string(),
  action: z.string(),
  entity: z.string(),
  target: z.string(),
  before: z.nullable(z.record(z.string(), z.unknown())),
  after: z.nullable(z.record(z.string(), z.unknown())),
})
export type HistoryEntry = z.output<typeof historyEntry>

/** Entries per page. */
export const historyPage = 50

export const historyContract = {
  /** What happened to a batch, a session or a customer, newest first. */
  list: oc
    .route({ method: 'GET', path: '/history/{of}' })
    .input(
      z.strictObject({
        of: id(),
        page: z._default(z.int('lib.fields.invalid').check(z.gte(1, 'lib.fields.invalid'), z.lte(1000, 'lib.fields.invalid')), 1),
      }),
    )
    .output(z.object({ rows: z.array(historyEntry), hasMore: z.boolean() })),
}
