import { oc } from '@orpc/contract'
import * as z from 'zod/mini'
import { id } from '#lib/fields.ts'

export const archiveStates = ['making', 'ready', 'failed', 'expired'] as const

/**
 * An archive of all the business's data: requested at `createdAt`; once ready, as of `asOf`, with its rows and bytes,
 * and kept until `expiresAt`. Instants are UTC.
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
  /** The last ten, newest first. */
  list: oc.route({ method: 'GET', path: '/archives' }).output(z.array(archive)),
  /** Requests a new one, which is created in the background. The same id returns the same one; one at a time, five a day. */
  begin: oc
    .route({ method: 'POST', path: '/archives', successStatus: 201 })
    .input(z.strictObject({ id: z.optional(id()) }))
    .output(archive),
  /** The address to fetch a ready one from, in the same session. */
  open: oc
    .route({ method: 'GET', path: '/archives/{id}' })
    .input(z.strictObject({ id: id() }))
    .output(z.object({ path: z.string() })),
}
