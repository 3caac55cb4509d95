import { oc } from '@orpc/contract'
import * as z from 'zod/mini'
import { day, id, text } from '#lib/fields.ts'

/** What an API key may be allowed; `src/entrance/scopes.ts` says which calls each one opens. */
export const keyScopes = [
  'read:floor',
  'write:floor',
  'read:customers',
  'write:customers',
  'read:sales',
  'write:sales',
  'read:finance',
  'read:competition',
] as const
export type KeyScope = (typeof keyScopes)[number]

/** What every key begins with, so that programs which look for leaked secrets know it. */
export const keyPrefix = 'tlk_'

/** Keys of a vendor that were not revoked, at most. */
export const keyLimit = 20

const expiry = 'developers.keys.expiresOn.required'

/** What the form of a new key takes. `expiresOn` is the last day, where the business is, on which it works; null for no end. */
export const keyInput = z.strictObject({
  name: text({ required: 'developers.keys.name.required', max: 60, long: 'developers.keys.name.long' }),
  scopes: z
    .array(z.enum(keyScopes, 'lib.fields.invalid'), 'developers.keys.scopes.required')
    .check(z.minLength(1, 'developers.keys.scopes.required'), z.maxLength(keyScopes.length, 'lib.fields.invalid')),
  expiresOn: z._default(z.nullable(day({ required: expiry, format: expiry })), null),
})
export type KeyInput = z.output<typeof keyInput>

/** A key as it is listed; `ending` are its last four characters. */
export const key = z.object({
  id: z.string(),
  name: z.string(),
  scopes: z.array(z.enum(keyScopes)),
  ending: z.string(),
  createdAt: z.string(),
  /** The instant from which it no longer works; null for no end. */
  expiresAt: z.nullable(z.string()),
  /** To the minute. */
  lastUsedAt: z.nullable(z.string()),
  isExpired: z.boolean(),
})
export type Key = z.output<typeof key>

export const keyContract = {
  /** Every key that was not revoked, the newest first. */
  list: oc.route({ method: 'GET', path: '/api-keys' }).output(z.array(key)),
  /** The answer alone carries the key itself, as `secret`. */
  create: oc
    .route({ method: 'POST', path: '/api-keys', successStatus: 201 })
    .input(keyInput)
    .output(z.object({ ...key.shape, secret: z.string() })),
  /** Ends a key for good, from the next request on. */
  revoke: oc
    .route({ method: 'POST', path: '/api-keys/{id}/revoke' })
    .input(z.strictObject({ id: id() }))
    .output(z.object({ success: z.boolean() })),
}
