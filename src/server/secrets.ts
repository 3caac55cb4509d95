import { createCipheriv, createDecipheriv, createHash, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import { closeSync, fsyncSync, mkdirSync, openSync, readFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'

/** Keyed hashing and sealing; the keys derive from one secret that never enters the database. */
export type Secrets = {
  /** HMAC-SHA256 of a text for one purpose, so that a stolen table can't be searched for codes or e-mails. */
  hmac(purpose: string, text: string): Buffer
  /** Encrypts a text (AES-256-GCM) for storage in the database. */
  seal(text: string): string
  /** The text that `seal` took. @throws when it was changed or sealed with another secret */
  open(sealed: string): string
}

/** Secrets from SECRET_KEY, or from `<dataDir>/secret.key`, which the first start writes. */
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

function readOrCreate(path: string, directory: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    mkdirSync(directory, { recursive: true })
    const secret = randomBytes(48).toString('base64url')
    try {
      // `wx`: of two first starts only one writes, the other reads what it wrote.
      const file = openSync(path, 'wx', 0o600)
      writeSync(file, secret)
      fsyncSync(file)
      closeSync(file)
      return secret
    } catch {
      return readFileSync(path, 'utf8')
    }
  }
}

/** SHA-256 of a random token; enough for tokens of 256 bits, which can't be guessed. */
export function sha256(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

/** A random 256-bit token for a cookie, base64url. */
export function randomToken(): string {
  return randomBytes(32).toString('base64url')
}
