import { sql } from 'kysely'
import type { Trx } from '#db/tenant.ts'
import { notify } from '#business/notifications/notify.server.ts'
import { browserOf } from './browser-name.rules.ts'
import { instant } from '#kernel/app.ts'
import type { Call } from '#kernel/base.ts'
import { randomToken, sha256 } from '#kernel/secrets.ts'
import { cookieHeader } from './identity.server.ts'

/** Identifies a browser to every account that signs in with it, and reveals nothing about them; it survives a sign-out. */
const browserCookie = '__Host-browser'
/** The longest lifetime that browsers allow a cookie, in seconds. */
const cookieSeconds = 400 * 86_400
/** How old a known browser's stored last use may be, so that not every sign-in writes it. */
const noteMs = 86_400_000

/** The browser's own token, or a new one where it sends none. */
function tokenOf(call: Call): string {
  const stored = call.cookies[browserCookie]
  return stored && /^[A-Za-z0-9_-]{43}$/.test(stored) ? stored : randomToken()
}

/** The hash under which a browser is stored, and a function that sets its cookie. */
export type Browser = { hash: Buffer; keep: () => void }

/** The browser of a call; one without a cookie gets a new token. */
export function identifyBrowser(call: Call): Browser {
  const token = tokenOf(call)
  return { hash: sha256(token), keep: () => call.setHeader('set-cookie', cookieHeader(browserCookie, token, cookieSeconds)) }
}

/** Whether this browser has signed in to an account before; an unknown account costs the same query. */
export async function isKnownBrowser({ app }: Call, userId: string, hash: Buffer): Promise<boolean> {
  const known = await app.db.kysely
    .selectFrom('knownBrowsers')
    .select('userId')
    .where('userId', '=', userId)
    .where('hash', '=', hash)
    .executeTakeFirst()
  return known !== undefined
}

async function write(trx: Trx, userId: string, hash: Buffer, seenAt: string): Promise<void> {
  await trx
    .insertInto('knownBrowsers')
    .values({ userId, hash, seenAt })
    .onConflict((conflict) => conflict.columns(['userId', 'hash']).doUpdateSet({ seenAt }))
    .execute()
}

/** Adds this browser to a member's silently, where another notice reports it. @returns a function that sets the cookie, after the commit */
export async function rememberBrowser(trx: Trx, call: Call, userId: string): Promise<() => void> {
  const { hash, keep } = identifyBrowser(call)
  await write(trx, userId, hash, instant(call.app))
  return keep
}

/**
 * Records that a member signs in with this browser, and notifies them of one that they never used before.
 * A member's first browser is not reported.
 * @param seenAt its stored last use by the member, an ISO instant; null where that is not known yet
 */
export async function meetBrowser(
  trx: Trx,
  call: Call,
  { vendorId, userId }: { vendorId: string; userId: string },
  { hash }: Browser,
  seenAt: string | null,
): Promise<void> {
  const { app } = call
  const at = instant(app)
  if (seenAt !== null) {
    if (app.now() - Date.parse(seenAt) >= noteMs) await write(trx, userId, hash, at)
    return
  }
  const { rows } = await sql<{ isKnown: boolean; others: boolean }>`
    select exists (select 1 from "knownBrowsers" where "userId" = ${userId} and "hash" = ${hash}) as "isKnown",
      exists (select 1 from "knownBrowsers" where "userId" = ${userId}) as "others"`.execute(trx)
  await write(trx, userId, hash, at)
  if (rows[0]?.isKnown === false && rows[0].others) {
    const named = browserOf(call.browser)
    const browser = named ? `${named.browser}, ${named.system}` : call.browser || '–'
    await notify({ trx, call, vendorId }, { kind: 'newBrowser', cause: call.requestId, values: { browser, at }, to: { user: userId } })
  }
}
