import { createHash, createSign, generateKeyPairSync, randomBytes, type KeyObject } from 'node:crypto'
import type { Assertion, NewPasskey } from './passkey.contract.ts'

/** A value of CBOR as authenticators write it. */
type Cbor = number | string | Buffer | Cbor[] | Map<number | string, Cbor>

function head(major: number, length: number): Buffer {
  if (length < 24) return Buffer.from([(major << 5) | length])
  if (length < 256) return Buffer.from([(major << 5) | 24, length])
  return Buffer.from([(major << 5) | 25, length >> 8, length & 255])
}

/** Encodes a value as CBOR (RFC 8949); whole numbers and lengths below 65,536. */
export function cbor(value: Cbor): Buffer {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value)
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value])
  if (Array.isArray(value)) return Buffer.concat([head(4, value.length), ...value.map(cbor)])
  return Buffer.concat([head(5, value.size), ...[...value].flatMap(([key, entry]) => [cbor(key), cbor(entry)])])
}

const sha256Of = (text: string | Buffer) => createHash('sha256').update(text).digest()
const base64url = (bytes: Buffer) => bytes.toString('base64url')

export const flag = { present: 1, verified: 4, mayBeBackedUp: 8, isBackedUp: 16, hasKey: 64 } as const

/** What a tampered proof says instead of the truth. */
export type Lie = {
  origin?: string
  domain?: string
  type?: string
  challenge?: string
  more?: Record<string, unknown>
  flags?: number
  counter?: number
  key?: KeyObject
  credential?: string
  userHandle?: string
}

const site = 'https://touchline.example'
const flags = flag.present | flag.verified | flag.mayBeBackedUp | flag.isBackedUp

function clientData(challenge: string, type: string, lie: Lie): string {
  const said = {
    type: lie.type ?? type,
    challenge: lie.challenge ?? challenge,
    origin: lie.origin ?? site,
    crossOrigin: false,
    ...lie.more,
  }
  return base64url(Buffer.from(JSON.stringify(said)))
}

function authenticatorData(domain: string, flags: number, counter: number, key = Buffer.alloc(0)): Buffer {
  const count = Buffer.alloc(4)
  count.writeUInt32BE(counter)
  return Buffer.concat([sha256Of(domain), Buffer.from([flags]), count, key])
}

const signatureOf = (data: Buffer, clientDataJSON: string, key: KeyObject) =>
  createSign('sha256')
    .update(Buffer.concat([data, sha256Of(Buffer.from(clientDataJSON, 'base64url'))]))
    .sign(key)

/** What an authenticator states about itself: a format with its statement, which a key may sign. */
type Statement = (sign: (by: KeyObject) => Buffer, own: KeyObject) => [format: string, statement: Map<string, Cbor>]

const newKeys = () => generateKeyPairSync('ec', { namedCurve: 'P-256' })

/** The COSE key of a P-256 public key. */
function coseOf(key: KeyObject, algorithm = -7): Buffer {
  const { x = '', y = '' } = key.export({ format: 'jwk' })
  return cbor(
    new Map<number, Cbor>([
      [1, 2],
      [3, algorithm],
      [-1, 1],
      [-2, Buffer.from(x, 'base64url')],
      [-3, Buffer.from(y, 'base64url')],
    ]),
  )
}

type Creation = { challenge: string; rp: { id: string }; user: { id: string } }
type Request = { challenge: string; rpId: string }

/**
 * An authenticator with one passkey and a real key, made for one account. It says the truth unless it is given a lie.
 * @param counts whether it counts its signatures; many always say 0
 */
