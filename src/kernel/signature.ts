import { createHmac, timingSafeEqual } from 'node:crypto'
import type { App } from './app.ts'

const timestampHeader = 'x-touchline-timestamp'
export const signatureHeader = 'x-touchline-signature'

/** How far the timestamp of a signed call may be from the server's clock. */
const windowMs = 5 * 60_000

/** The marketplace's signature of a request: seconds since 1970, a signature in hex, and the body that it covers. */
export type Proof = { timestamp: string; signature: string; body: string }

/** HMAC-SHA256, in hex, of the seconds since 1970, a full stop and the body as sent. */
export function signatureOf(secret: string, timestamp: string, body: string): string {
  return createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')
}

/** The proof in a request's headers; null where it has none. */
export function proofOf(headers: Record<string, string | string[] | undefined>, body: string): Proof | null {
  const [timestamp, signature] = [headers[timestampHeader], headers[signatureHeader]]
  return typeof timestamp === 'string' && typeof signature === 'string' ? { timestamp, signature, body } : null
}

/** Whether a proof is within five minutes and signed with the marketplace's secret. Without a secret, none is valid. */
export function isSigned({ config, now }: Pick<App, 'config' | 'now'>, proof: Proof | null): boolean {
  const secret = config.marketplaceSecret
  if (!secret || !proof || !/^\d{10}$/.test(proof.timestamp) || !/^[0-9a-f]{64}$/.test(proof.signature)) return false
  if (Math.abs(now() - Number(proof.timestamp) * 1000) > windowMs) return false
  return timingSafeEqual(Buffer.from(proof.signature), Buffer.from(signatureOf(secret, proof.timestamp, proof.body)))
}
