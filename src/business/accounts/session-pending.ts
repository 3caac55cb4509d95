import { useSyncExternalStore } from 'react'
import { api } from './accounts.client.ts'
import { failureOf } from '#web/call-failure.ts'
import { pendingSignOut } from '#web/state.ts'

/** How long the server may think about a sign-out, and after what time it is asked again, in milliseconds. */
const patience = 5000
const pause = 30_000

const changes = new EventTarget()

/** What marks a sign-out that leaves unsaved forms and marks in this browser. */
const keeping = 'keep'

/** Whether the server has yet to hear of a sign-out in this browser. */
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
 * @param keepStorage whether unsaved forms and marks stay, for a session that ended by itself
 * @returns whether nothing is left to end there
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
 * Marks that the server has yet to hear of this browser's sign-out, whose cookie no script can take away.
 * @param keepStorage as `endAtServer` takes it; a member's own sign-out that waits already counts more
 */
export function storeSignOut(keepStorage = false): void {
  try {
    if (!keepStorage || !isPending()) localStorage.setItem(pendingSignOut, keepStorage ? keeping : '1')
  } catch {
    // A storage that takes nothing can't remember it either.
  }
}

/**
 * Runs a sign-in while no tab carries out an earlier sign-out: its answer would take the new cookie
 * away. A sign-in that succeeds ends the old session by itself and drops the mark with the old state.
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
      if (isPending() && (await endAtServer(localStorage.getItem(pendingSignOut) === keeping))) localStorage.removeItem(pendingSignOut)
    })
  changes.dispatchEvent(new Event('changes'))
  clearTimeout(timer)
  if (isPending()) timer = setTimeout(() => void carryOut(), pause)
}

/** Carries out a sign-out that the server has not heard of: now, when the connection is back, and from time to time. */
export function watchPendingSignOut(): void {
  for (const event of ['online', 'storage']) window.addEventListener(event, () => void carryOut())
  void carryOut()
}

function subscribe(listener: () => void): () => void {
  changes.addEventListener('changes', listener)
  return () => changes.removeEventListener('changes', listener)
}

/** Whether the server has yet to hear of a sign-out that the member asked for in this browser; false while the page is drawn at build. */
export function useIsSignOutPending(): boolean {
  return useSyncExternalStore(subscribe, isAsked, () => false)
}