export function newAuthenticator({ counts = true } = {}) {
  const { publicKey, privateKey } = newKeys()
  const credential = base64url(randomBytes(32))
  let counter = 0
  let userHandle = ''
  return {
    credential,
    /** Answers `beginPasskey`. @param statement the attestation's format and statement, by default none */
    create({ challenge, rp, user }: Creation, lie: Lie & { algorithm?: number; statement?: Statement } = {}): Omit<NewPasskey, 'name'> {
      userHandle = user.id
      const id = Buffer.from(lie.credential ?? credential, 'base64url')
      const length = Buffer.from([id.length >> 8, id.length & 255])
      const key = Buffer.concat([Buffer.alloc(16), length, id, coseOf(publicKey, lie.algorithm)])
      const data = authenticatorData(lie.domain ?? rp.id, lie.flags ?? flags | flag.hasKey, counter, key)
      const clientDataJSON = clientData(challenge, 'webauthn.create', lie)
      const sign = (by: KeyObject) => signatureOf(data, clientDataJSON, by)
      const [format, statement] = lie.statement?.(sign, privateKey) ?? ['none', new Map<string, Cbor>()]
      const attestationObject = cbor(
        new Map<string, Cbor>([
          ['fmt', format],
          ['attStmt', statement],
          ['authData', data],
        ]),
      )
      return {
        credential: lie.credential ?? credential,
        clientDataJSON,
        attestationObject: base64url(attestationObject),
        transports: ['internal', 'hybrid'],
      }
    },
    /** Answers `beginPasskeySignIn`. */
    sign({ challenge, rpId }: Request, lie: Lie = {}): Assertion {
      if (counts) counter += 1
      const data = authenticatorData(lie.domain ?? rpId, lie.flags ?? flags, lie.counter ?? counter)
      const clientDataJSON = clientData(challenge, 'webauthn.get', lie)
      return {
        credential: lie.credential ?? credential,
        clientDataJSON,
        authenticatorData: base64url(data),
        signature: base64url(signatureOf(data, clientDataJSON, lie.key ?? privateKey)),
        userHandle: lie.userHandle ?? userHandle,
      }
    },
  }
}
export type Authenticator = ReturnType<typeof newAuthenticator>

/** A value of DER: its tag and its content. */
function der(tag: number, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts)
  const { length } = content
  return Buffer.concat([Buffer.from(length < 128 ? [tag, length] : [tag, 0x82, length >> 8, length & 255]), content])
}
const oid = (hex: string) => der(0x06, Buffer.from(hex, 'hex'))
const named = (attribute: string, text: string) => der(0x31, der(0x30, oid(attribute), der(0x13, Buffer.from(text))))

/** A valid certificate of an authenticator's maker, as a security key sends it where a statement is asked for. */
function certificateFor(publicKey: KeyObject, privateKey: KeyObject): Buffer {
  const names = [named('550406', 'AE'), named('55040a', 'Maker'), named('55040b', 'Authenticator Attestation'), named('550403', 'Key')]
  const [maker, algorithm] = [der(0x30, ...names), der(0x30, oid('2a8648ce3d040302'))]
  const validity = der(0x30, der(0x17, Buffer.from('250101000000Z')), der(0x17, Buffer.from('490101000000Z')))
  const extensions = der(0xa3, der(0x30, der(0x30, oid('551d13'), der(0x04, der(0x30)))))
  const version = der(0xa0, der(0x02, Buffer.from([2])))
  const key = publicKey.export({ format: 'der', type: 'spki' })
  const body = der(0x30, version, der(0x02, Buffer.from([1])), algorithm, maker, validity, maker, key, extensions)
  return der(0x30, body, algorithm, der(0x03, Buffer.from([0]), createSign('sha256').update(body).sign(privateKey)))
}

const packed = (...more: [string, Cbor][]): [format: string, statement: Map<string, Cbor>] => [
  'packed',
  new Map<string, Cbor>([['alg', -7], ...more]),
]

/** States the authenticator's maker by a certificate. */
export const certified: Statement = (sign) => {
  const { publicKey, privateKey } = newKeys()
  return packed(['sig', sign(privateKey)], ['x5c', [certificateFor(publicKey, privateKey)]])
}

/** States no more than that the passkey's own key signed it. */
export const selfSigned: Statement = (sign, own) => packed(['sig', sign(own)])

/** A key that belongs to no passkey. */
export const foreignKey = (): KeyObject => newKeys().privateKey

/** The proof with one bit of a part changed after it was signed. */
export function bent(assertion: Assertion, part: 'authenticatorData' | 'signature' | 'clientDataJSON', at: number): Assertion {
  const bytes = Buffer.from(assertion[part], 'base64url')
  const index = at < 0 ? bytes.length + at : at
  bytes[index] = (bytes[index] ?? 0) ^ 1
  return { ...assertion, [part]: base64url(bytes) }
}

type Accounts = {
  beginPasskey: () => Promise<Creation>
  addPasskey: (input: NewPasskey) => Promise<unknown>
}

/** An authenticator whose passkey a signed-in member has added. */
export async function withPasskey(
  calls: { accounts: Accounts },
  name = 'Phone',
  options: { counts?: boolean } = {},
): Promise<Authenticator> {
  const own = newAuthenticator(options)
  await calls.accounts.addPasskey({ name, ...own.create(await calls.accounts.beginPasskey()) })
  return own
}
