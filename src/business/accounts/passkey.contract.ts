import { oc } from '@orpc/contract'
import * as z from 'zod/mini'
import { id, text } from '#lib/fields.ts'
import { signInResult } from './account.contract.ts'

/** The maximum number of passkeys of one member. */
export const passkeysMost = 10

/** Bytes of the browser as base64url without padding. */
const bytes = (most: number) =>
  z
    .string('lib.fields.required')
    .check(
      z.minLength(1, 'lib.fields.required'),
      z.maxLength(most, 'lib.fields.invalid'),
      z.regex(/^[A-Za-z0-9_-]*$/, 'lib.fields.invalid'),
    )

const name = text({ required: 'setup.security.passkeys.name.required', max: 60, long: 'setup.security.passkeys.name.long' })

/** The id that an authenticator gave to a passkey: at most 1,023 bytes (WebAuthn, 4). */
const credential = bytes(1364)

/** What the browser answers when it has created a passkey, with the name by which its member knows it. */
export const addPasskeyInput = z.strictObject({
  name,
  credential,
  clientDataJSON: bytes(4096),
  attestationObject: bytes(16_384),
  transports: z.array(z.string().check(z.regex(/^[a-z-]{1,20}$/, 'lib.fields.invalid'))).check(z.maxLength(10, 'lib.fields.invalid')),
})
export type NewPasskey = z.output<typeof addPasskeyInput>

/** What the browser answers when a passkey has signed a challenge. */
export const passkeySignInInput = z.strictObject({
  credential,
  clientDataJSON: bytes(4096),
  authenticatorData: bytes(4096),
  signature: bytes(4096),
  userHandle: bytes(86),
})
export type Assertion = z.output<typeof passkeySignInInput>

export const renamePasskeyInput = z.strictObject({ id: id(), name })

const passkey = z.object({
  id: z.string(),
  name: z.string(),
  /** Whether its password manager copies it to the member's other devices. */
  isBackedUp: z.boolean(),
  createdAt: z.string(),
  lastUsedAt: z.nullable(z.string()),
})
export type Passkey = z.output<typeof passkey>

const descriptor = z.object({ id: z.string(), type: z.literal('public-key'), transports: z.array(z.string()) })

/** The options of `navigator.credentials.create`, in WebAuthn's JSON. */
const creationOptions = z.object({
  challenge: z.string(),
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ alg: z.number(), type: z.literal('public-key') })),
  timeout: z.number(),
  attestation: z.literal('none'),
  excludeCredentials: z.array(descriptor),
  authenticatorSelection: z.object({
    residentKey: z.literal('required'),
    requireResidentKey: z.literal(true),
    userVerification: z.literal('required'),
  }),
})

/** The options of `navigator.credentials.get`, in WebAuthn's JSON; without a list of passkeys the browser offers its own. */
const requestOptions = z.object({
  challenge: z.string(),
  rpId: z.string(),
  timeout: z.number(),
  userVerification: z.literal('required'),
})

const done = z.object({ success: z.boolean() })
const own = z.strictObject({ id: id() })

/** The accounts' calls for passkeys, apart from the others so that the sign-in page loads nothing of them. */
export const passkeyContract = {
  passkeys: oc.route({ method: 'GET', path: '/passkeys' }).output(z.array(passkey)),
  beginPasskey: oc.route({ method: 'POST', path: '/passkeys/begin' }).output(creationOptions),
  addPasskey: oc.route({ method: 'POST', path: '/passkeys', successStatus: 201 }).input(addPasskeyInput).output(done),
  renamePasskey: oc.route({ method: 'POST', path: '/passkeys/{id}/rename' }).input(renamePasskeyInput).output(done),
  removePasskey: oc.route({ method: 'POST', path: '/passkeys/{id}/remove' }).input(own).output(done),
  beginPasskeySignIn: oc.route({ method: 'POST', path: '/sign-in/passkey/begin' }).output(requestOptions),
  signInWithPasskey: oc.route({ method: 'POST', path: '/sign-in/passkey' }).input(passkeySignInInput).output(signInResult),
}
