import { api, failureOf, sessionEnded } from '#api/client.ts'
import { queryClient } from '#api/query.ts'
import { endAtServer, keepSignOut } from './session-pending.ts'
import { resetState, useRoot, yieldStorage } from './state.ts'

/** Session lifetime of spec 9, in milliseconds. */
export const sessionLifetime = 86_400_000

// The server draws too, and a channel would keep its process alive.
const tabs = typeof document === 'undefined' || typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('session')

/** Whether the stored login time still counts: present and younger than 24 hours (spec 4). */
export function isFresh(loginTime: number | null, now: number): boolean {
  return loginTime !== null && now - loginTime < sessionLifetime
}

/** How this page is being left: for good, or until the member has signed in again. */
let leaving: 'for good' | 'for now' | null = null

/**
 * Forgets everything of the member in this browser and shows /login.
 * @param next where to come back to when the session ended by itself; unsaved forms are kept then
 */
export function leave(next?: string): void {
  // Requests that were under way answer 401 afterwards and would lead astray; a sign-out that is heard of late still takes the drafts.
  if (leaving === 'for good' || (leaving && next)) return
  leaving = next ? 'for now' : 'for good'
  queryClient.clear()
  resetState(next ? useRoot.getState().auth.userId : null)
  window.location.replace(next && next !== '/' ? `/login?next=${encodeURIComponent(next)}` : '/login')
}

function tellTabs(): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a BroadcastChannel takes none
  tabs?.postMessage('signed-out')
}

/** Sign-out: the server forgets the session, or will once it can be reached; other tabs follow. */
export async function signOut(): Promise<void> {
  // Said first: where the other tabs only saw the storage change, they would keep their drafts for the member.
  tellTabs()
  if (!(await endAtServer())) keepSignOut()
  leave()
}

/** Ends every session of the member, this one included. @throws what the call throws; the member is signed in then as before */
export async function signOutEverywhere(): Promise<void> {
  await api.accounts.signOutEverywhere()
  tellTabs()
  leave()
}

/** Leaves as another tab of this browser did, whose storage already says what is true now. */
function follow(next?: string): void {
  yieldStorage()
  leave(next)
}

const here = () => window.location.pathname + window.location.search

/** By then the cookie of a changed session has arrived, whose answer may be a little behind a refused call's. */
const cookieDelay = 500

const isEnded = (error: unknown) => failureOf(error).code === 'auth/session-expired'

let isAsking = false

/**
 * Leaves when the server says it once more. A confirmed or changed password gives the session a new
 * cookie, and a call that was sent with the one before is refused though the member is still signed in.
 */
async function leaveIfEnded(): Promise<void> {
  if (isAsking) return
  isAsking = true
  await new Promise((resolve) => {
    setTimeout(resolve, cookieDelay)
  })
  const problem = await api.accounts.session().then(() => null, failureOf)
  isAsking = false
  if (problem === null) void queryClient.refetchQueries({ type: 'active', predicate: ({ state }) => isEnded(state.error) })
  else if (problem.code === 'auth/session-expired') leave(here())
}

/** When the visible sign-out comes: with the server's own end, and never later than 24 hours after the sign-in. Milliseconds since the epoch. */
export function sessionEnd({ expiresAt, loginTime }: { expiresAt: string | null; loginTime: number | null }): number {
  const latest = (loginTime ?? 0) + sessionLifetime
  const told = expiresAt === null ? latest : Date.parse(expiresAt)
  return Number.isNaN(told) ? latest : Math.min(told, latest)
}

/** Whom a stored `root` belongs to; null for nobody. */
function memberIn(stored: string | null): string | null {
  try {
    return (JSON.parse(stored ?? 'null') as { state?: { auth?: { userId?: string | null } } } | null)?.state?.auth?.userId ?? null
  } catch {
    return null
  }
}

/** Told of every end of the session: another tab's sign-out or sign-in, a refused call, the 24 hours (spec 4). */
export function watchSession(): void {
  const { auth } = useRoot.getState()
  const end = sessionEnd(auth)
  tabs?.addEventListener('message', () => follow())
  sessionEnded.addEventListener('ended', () => void leaveIfEnded())
  window.addEventListener('storage', ({ key, newValue }) => {
    // Everything at once is cleared only by the answer to a sign-out.
    if (key === null) return follow()
    if (key !== 'root') return
    const member = memberIn(newValue)
    if (member === auth.userId) return
    // The session ended by itself and another tab met it first; drafts are as dear here as there.
    if (member === null) return follow(here())
    // Another member signed in in another tab: nothing of the first may stay on this one.
    yieldStorage()
    sessionStorage.clear()
    window.location.reload()
  })
  const look = (): void => {
    const left = end - Date.now()
    if (left <= 0) leave(here())
    // A sleeping computer stops its timers, so the clock is asked again each minute and on return.
    else setTimeout(look, Math.min(left, 60_000))
  }
  look()
  document.addEventListener('visibilitychange', () => {
    if (!document.hidden && Date.now() >= end) leave(here())
  })
}
