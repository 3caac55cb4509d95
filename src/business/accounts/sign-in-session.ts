import { fieldsOf } from '#lib/choices.ts'
import { api } from './accounts.client.ts'
import { readJson } from '#lib/json.ts'
import { failureOf } from '#web/call-failure.ts'
import { sessionEnded } from '#web/server-calls.ts'
import { queryClient } from '#web/query.ts'
import { sessionMs } from './sign-in-session.rules.ts'
import { endAtServer, storeSignOut } from './session-pending.ts'
import { isOthersMark, resetState, useRoot, yieldStorage, type RootState } from '#web/state.ts'

// The server also renders, and a channel would keep its process alive.
const tabs = typeof document === 'undefined' || typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('session')

/** How this page is being left: permanently, or until the member signs in again. */
let leaving: 'for good' | 'for now' | null = null

/**
 * Clears all of the member's data in this browser and shows /login.
 * @param next the page to return to when the session expired; unsaved forms are then kept
 */
export function redirectToLogin(next?: string): void {
  // Pending requests then answer 401 and would redirect wrongly; a late sign-out still clears the drafts.
  if (leaving === 'for good' || (leaving && next)) return
  leaving = next ? 'for now' : 'for good'
  queryClient.clear()
  resetState(next ? useRoot.getState().auth.userId : null)
  window.location.replace(next && next !== '/' ? `/login?next=${encodeURIComponent(next)}` : '/login')
}

/**
 * Leaves because this browser considers the session expired, and ends it on the server too: the next user of the
 * browser must not find a valid cookie.
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

/** Asks the member about what a sign-out would lose; resolves to true to sign out. */
type Ask = () => Promise<boolean>
let mayLeave: Ask = () => Promise.resolve(true)

/** Makes each sign-out on this page wait for confirmation. @returns a function that removes the check */
export function askBeforeSignOut(ask: Ask): () => void {
  mayLeave = ask
  return () => {
    mayLeave = () => Promise.resolve(true)
  }
}

/** Whether marks of another member wait in this browser; a sign-out must not lose them. */
function hasOthersMarks(): boolean {
  try {
    return Object.keys(localStorage).some(isOthersMark)
  } catch {
    return false
  }
}

/** Signs out: the server ends the session, later if it is unreachable now; other tabs follow. A member may cancel to keep unsent data. */
export async function signOut(): Promise<void> {
  if (!(await mayLeave())) return
  // Announced first: tabs that only saw the storage change would keep their drafts for the member.
  announceToTabs()
  const keepStorage = hasOthersMarks()
  if (!(await endAtServer(keepStorage))) storeSignOut(keepStorage, true)
  redirectToLogin()
}

/** Ends every session of the member, this one included. @throws the call's error; the member then stays signed in */
export async function signOutEverywhere(): Promise<void> {
  if (!(await mayLeave())) return
  await api.accounts.signOutEverywhere()
  announceToTabs()
  redirectToLogin()
}

/** Views the product from Home as a role that the server has just allowed. */
export function lookAs(role: string): void {
  const { auth } = useRoot.getState()
  useRoot.setState({ auth: { ...auth, roles: role } })
  window.location.assign('/')
}

/** Leaves as another tab of this browser did; the storage is already up to date. */
function follow(next?: string): void {
  yieldStorage()
  redirectToLogin(next)
}

const here = () => window.location.pathname + window.location.search

/** Time for the new cookie of a changed session to arrive, whose response may lag behind a refused call's. */
const cookieDelay = 500

const isEnded = (error: unknown) => failureOf(error).code === 'auth/session-expired'

const minute = 60_000

let isAsking = false

/**
 * Leaves once the server confirms that the session ended. A confirmed or changed password gives the session a new
 * cookie, and a call sent with the previous one is refused although the member is still signed in.
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

/** When the visible sign-out occurs: at the server's expiry, at most 24 hours after the sign-in. Milliseconds since the epoch. */
export function sessionEnd({ expiresAt, loginTime }: { expiresAt: string | null; loginTime: number | null }): number {
  const latest = (loginTime ?? 0) + sessionMs
  const serverEnd = expiresAt === null ? latest : Date.parse(expiresAt)
  return Number.isNaN(serverEnd) ? latest : Math.min(serverEnd, latest)
}

/** The user and role of a stored `root`; null where it can't be read. */
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

/** Watches for every end of the session: another tab's sign-out or sign-in, a refused call, the 24 hours (spec 4). */
export function watchSession(): void {
  const { auth } = useRoot.getState()
  let end = sessionEnd(auth)
  tabs?.addEventListener('message', () => follow())
  sessionEnded.addEventListener('ended', () => void redirectIfEnded())
  window.addEventListener('storage', ({ key, newValue }) => {
    // Only the response to a sign-out clears the whole storage.
    if (key === null) return follow()
    if (key !== 'root') return
    const { userId: member, roles, expiresAt, loginTime } = authIn(newValue)
    if (member === auth.userId) {
      // Perhaps signed in again in another tab: the old expiry must not end the new session.
      if (loginTime !== null) end = sessionEnd({ expiresAt, loginTime })
      if (roles === auth.roles) return
      // In another tab the owner now views another role, and this tab shares its cookie.
      yieldStorage()
      return window.location.reload()
    }
    // The session expired and another tab noticed it first; drafts must survive here as well.
    if (member === null) return follow(here())
    // Another member signed in in another tab: none of the first member's data may remain in this one.
    yieldStorage()
    sessionStorage.clear()
    window.location.reload()
  })
  const look = (): void => {
    const left = end - Date.now()
    if (left <= 0) return expire()
    // A sleeping computer stops its timers, so the clock is checked every minute and on return.
    setTimeout(look, Math.min(left, minute))
  }
  look()
  // An idle screen makes no call that could be refused, and must not go on showing customers.
  setInterval(() => {
    if (!document.hidden && !leaving) void api.accounts.session().catch(() => {})
  }, minute)
  document.addEventListener('visibilitychange', () => {
    if (!document.hidden && Date.now() >= end) expire()
  })
}
