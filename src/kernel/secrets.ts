import { createCipheriv, createDecipheriv, createHash, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import { closeSync, fsyncSync, linkSync, mkdirSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { errorCode } from '#db/errors.ts'
import { syncDirectory } from '#db/embedded/durable.ts'

/** Keyed hashing and sealing; the keys derive from one secret that never enters the database. */
export type Secrets = {
  /** HMAC-SHA256 of a text for one purpose, so that a stolen table can't be searched for codes or e-mails. */
  hmac(purpose: string, text: string): Buffer
  /** Encrypts a text (AES-256-GCM) for storage in the database. */
  seal(text: string): string
  /** The text that `seal` encrypted. @throws when it was changed or sealed with another secret */
  open(sealed: string): string
}

/**
 * Secrets from SECRET_KEY, or from `<dataDir>/secret.key`, which the first start writes.
 * @throws when that file does not contain a whole key
 */
export function openSecrets(secretKey: string | undefined, dataDir: string): Secrets {
  const secret = secretKey ?? readOrCreate(join(dataDir, 'secret.key'), dataDir)
  const derive = (purpose: string) => Buffer.from(hkdfSync('sha256', secret, 'touchline', purpose, 32))
  const sealing = derive('seal')
  const keys = new Map<string, Buffer>()
  const keyOf = (purpose: string) => {
    const key = keys.get(purpose) ?? derive(`hmac:${purpose}`)
    keys.set(purpose, key)
    return key
  }
  return {
    hmac: (purpose, text) => createHmac('sha256', keyOf(purpose)).update(text).digest(),
    seal(text) {
      const nonce = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', sealing, nonce)
      const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64')
    },
    open(sealed) {
      const bytes = Buffer.from(sealed, 'base64')
      const decipher = createDecipheriv('aes-256-gcm', sealing, bytes.subarray(0, 12))
      decipher.setAuthTag(bytes.subarray(12, 28))
      return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8')
    },
  }
}

/** The key in a file; null if the file does not exist. @throws when its contents cannot be a whole key */
function readKey(path: string): string | null {
  let key: string
  try {
    key = readFileSync(path, 'utf8')
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return null
    throw error
  }
  if (key.trim().length < 32)
    throw new Error(
      `${path} is no whole key: it has fewer than 32 characters. Put the one of the last backup there; remove the file only if nothing was sealed with it.`,
    )
  return key
}

function readOrCreate(path: string, directory: string): string {
  const known = readKey(path)
  if (known !== null) return known
  mkdirSync(directory, { recursive: true })
  const whole = `${path}.${randomBytes(6).toString('hex')}.new`
  const file = openSync(whole, 'wx', 0o600)
  try {
    writeSync(file, randomBytes(48).toString('base64url'))
    fsyncSync(file)
    // The name appears with the whole key or not at all, and of two concurrent first starts only one creates it.
    linkSync(whole, path)
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error
  } finally {
    closeSync(file)
    rmSync(whole, { force: true })
  }
  syncDirectory(directory)
  const key = readKey(path)
  if (key === null) throw new Error(`${path} went away while it was read`)
  return key
}

/** SHA-256 of a random token; sufficient for tokens of 256 bits, which can't be guessed. */
export function sha256(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

/** A random 256-bit token for a cookie, base64url. */
export function randomToken(): string {
  return randomBytes(32).toString('base64url')
}
