import { useSyncExternalStore } from 'react'
import { api } from './accounts.client.ts'
import { failureOf } from '#web/call-failure.ts'
import { pendingSignOut } from '#web/state.ts'

/** How long the server may take to answer a sign-out, and the pause before it is asked again, in milliseconds. */
const patience = 5000
const pause = 30_000

const changes = new EventTarget()

/** The markers of a pending sign-out that leaves storage as it is: of an expired session, and of a member while others' marks wait. */
const keeping = 'keep'
const askedKeeping = 'asked-keep'

/** Whether a sign-out in this browser is pending on the server. */
export function isPending(): boolean {
  try {
    return localStorage.getItem(pendingSignOut) !== null
  } catch {
    return false
  }
}

const isAsked = () => isPending() && localStorage.getItem(pendingSignOut) !== keeping

/**
 * Asks the server to end this browser's session.
 * @param keepStorage whether unsaved forms and marks stay, for a session that expired
 * @returns whether no session is left to end there
 */
export async function endAtServer(keepStorage = false): Promise<boolean> {
  try {
    await api.accounts.signOut(keepStorage ? { keepStorage } : undefined, { signal: AbortSignal.timeout(patience) })
    return true
  } catch (error) {
    return failureOf(error).status === 401
  }
}

/**
 * Records that this browser's sign-out is pending on the server, since no script can remove its cookie.
 * @param keepStorage as in `endAtServer`
 * @param byMember whether the member signed out, which takes precedence over an expired session
 */
export function storeSignOut(keepStorage = false, byMember = !keepStorage): void {
  try {
    if (byMember || !isPending()) localStorage.setItem(pendingSignOut, keepStorage ? (byMember ? askedKeeping : keeping) : '1')
  } catch {
    // A storage that refuses writes can't remember the sign-out either.
  }
}

/**
 * Runs a sign-in while no tab carries out an earlier sign-out, whose answer would delete the new cookie. A successful
 * sign-in ends the old session anyway and drops the marker with the old state.
 */
export function withoutSignOut<Result>(work: () => Promise<Result>): Promise<Result> {
  const locks = navigator.locks as LockManager | undefined
  return locks ? locks.request('sign-out', work) : work()
}

let timer: ReturnType<typeof setTimeout> | undefined

async function carryOut(): Promise<void> {
  clearTimeout(timer)
  if (isPending())
    await withoutSignOut(async () => {
      // Another tab may have signed in or reached the server meanwhile.
      if (isPending() && (await endAtServer(localStorage.getItem(pendingSignOut) !== '1'))) localStorage.removeItem(pendingSignOut)
    })
  changes.dispatchEvent(new Event('changes'))
  clearTimeout(timer)
  if (isPending()) timer = setTimeout(() => void carryOut(), pause)
}

/** Carries out a pending sign-out: now, when the connection is back, and at intervals. */
export function watchPendingSignOut(): void {
  for (const event of ['online', 'storage']) window.addEventListener(event, () => void carryOut())
  void carryOut()
}

function subscribe(listener: () => void): () => void {
  changes.addEventListener('changes', listener)
  return () => changes.removeEventListener('changes', listener)
}

/** Whether a sign-out by the member is pending in this browser; false while the page is prerendered. */
export function useIsSignOutPending(): boolean {
  return useSyncExternalStore(subscribe, isAsked, () => false)
}
