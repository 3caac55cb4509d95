import { api } from './accounts.client.ts'
import { failureOf } from '#web/call-failure.ts'
import { readDocument } from '#web/documents.ts'
import { withoutSignOut } from './session-pending.ts'
import { resetState, type VenderData } from '#web/state.ts'

type Credential = Parameters<typeof api.accounts.signIn>[0]

/** The server accepted the credential, but the browser did not keep the session's cookie. */
export class CookieRefused extends Error {}

/** Signs in and starts the session in this browser. @throws the server's refusal, CookieRefused */
export function signIn(credential: Credential): Promise<void> {
  return withoutSignOut(async () => startSession(await api.accounts.signIn(credential)))
}

/** The merchant, and where its profile is complete the vendor over it (spec 4). */
async function readVender(userId: string, vendorId: string): Promise<VenderData> {
  const merchant = await readDocument('merchants', userId)
  if (merchant.data?.['profileCompleted'] !== true) return merchant.data ?? null
  const vendor = await readDocument(`countries/${String(merchant.data['code'])}/vendors`, vendorId)
  return { ...merchant.data, ...vendor.data }
}

/**
 * What happens after the credential was accepted (spec 4): the login time is stored, the
 * business is read; a trainer, who reads no collections (product 4), gets the merchant alone.
 */
async function startSession(signedIn: { id: string; email: string; status: string }): Promise<void> {
  const session = await api.accounts.session().catch((error: unknown) => {
    // The cookie is `Secure`: Safari's engine refuses it over http, also from the machine itself.
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
      // The server's 24 hours in this device's time, which may be wrong by days.
      expiresAt: new Date(now + Date.parse(session.expiresAt) - Date.parse(session.serverTime)).toISOString(),
    },
    vender: { venderData },
  })
}

/** The page that a signed-out visitor asked for, when it is one of our own; Home otherwise. */
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
