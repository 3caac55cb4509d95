import { oc } from '@orpc/contract'
import * as z from 'zod/mini'

// Collections are names or the path countries/{code}/vendors (spec 3); each entity's own schema checks its documents again.
const collection = z.string('lib.fields.invalid').check(z.regex(/^[A-Za-z]{1,40}(?:\/[A-Z]{2}\/vendors)?$/, 'lib.fields.invalid'))
const documentId = z.string('lib.fields.invalid').check(z.regex(/^[A-Za-z0-9-]{1,64}$/, 'lib.fields.invalid'))
const fields = z.record(z.string().check(z.regex(/^[A-Za-z]{1,40}$/, 'lib.fields.unknown')), z.unknown())
const document = z.record(z.string(), z.unknown())

/** A document or none: reading a missing document returns result false (spec 8). */
export const readResult = z.object({ result: z.boolean(), data: z.optional(document) })
/** The outcome of a write or a query: success false comes with "Document not found" or the error's message (spec 8). */
export const writeResult = z.object({
  success: z.boolean(),
  message: z.optional(z.string()),
  data: z.optional(document),
})
export const listResult = z.object({
  success: z.boolean(),
  message: z.optional(z.string()),
  data: z.array(document),
})

/** The generic helper operations of spec 7 over an allow-list of collections. */
export const documentContract = {
  get: oc
    .route({ method: 'GET', path: '/documents' })
    .input(z.strictObject({ collection, id: documentId }))
    .output(readResult),
  create: oc
    .route({ method: 'POST', path: '/documents' })
    .input(z.strictObject({ collection, id: z.optional(documentId), data: fields }))
    .output(writeResult),
  update: oc
    .route({ method: 'PATCH', path: '/documents' })
    .input(z.strictObject({ collection, id: documentId, data: fields }))
    .output(writeResult),
  list: oc.route({ method: 'GET', path: '/documents/all' }).input(z.strictObject({ collection })).output(listResult),
  where: oc
    .route({ method: 'GET', path: '/documents/where' })
    .input(
      z.strictObject({
        collection,
        field: z.string().check(z.regex(/^[A-Za-z]{1,40}$/, 'lib.fields.invalid')),
        value: z.string().check(z.maxLength(200, 'lib.fields.invalid')),
      }),
    )
    .output(listResult),
  resolve: oc
    .route({ method: 'GET', path: '/documents/resolve' })
    .input(
      z.strictObject({
        reference: z.string().check(z.regex(/^[A-Za-z0-9/-]{3,160}$/, 'lib.fields.invalid')),
      }),
    )
    .output(readResult),
}
