import type { Trx } from '#db/tenant.ts'
import { instant } from '#kernel/app.ts'
import type { Call } from '#kernel/base.ts'
import { randomToken, sha256 } from '#kernel/secrets.ts'
import { cookieHeader } from './identity.server.ts'

const grantMs = 10 * 60_000
const grantCookie = '__Host-reset'

/** The hash of this browser's grant; without a grant, a hash that matches none. */
export const grantHashOf = (call: Call) => sha256(call.cookies[grantCookie] ?? '')

/** Issues this browser a grant, proof that it controls an address. @returns a function that sets the cookie, after the commit */
export async function issueGrant(trx: Trx, call: Call, emailKey: string): Promise<() => void> {
  const token = randomToken()
  await trx
    .insertInto('resetGrants')
    .values({ hash: sha256(token), emailKey, expiresAt: instant(call.app, grantMs) })
    .execute()
  return () => call.setHeader('set-cookie', cookieHeader(grantCookie, token, grantMs / 1000))
}

/** Consumes a grant. @returns whether it existed for this address and was still valid */
export async function consumeGrant(trx: Trx, call: Call, hash: Buffer, emailKey: string): Promise<boolean> {
  const spent = await trx
    .deleteFrom('resetGrants')
    .where('hash', '=', hash)
    .where('emailKey', '=', emailKey)
    .where('expiresAt', '>', instant(call.app))
    .returning('emailKey')
    .executeTakeFirst()
  return spent !== undefined
}

/** Whether this browser has a grant of an address; does not consume it. */
export async function hasGrant(call: Call, emailKey: string): Promise<boolean> {
  if (!call.cookies[grantCookie]) return false
  const found = await call.app.db.kysely
    .selectFrom('resetGrants')
    .select('emailKey')
    .where('hash', '=', grantHashOf(call))
    .where('emailKey', '=', emailKey)
    .where('expiresAt', '>', instant(call.app))
    .executeTakeFirst()
  return found !== undefined
}

/** Deletes the grant's cookie in this browser. */
export function dropGrant(call: Call): void {
  call.setHeader('set-cookie', cookieHeader(grantCookie, '', 0))
}
