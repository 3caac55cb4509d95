import { fieldsOf } from '#lib/choices.ts'
import { api } from './accounts.client.ts'
import { readJson } from '#lib/json.ts'
import { failureOf } from '#web/call-failure.ts'
import { sessionEnded } from '#web/server-calls.ts'
import { queryClient } from '#web/query.ts'
import { sessionMs } from './sign-in-session.rules.ts'
import { endAtServer, storeSignOut } from './session-pending.ts'
import { resetState, useRoot, yieldStorage, type RootState } from '#web/state.ts'

// The server draws too, and a channel would keep its process alive.
const tabs = typeof document === 'undefined' || typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('session')

/** How this page is being left: for good, or until the member has signed in again. */
let leaving: 'for good' | 'for now' | null = null

/**
 * Forgets everything of the member in this browser and shows /login.
 * @param next where to come back to when the session ended by itself; unsaved forms are kept then
 */
export function redirectToLogin(next?: string): void {
  // Requests that were under way answer 401 afterwards and would lead astray; a sign-out that is heard of late still takes the drafts.
  if (leaving === 'for good' || (leaving && next)) return
  leaving = next ? 'for now' : 'for good'
  queryClient.clear()
  resetState(next ? useRoot.getState().auth.userId : null)
  window.location.replace(next && next !== '/' ? `/login?next=${encodeURIComponent(next)}` : '/login')
}

/**
 * Leaves because this browser counts the session as over, and has the server end it too: who comes next must not
 * find its cookie still good.
 */
export function expire(): void {
  if (leaving) return
  storeSignOut(true)
  redirectToLogin(here())
}

function announceToTabs(): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a BroadcastChannel takes none
  tabs?.postMessage('signed-out')
}

/** Asks the member about what a sign-out would lose; true to sign out. */
type Ask = () => Promise<boolean>
let mayLeave: Ask = () => Promise.resolve(true)

/** Has each sign-out of this page wait for an answer. @returns ends it */
export function askBeforeSignOut(ask: Ask): () => void {
  mayLeave = ask
  return () => {
    mayLeave = () => Promise.resolve(true)
  }
}

/** Sign-out: the server forgets the session, or will once it can be reached; other tabs follow. Nothing happens where the member stays for what is not sent. */
export async function signOut(): Promise<void> {
  if (!(await mayLeave())) return
  // Said first: where the other tabs only saw the storage change, they would keep their drafts for the member.
  announceToTabs()
  if (!(await endAtServer())) storeSignOut()
  redirectToLogin()
}

/** Ends every session of the member, this one included. @throws what the call throws; the member is signed in then as before */
export async function signOutEverywhere(): Promise<void> {
  if (!(await mayLeave())) return
  await api.accounts.signOutEverywhere()
  announceToTabs()
  redirectToLogin()
}

/** Shows the product from Home on as a role of which the server has just said that the member may look so. */
export function lookAs(role: string): void {
  const { auth } = useRoot.getState()
  useRoot.setState({ auth: { ...auth, roles: role } })
  window.location.assign('/')
}

/** Leaves as another tab of this browser did, whose storage already says what is true now. */
function follow(next?: string): void {
  yieldStorage()
  redirectToLogin(next)
}

const here = () => window.location.pathname + window.location.search

/** By then the cookie of a changed session has arrived, whose answer may be a little behind a refused call's. */
const cookieDelay = 500

const isEnded = (error: unknown) => failureOf(error).code === 'auth/session-expired'

const minute = 60_000

let isAsking = false

/**
 * Leaves when the server says it once more. A confirmed or changed password gives the session a new
 * cookie, and a call that was sent with the one before is refused though the member is still signed in.
 */
async function redirectIfEnded(): Promise<void> {
  if (isAsking) return
  isAsking = true
  await new Promise((resolve) => {
    setTimeout(resolve, cookieDelay)
  })
  const problem = await api.accounts.session().then(() => null, failureOf)
  isAsking = false
  if (problem === null) void queryClient.refetchQueries({ type: 'active', predicate: ({ state }) => isEnded(state.error) })
  else if (problem.code === 'auth/session-expired') redirectToLogin(here())
}

/** When the visible sign-out comes: with the server's own end, and never later than 24 hours after the sign-in. Milliseconds since the epoch. */
export function sessionEnd({ expiresAt, loginTime }: { expiresAt: string | null; loginTime: number | null }): number {
  const latest = (loginTime ?? 0) + sessionMs
  const serverEnd = expiresAt === null ? latest : Date.parse(expiresAt)
  return Number.isNaN(serverEnd) ? latest : Math.min(serverEnd, latest)
}

/** Whom a stored `root` belongs to, and as which role they act; no one where it can't be read. */
function authIn(stored: string | null): Pick<RootState['auth'], 'userId' | 'roles' | 'expiresAt' | 'loginTime'> {
  const textOf = (value: unknown) => (typeof value === 'string' ? value : null)
  try {
    const { userId, roles, expiresAt, loginTime } = fieldsOf(fieldsOf(fieldsOf(readJson(stored ?? 'null'))['state'])['auth'])
    const signedInAt = typeof loginTime === 'number' ? loginTime : null
    return { userId: textOf(userId), roles: textOf(roles), expiresAt: textOf(expiresAt), loginTime: signedInAt }
  } catch {
    return { userId: null, roles: null, expiresAt: null, loginTime: null }
  }
}

/** Notified of every end of the session: another tab's sign-out or sign-in, a refused call, the 24 hours (spec 4). */
export function watchSession(): void {
  const { auth } = useRoot.getState()
  let end = sessionEnd(auth)
  tabs?.addEventListener('message', () => follow())
  sessionEnded.addEventListener('ended', () => void redirectIfEnded())
  window.addEventListener('storage', ({ key, newValue }) => {
    // Everything at once is cleared only by the answer to a sign-out.
    if (key === null) return follow()
    if (key !== 'root') return
    const { userId: member, roles, expiresAt, loginTime } = authIn(newValue)
    if (member === auth.userId) {
      // Signed in again in another tab, perhaps: the old end must not take the new session.
      if (loginTime !== null) end = sessionEnd({ expiresAt, loginTime })
      if (roles === auth.roles) return
      // In another tab the owner looks as another role now, and this tab's cookie is the same.
      yieldStorage()
      return window.location.reload()
    }
    // The session ended by itself and another tab met it first; drafts are as dear here as there.
    if (member === null) return follow(here())
    // Another member signed in in another tab: nothing of the first may stay on this one.
    yieldStorage()
    sessionStorage.clear()
    window.location.reload()
  })
  const look = (): void => {
    const left = end - Date.now()
    if (left <= 0) return expire()
    // A sleeping computer stops its timers, so the clock is asked again each minute and on return.
    setTimeout(look, Math.min(left, minute))
  }
  look()
  // A screen that no one touches makes no call that could be refused, and must not show customers on.
  setInterval(() => {
    if (!document.hidden && !leaving) void api.accounts.session().catch(() => {})
  }, minute)
  document.addEventListener('visibilitychange', () => {
    if (!document.hidden && Date.now() >= end) expire()
  })
}
