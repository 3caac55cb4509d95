import { oc } from '@orpc/contract'
import * as z from 'zod/mini'
import { day, id, text } from '#lib/fields.ts'

/** The scopes that an API key may have; `src/entrance/scopes.ts` maps calls to them. */
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

/** The prefix of every key, by which secret scanners recognise it. */
export const keyPrefix = 'tlk_'

/** The maximum number of unrevoked keys of a vendor. */
export const keyLimit = 20

const expiry = 'developers.keys.expiresOn.required'

/** The input of the new key form. `expiresOn` is the last day in the business's time zone on which it works; null for no end. */
export const keyInput = z.strictObject({
  name: text({ required: 'developers.keys.name.required', max: 60, long: 'developers.keys.name.long' }),
  scopes: z
    .array(z.enum(keyScopes, 'lib.fields.invalid'), 'developers.keys.scopes.required')
    .check(z.minLength(1, 'developers.keys.scopes.required'), z.maxLength(keyScopes.length, 'lib.fields.invalid')),
  expiresOn: z._default(z.nullable(day({ required: expiry, format: expiry })), null),
})
export type KeyInput = z.output<typeof keyInput>

/** A key in the list; `ending` is its last four characters. */
export const key = z.object({
  id: z.string(),
  name: z.string(),
  scopes: z.array(z.enum(keyScopes)),
  ending: z.string(),
  createdAt: z.string(),
  /** The instant at which it stops working; null for no end. */
  expiresAt: z.nullable(z.string()),
  /** To the minute. */
  lastUsedAt: z.nullable(z.string()),
  isExpired: z.boolean(),
})
export type Key = z.output<typeof key>

export const keyContract = {
  /** Every unrevoked key, newest first. */
  list: oc.route({ method: 'GET', path: '/api-keys' }).output(z.array(key)),
  /** The key itself is returned only in this response, as `secret`. */
  create: oc
    .route({ method: 'POST', path: '/api-keys', successStatus: 201 })
    .input(keyInput)
    .output(z.object({ ...key.shape, secret: z.string() })),
  /** Revokes a key permanently, from the next request on. */
  revoke: oc
    .route({ method: 'POST', path: '/api-keys/{id}/revoke' })
    .input(z.strictObject({ id: id() }))
    .output(z.object({ success: z.boolean() })),
}
