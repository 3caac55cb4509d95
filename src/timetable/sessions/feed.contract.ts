import { oc } from '@orpc/contract'
import * as z from 'zod/mini'
import { id } from '#lib/fields.ts'

/** A secret calendar address; the address itself is shown only once, on creation. */
export const feed = z.object({
  id: z.string(),
  trainer: z.nullable(z.string()),
  trainerName: z.nullable(z.string()),
  createdAt: z.string(),
})
export type Feed = z.output<typeof feed>

export const feedContract = {
  list: oc.route({ method: 'GET', path: '/calendar-feeds' }).output(z.array(feed)),
  /** Without a trainer, the feed covers all sessions of the vendor. */
  create: oc
    .route({ method: 'POST', path: '/calendar-feeds', successStatus: 201 })
    .input(z.strictObject({ trainer: z._default(z.nullable(id()), null) }))
    .output(z.object({ ...feed.shape, path: z.string() })),
  remove: oc
    .route({ method: 'DELETE', path: '/calendar-feeds/{id}' })
    .input(z.strictObject({ id: id() }))
    .output(z.object({ success: z.boolean() })),
}
