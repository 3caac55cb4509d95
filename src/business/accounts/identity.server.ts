import { sql } from 'kysely'
import { tenant } from '#db/tenant.ts'
import { audit } from '#kernel/audit.ts'
import type { Call } from '#kernel/base.ts'
import { nilId } from '#kernel/ids.ts'

/** The canonical spelling of an address for look-ups and limits: trimmed, NFKC, lower case. */
export function emailKeyOf(email: string): string {
  return email.trim().normalize('NFKC').toLowerCase()
}

/** The key under which an address is counted; a keyed hash, so that the limits table identifies no one. */
export function limitKeyOf({ app }: Call, email: string): string {
  return app.secrets.hmac('limit', emailKeyOf(email)).toString('hex')
}

/** A cookie of the product: bound to this origin, hidden from scripts, never sent from another site's page. */
export function cookieHeader(name: string, value: string, maxAgeSeconds: number): string {
  return `${name}=${value}; Path=/; Max-Age=${maxAgeSeconds}; Secure; HttpOnly; SameSite=Strict`
}

/** The account that an attempt is logged for. */
export type Tried = { vendorId: string; userId: string; role: string }

/**
 * The account of an e-mail as the audit log names it. An unknown e-mail is logged too, under no vendor, so that the
 * time of writing the row can't reveal a known address (product 2.5).
 */
export function triedOf(user: { id: string; vendorId: string | null; role: string | null } | undefined): Tried {
  return { vendorId: user?.vendorId ?? nilId, userId: user?.id ?? nilId, role: user?.role ?? 'none' }
}

/** Sorts an account's current membership first: it has one at a time, and removed ones follow. */
export const currentFirst = sql`"members"."state" = 'removed', "members"."createdAt" desc`

/** The account of an e-mail, with the columns that attempts need. */
export async function findTried({ app }: Call, emailKey: string): Promise<{ email: string | null; tried: Tried }> {
  const user = await app.db.kysely
    .selectFrom('users')
    .leftJoin('members', 'members.userId', 'users.id')
    .select(['users.id', 'users.email', 'members.vendorId', 'members.role'])
    .where('users.emailKey', '=', emailKey)
    .orderBy(currentFirst)
    .executeTakeFirst()
  return { email: user?.email ?? null, tried: triedOf(user) }
}

/** Logs a refused attempt in a separate transaction, since the refusal rolls back the attempt's own. */
export function auditRefusal(call: Call, tried: Tried, action: 'sign-in-refused' | 'confirm-password-refused'): Promise<void> {
  return tenant(call.app.db, tried.vendorId, (trx) => audit(trx, call, { action, entity: 'account', target: tried.userId }, tried))
}
