import type { Call } from '#kernel/base.ts'
import { clientDataOf } from './passkey-challenge.server.ts'
import type { Assertion, NewPasskey } from './passkey.contract.ts'

/**
 * The algorithms of new passkeys: EdDSA, ES256 and RS256. Named here, since the library's own list depends on the Node that runs it,
 * and a passkey must be checked by every process.
 */
export const passkeyAlgorithms = [-8, -7, -257]

/** The domain that passkeys belong to; empty where the product has none. */
export const domainOf = ({ site }: Call): string => (URL.canParse(site) ? new URL(site).hostname : '')

/** The id by which authenticators know an account: the bytes of its id, as base64url. */
export const userHandleOf = (userId: string): string => Buffer.from(userId.replaceAll('-', ''), 'hex').toString('base64url')

/** The libraries are loaded once a passkey is used: they cost a start 0.2 s and 28 MB. */
const library = () => import('@simplewebauthn/server')
const helpers = () => import('@simplewebauthn/server/helpers')

/** A refusal of the library says why in its message alone, and each means the same: the proof is not accepted. */
const orNull = <Result>(work: Promise<Result>): Promise<Result | null> => work.catch(() => null)

/**
 * Whether the statement about the authenticator is empty or self-signed, as it is where none was asked for. Certificates would be
 * checked by fetching addresses that they name.
 */
async function hasNoCertificates(attestationObject: string): Promise<boolean> {
  const { decodeAttestationObject } = await helpers()
  const decoded = decodeAttestationObject(new Uint8Array(Buffer.from(attestationObject, 'base64url')))
  return decoded.get('fmt') === 'none' || (decoded.get('fmt') === 'packed' && decoded.get('attStmt').get('x5c') === undefined)
}

/** What is stored of a new passkey. */
export type Created = { publicKey: Buffer; counter: number; isBackedUp: boolean }

/**
 * Checks what the browser answered when it created a passkey: the challenge, origin and domain, and that the authenticator verified
 * its user.
 * @returns null where anything of it is wrong
 */
export async function checkNewPasskey(
  call: Call,
  challenge: string,
  { credential: id, clientDataJSON, attestationObject }: NewPasskey,
): Promise<Created | null> {
  if (clientDataOf(clientDataJSON)['crossOrigin'] === true) return null
  const { verifyRegistrationResponse } = await library()
  if (!(await orNull(hasNoCertificates(attestationObject)))) return null
  const checked = await orNull(
    verifyRegistrationResponse({
      response: { id, rawId: id, type: 'public-key', clientExtensionResults: {}, response: { clientDataJSON, attestationObject } },
      expectedChallenge: challenge,
      expectedOrigin: call.site,
      expectedRPID: domainOf(call),
      requireUserVerification: true,
      supportedAlgorithmIDs: passkeyAlgorithms,
    }),
  )
  if (!checked?.verified || checked.registrationInfo.credential.id !== id) return null
  const { credential, credentialBackedUp } = checked.registrationInfo
  return { publicKey: Buffer.from(credential.publicKey), counter: credential.counter, isBackedUp: credentialBackedUp }
}

/** A stored passkey with its account. */
type Stored = { userId: string; publicKey: Uint8Array; counter: number }

/**
 * Checks a passkey's signature: type, challenge, origin, domain, the account that it was made for, that the authenticator verified
 * its user, and that its counter has not gone back.
 * @returns null where anything of it is wrong
 */
export async function checkAssertion(
  call: Call,
  challenge: string,
  { userId, publicKey, counter }: Stored,
  { credential: id, clientDataJSON, authenticatorData, signature, userHandle }: Assertion,
): Promise<Omit<Created, 'publicKey'> | null> {
  if (userHandle !== userHandleOf(userId) || clientDataOf(clientDataJSON)['crossOrigin'] === true) return null
  const { verifyAuthenticationResponse } = await library()
  const response = { clientDataJSON, authenticatorData, signature, userHandle }
  const checked = await orNull(
    verifyAuthenticationResponse({
      response: { id, rawId: id, type: 'public-key', clientExtensionResults: {}, response },
      expectedChallenge: challenge,
      expectedOrigin: call.site,
      expectedRPID: domainOf(call),
      credential: { id, publicKey: new Uint8Array(publicKey), counter },
      requireUserVerification: true,
    }),
  )
  if (!checked?.verified) return null
  const { newCounter, credentialBackedUp } = checked.authenticationInfo
  return { counter: newCounter, isBackedUp: credentialBackedUp }
}
