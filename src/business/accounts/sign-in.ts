import { api } from './accounts.client.ts'
import { failureOf } from '#web/call-failure.ts'
import { readDocument } from '#web/documents.ts'
import { withoutSignOut } from './session-pending.ts'
import { resetState, type VenderData } from '#web/state.ts'

type Credential = Parameters<typeof api.accounts.signIn>[0]

/** The server accepted the credential, but the browser did not store the session's cookie. */
export class CookieRefused extends Error {}

/**
 * Signs in and starts the session in this browser. @param call the call that accepts a password or a passkey
 * @throws the server's refusal, CookieRefused
 */
export function signInBy(call: () => ReturnType<typeof api.accounts.signIn>): Promise<void> {
  return withoutSignOut(async () => startSession(await call()))
}

/** Signs in with a password, as `signInBy`. */
export const signIn = (credential: Credential): Promise<void> => signInBy(() => api.accounts.signIn(credential))

/** The merchant, with the vendor merged over it where its profile is complete (spec 4). */
async function readVender(userId: string, vendorId: string): Promise<VenderData> {
  const merchant = await readDocument('merchants', userId)
  if (merchant.data?.['profileCompleted'] !== true) return merchant.data ?? null
  const vendor = await readDocument(`countries/${String(merchant.data['code'])}/vendors`, vendorId)
  return { ...merchant.data, ...vendor.data }
}

/**
 * Runs after the credential was accepted (spec 4): stores the login time and reads the business; a trainer, who may
 * not read collections (product 4), gets only the merchant.
 */
async function startSession(signedIn: { id: string; email: string; status: string }): Promise<void> {
  const session = await api.accounts.session().catch((error: unknown) => {
    // The cookie is `Secure`: Safari's engine refuses it over http, even from localhost.
    throw failureOf(error).code === 'auth/session-expired' ? new CookieRefused() : error
  })
  const venderData = session.role === 'trainer' ? await api.setup.merchant() : await readVender(signedIn.id, session.vendorId)
  const now = Date.now()
  resetState(signedIn.id, {
    auth: {
      token: 'signed-in',
      userId: signedIn.id,
      roles: session.role,
      ownRole: session.ownRole,
      authData: signedIn,
      loginTime: now,
      // The server's 24 hours on this device's clock, which may be wrong by days.
      expiresAt: new Date(now + Date.parse(session.expiresAt) - Date.parse(session.serverTime)).toISOString(),
    },
    vender: { venderData },
  })
}

/** The page that a signed-out visitor requested, if it is one of ours; otherwise Home. */
export function nextPage(search: string): string {
  const next = new URLSearchParams(search).get('next') ?? '/'
  if (!next.startsWith('/')) return '/'
  try {
    const own = 'http://own.invalid'
    const { origin, pathname, search: query, hash } = new URL(next, own)
    return origin === own ? pathname + query + hash : '/'
  } catch {
    return '/'
  }
}
