import { sql } from 'kysely'
import type { Trx } from '#db/tenant.ts'
import { notify } from '#business/notifications/notify.server.ts'
import { browserOf } from './browser-name.rules.ts'
import { instant } from '#kernel/app.ts'
import type { Call } from '#kernel/base.ts'
import { randomToken, sha256 } from '#kernel/secrets.ts'
import { cookieHeader } from './identity.server.ts'

/** Names a browser to anyone who signs in with it, and says nothing of them; it outlives a sign-out. */
const browserCookie = '__Host-browser'
/** As long as browsers keep a cookie, in seconds. */
const cookieSeconds = 400 * 86_400
/** How old what is noted of a known browser's use may be, so that not each sign-in writes it. */
const noteMs = 86_400_000

/** The browser's own token, or a new one where it brings none. */
function tokenOf(call: Call): string {
  const stored = call.cookies[browserCookie]
  return stored && /^[A-Za-z0-9_-]{43}$/.test(stored) ? stored : randomToken()
}

/** The hash by which a browser is kept, and what hands its cookie out. */
export type Browser = { hash: Buffer; keep: () => void }

/** The browser of a call; one without a cookie gets a new name. */
export function identifyBrowser(call: Call): Browser {
  const token = tokenOf(call)
  return { hash: sha256(token), keep: () => call.setHeader('set-cookie', cookieHeader(browserCookie, token, cookieSeconds)) }
}

/** Whether an account was signed in to with this browser before; an unknown account costs the same look. */
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

/** Counts this browser among a member's without a word, where another notice tells of it. @returns what hands the cookie out, after the commit */
export async function rememberBrowser(trx: Trx, call: Call, userId: string): Promise<() => void> {
  const { hash, keep } = identifyBrowser(call)
  await write(trx, userId, hash, instant(call.app))
  return keep
}

/**
 * Writes down that a member signs in with this browser, and tells them of one that they never used before.
 * A member's first browser is no news.
 * @param seenAt when it was last noted that the member used it, an ISO instant; null where that is not known yet
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
