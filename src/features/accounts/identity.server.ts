import type { Call } from '#server/base.ts'

/** One spelling of an address for look-ups and limits: trimmed, NFKC, lower case. */
export function emailKeyOf(email: string): string {
  return email.trim().normalize('NFKC').toLowerCase()
}

/** The key under which an address is counted; a keyed hash, so that the limits name nobody. */
export function limitKeyOf({ app }: Call, email: string): string {
  return app.secrets.hmac('limit', emailKeyOf(email)).toString('hex')
}

/** A cookie of the product: bound to this origin, unseen by scripts, never sent by another site's page. */
export function cookieHeader(name: string, value: string, maxAgeSeconds: number): string {
  return `${name}=${value}; Path=/; Max-Age=${maxAgeSeconds}; Secure; HttpOnly; SameSite=Strict`
}
