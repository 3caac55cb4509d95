import { compiled, type PlaceOf } from '#db/compiled.ts'
import type { Schema } from '#db/schema.gen.ts'
import { platform, tenant, type Trx } from '#db/tenant.ts'
import { notify } from '#business/notifications/notify.server.ts'
import { merchantSignsOut } from '#business/setup/merchant.server.ts'
import { instant } from '#kernel/app.ts'
import { audit } from '#kernel/audit.ts'
import { type Call, handlersOf, memberOf, sessionCookie } from '#kernel/base.ts'
import { failure } from '#kernel/failure.ts'
import { newId } from '#kernel/ids.ts'
import { randomToken, sha256 } from '#kernel/secrets.ts'
import { cookieHeader } from './identity.server.ts'
import { sessionMs, sessionsMost } from './sign-in-session.rules.ts'
import { accountContract } from './account.contract.ts'

const os = handlersOf({ accounts: accountContract })

/** Locks an account until the transaction ends, so that renewing and ending its sessions are serialised. */
async function lockAccount(trx: Trx, userId: string): Promise<void> {
  await trx.selectFrom('users').select('id').where('id', '=', userId).forUpdate().execute()
}

/** Locks the session of a call before its renewal. @throws auth/session-expired where it ended since the call was admitted */
export async function lockSession(trx: Trx, call: Call): Promise<void> {
  const { userId, hash } = memberOf(call)
  await lockAccount(trx, userId)
  const live = await trx.selectFrom('sessions').select('id').where('hash', '=', Buffer.from(hash)).forUpdate().executeTakeFirst()
  if (!live) throw failure('auth/session-expired')
}

/** The role as which an owner's session views the product; kept when the session is renewed. */
function viewOf({ session }: Call): Pick<Schema['sessions'], 'viewRole' | 'viewTrainer'> {
  if (!session || session.role === session.ownRole || session.role === 'owner') return { viewRole: null, viewTrainer: null }
  return { viewRole: session.role, viewTrainer: session.trainerId }
}

/**
 * Returns a new session's row and a function that sets its cookie. Ends the browser's previous session.
 * @param expiresAt of the old session when it is only renewed
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
    ...viewOf(call),
  }
  const seconds = Math.max(Math.floor((Date.parse(expiresAt) - app.now()) / 1000), 0)
  // Set only after the commit: a cookie for a session that was rolled back would sign no one in.
  return { row, setCookie: () => call.setHeader('set-cookie', cookieHeader(sessionCookie, token, seconds)) }
}

/** Ends a member's oldest sessions beyond the maximum. The account must be locked. @returns their ids */
export const oldestSessions = compiled((kysely, place: PlaceOf<{ userId: string }>) =>
  kysely
    .deleteFrom('sessions')
    .where('hash', 'in', (of) =>
      of
        .selectFrom('sessions')
        .select('hash')
        .where('userId', '=', place('userId'))
        .orderBy('createdAt', 'desc')
        .orderBy('id', 'desc')
        .offset(sessionsMost),
    )
    .returning('id'),
)

/** Notifies a member of sessions that a sign-in ended. */
export async function noteEnded(
  trx: Trx,
  call: Call,
  { userId, vendorId }: { userId: string; vendorId: string },
  ended: readonly unknown[],
): Promise<void> {
  if (ended.length === 0) return
  const notice = { kind: 'sessionEnded', cause: call.requestId, values: { most: sessionsMost }, to: { user: userId } } as const
  await notify({ trx, call, vendorId }, notice)
}

/** The columns of a session that may differ from a fresh sign-in's. */
type Overrides = Partial<Pick<Schema['sessions'], 'createdAt' | 'confirmedAt' | 'viewRole' | 'viewTrainer'>>

/**
 * Replaces the previous session, which must be locked. @param overrides columns that differ from a fresh sign-in's
 * @returns a function that sets the cookie, after the commit
 */
export async function renewSession(
  trx: Trx,
  call: Call,
  member: { userId: string; vendorId: string },
  expiresAt: string,
  overrides: Overrides = {},
): Promise<() => void> {
  const { row, setCookie } = await newSession(trx, call, member, expiresAt)
  await trx
    .insertInto('sessions')
    .values({ ...row, ...overrides })
    .execute()
  return setCookie
}

/** Deletes the session's cookie in this browser, and the browser's storage unless it is to be kept. */
function forget(call: Call, keepStorage = false): void {
  call.setHeader('set-cookie', cookieHeader(sessionCookie, '', 0))
  if (!keepStorage) call.setHeader('clear-site-data', '"cache", "storage"')
}

const done = { success: true }

/** Signs out; also works in a browser whose session has already ended. */
export const signOutHandler = os.accounts.signOut.handler(async ({ context: call, input }) => {
  const { session, app } = call
  if (session) {
    await tenant(app.db, session.vendorId, async (trx) => {
      await trx.deleteFrom('sessions').where('hash', '=', Buffer.from(session.hash)).execute()
      await merchantSignsOut(trx, { ...session, now: instant(app) })
      await audit(trx, call, { action: 'sign-out', entity: 'account', target: session.userId }, session)
    })
  }
  forget(call, input?.keepStorage)
  return done
})

/** Ends every session of the member, this one included. */
export const signOutEverywhereHandler = os.accounts.signOutEverywhere.handler(async ({ context: call }) => {
  const { userId, vendorId } = memberOf(call)
  await tenant(call.app.db, vendorId, async (trx) => {
    await lockAccount(trx, userId)
    await trx.deleteFrom('sessions').where('userId', '=', userId).execute()
    await merchantSignsOut(trx, { vendorId, userId, now: instant(call.app) })
    await audit(trx, call, { action: 'sign-out-everywhere', entity: 'account', target: userId })
  })
  forget(call)
  return done
})

export const sessionHandler = os.accounts.session.handler(({ context: call }) => {
  const { userId, vendorId, email, emailIsVerified, role, ownRole, createdAt, expiresAt } = memberOf(call)
  return { userId, vendorId, email, emailIsVerified, role, ownRole, signedInAt: createdAt, expiresAt, serverTime: instant(call.app) }
})

export const sessionsHandler = os.accounts.sessions.handler(async ({ context: call }) => {
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
