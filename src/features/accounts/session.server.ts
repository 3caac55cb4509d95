import { platform, tenant, type Trx } from '#db/tenant.ts'
import { instant } from '#server/app.ts'
import { audit } from '#server/audit.ts'
import { memberOf, os, sessionCookie, type Call } from '#server/base.ts'
import { failure } from '#server/failure.ts'
import { newId } from '#server/ids.ts'
import { randomToken, sha256 } from '#server/secrets.ts'
import { cookieHeader } from './identity.server.ts'

/** How long a sign-in lasts, absolutely, by the server's clock (spec 9: 86400000 ms). */
export const sessionMs = 86_400_000

/**
 * A new session's row, and what hands its cookie out. A session that the browser had before ends.
 * @param expiresAt kept when an old session is only renewed
 */
export async function newSession(
  trx: Trx,
  call: Call,
  member: { userId: string; vendorId: string },
  expiresAt = instant(call.app, sessionMs),
) {
  const { app } = call
  const before = call.cookies[sessionCookie]
  if (before) await trx.deleteFrom('sessions').where('hash', '=', sha256(before)).execute()
  const token = randomToken()
  const now = instant(app)
  const row = {
    hash: sha256(token),
    id: newId(app.now()),
    userId: member.userId,
    vendorId: member.vendorId,
    createdAt: now,
    confirmedAt: now,
    expiresAt,
    browser: call.browser,
  }
  const seconds = Math.max(Math.floor((Date.parse(expiresAt) - app.now()) / 1000), 0)
  // Set only after the commit: a cookie for a session that was rolled back would sign nobody in.
  return { row, setCookie: () => call.setHeader('set-cookie', cookieHeader(sessionCookie, token, seconds)) }
}

/** Writes a session in place of the one before. @returns what hands its cookie out, after the commit */
export async function renewSession(trx: Trx, call: Call, member: { userId: string; vendorId: string }, expiresAt: string) {
  const { row, setCookie } = await newSession(trx, call, member, expiresAt)
  await trx.insertInto('sessions').values(row).execute()
  return setCookie
}

/** Forgets the session in this browser and what the browser stored of it. */
function forget(call: Call): void {
  call.setHeader('set-cookie', cookieHeader(sessionCookie, '', 0))
  call.setHeader('clear-site-data', '"cache", "storage"')
}

const done = { success: true }

/** Sign-out; also for a browser whose session has ended already. */
export const signOut = os.accounts.signOut.handler(async ({ context: call }) => {
  const { session, app } = call
  if (session) {
    await tenant(app.db, session.vendorId, async (trx) => {
      await trx.deleteFrom('sessions').where('hash', '=', Buffer.from(session.hash)).execute()
      await trx
        .updateTable('merchants')
        .set({ isOnLine: false, lastUpdated: instant(app), updatedAt: instant(app) })
        .where('vendorId', '=', session.vendorId)
        .execute()
      await audit(trx, call, { action: 'sign-out', entity: 'account', target: session.userId })
    })
  }
  forget(call)
  return done
})

/** Ends every session of the member, this one included. */
export const signOutEverywhere = os.accounts.signOutEverywhere.handler(async ({ context: call }) => {
  const { userId, vendorId } = memberOf(call)
  await tenant(call.app.db, vendorId, async (trx) => {
    await trx.deleteFrom('sessions').where('userId', '=', userId).execute()
    await trx
      .updateTable('merchants')
      .set({ isOnLine: false, lastUpdated: instant(call.app), updatedAt: instant(call.app) })
      .where('vendorId', '=', vendorId)
      .execute()
    await audit(trx, call, { action: 'sign-out-everywhere', entity: 'account', target: userId })
  })
  forget(call)
  return done
})

export const session = os.accounts.session.handler(({ context: call }) => {
  const { userId, vendorId, email, role, createdAt, expiresAt } = memberOf(call)
  return { userId, vendorId, email, role, signedInAt: createdAt, expiresAt, serverTime: instant(call.app) }
})

export const sessions = os.accounts.sessions.handler(async ({ context: call }) => {
  const { userId, sessionId } = memberOf(call)
  const rows = await platform(call.app.db, (trx) =>
    trx
      .selectFrom('sessions')
      .select(['id', 'createdAt', 'expiresAt', 'browser'])
      .where('userId', '=', userId)
      .where('expiresAt', '>', instant(call.app))
      .orderBy('createdAt', 'desc')
      .limit(100)
      .execute(),
  )
  return rows.map((row) => ({ ...row, isCurrent: row.id === sessionId }))
})

/** Ends one of the member's own sessions. @throws document/not-found for any other id */
export const endSession = os.accounts.endSession.handler(async ({ context: call, input }) => {
  const { userId, vendorId } = memberOf(call)
  await tenant(call.app.db, vendorId, async (trx) => {
    const ended = await trx
      .deleteFrom('sessions')
      .where('userId', '=', userId)
      .where('id', '=', input.id)
      .returning('id')
      .executeTakeFirst()
    if (!ended) throw failure('document/not-found')
    await audit(trx, call, { action: 'end-session', entity: 'session', target: input.id })
  })
  return done
})
