import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { promisify } from 'node:util'
import { dictionary } from '@zxcvbn-ts/language-common'
import { fieldFailure } from '#kernel/failure.ts'
import { semaphore } from '#kernel/semaphore.ts'

const derive = promisify(argon2)

/** argon2id with 19 MiB, two passes, one lane (checks, "Passwords"; OWASP). */
const cost = { memory: 19_456, passes: 2, parallelism: 1 }
const tagLength = 32

// More concurrent hashes than cores would only delay all of them.
const hashing = semaphore(availableParallelism(), 50)

async function hash(password: string, nonce: Buffer, { memory, passes, parallelism }: typeof cost, isUrgent = false): Promise<Buffer> {
  const message = password.normalize('NFC')
  return hashing.run(() => derive('argon2id', { message, nonce, memory, passes, parallelism, tagLength }), isUrgent)
}

const encode = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '')

/** A password's argon2id hash as a PHC string. @throws server/busy when 50 others are already waiting */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16)
  const { memory, passes, parallelism } = cost
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${encode(salt)}$${encode(await hash(password, salt, cost))}`
}

const shape = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/
const dummySalt = Buffer.alloc(16, 7)

/**
 * Whether a password matches the stored one. An unknown account (null) costs the same work and never matches.
 * @param isKnown whether the account knows the browser: it then does not queue behind strangers
 * @throws server/busy when 50 others are already waiting
 */
export async function passwordMatches(password: string, stored: string | null, isKnown = false): Promise<boolean> {
  const [, memory, passes, parallelism, salt, tag] = shape.exec(stored ?? '') ?? []
  if (!salt || !tag) {
    await hash(password, dummySalt, cost, isKnown)
    return false
  }
  const expected = Buffer.from(tag, 'base64')
  const stated = { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) }
  const actual = await hash(password, Buffer.from(salt, 'base64'), stated, isKnown)
  return timingSafeEqual(expected, actual)
}

const common = new Set(
  dictionary['passwords-common'].filter((password): password is string => typeof password === 'string' && password.length >= 8),
)

/**
 * Whether a lower-case password is one that attackers guess first: a common word, also followed by digits or signs,
 * the product's name, one repeated part, or an e-mail address.
 */
function isGuessable(plain: string): boolean {
  const word = plain.replace(/[^\p{L}]+$/u, '')
  return (
    common.has(plain) || common.has(word) || word === 'touchline' || /^(.+?)\1+$/su.test(plain) || /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(plain)
  )
}

/**
 * Refuses common passwords and those that repeat the account's own words (checks A5).
 * @param own the e-mail and, where known, the vendor's name
 * @throws request/invalid at the field
 */
export function refuseCommonPassword(field: string, password: string, own: string[]): void {
  const plain = password.normalize('NFC').toLowerCase()
  const words = own
    .flatMap((word) => [word, word.split('@')[0] ?? ''])
    .map((word) => word.trim().normalize('NFC').toLowerCase())
    .filter((word) => word.length > 0)
  if (isGuessable(plain) || words.includes(plain)) throw fieldFailure(field, 'accounts.password.common')
}
