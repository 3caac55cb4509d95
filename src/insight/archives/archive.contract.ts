import { oc } from '@orpc/contract'
import * as z from 'zod/mini'
import { id } from '#lib/fields.ts'

export const archiveStates = ['making', 'ready', 'failed', 'expired'] as const

/**
 * An archive of all that the business has: asked for at `createdAt`; when it is ready, as of `asOf`, so many
 * rows and bytes, and kept until `expiresAt`. Instants are UTC.
 */
export const archive = z.object({
  id: z.string(),
  state: z.enum(archiveStates),
  createdAt: z.string(),
  asOf: z.nullable(z.string()),
  rows: z.nullable(z.number()),
  bytes: z.nullable(z.number()),
  expiresAt: z.nullable(z.string()),
})
export type Archive = z.output<typeof archive>

export const archiveContract = {
  /** The last ten, the newest first. */
  list: oc.route({ method: 'GET', path: '/archives' }).output(z.array(archive)),
  /** Asks for a new one, which is made in the background. The same id again answers the same; one at a time, five a day. */
  begin: oc
    .route({ method: 'POST', path: '/archives', successStatus: 201 })
    .input(z.strictObject({ id: z.optional(id()) }))
    .output(archive),
  /** Where a ready one is fetched, in the same session. */
  open: oc
    .route({ method: 'GET', path: '/archives/{id}' })
    .input(z.strictObject({ id: id() }))
    .output(z.object({ path: z.string() })),
}
