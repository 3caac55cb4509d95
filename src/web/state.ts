import { create } from 'zustand'
import { persist, type PersistStorage, type StateStorage, type StorageValue } from 'zustand/middleware'
import { fieldsOf } from '#lib/choices.ts'
import { readJson } from '#lib/json.ts'
import { memberCookie } from '#lib/first-answers.ts'
import { storeCookie } from './cookies.ts'

/** The merged vendor data on the client: the merchant, overlaid by the vendor once the profile is complete (spec 4). */
export type VenderData = Record<string, unknown> | null

/** The slices of spec 3. `auth.token` is a marker, not a credential (product 2.7). */
export type RootState = {
  auth: {
    token: string | null
    userId: string | null
    /** The role that the member acts as; `ownRole` is the actual one: an owner may view the product as another role. */
    roles: string | null
    ownRole: string | null
    authData: { id: string; email: string; status: string } | null
    loginTime: number | null
    expiresAt: string | null
  }
  vender: { venderData: VenderData }
  alert: { message: string; kind: 'success' | 'error' } | null
  loader: boolean
  commonState: { isToggle: boolean; theme: 'dark' | 'light'; isDrawer: boolean }
  challenges: { session: string; status: string; allorsingle: string }
}

/** The state before sign-in; challenge defaults are those of spec 9. */
export const initialState: RootState = {
  auth: { token: null, userId: null, roles: null, ownRole: null, authData: null, loginTime: null, expiresAt: null },
  vender: { venderData: null },
  alert: null,
  loader: false,
  commonState: { isToggle: true, theme: 'dark', isDrawer: false },
  challenges: { session: 'Monthly', status: 'External Only', allorsingle: 'All' },
}

/** Storage that hangs must not lock the owner out: reading times out after 5000 ms (spec 9). */
export const rehydrationTimeout = 5000

/** The part stored under key `root`: every slice except commonState (spec 3). */
export type StoredState = Omit<RootState, 'commonState'>

const storedSlices = ['auth', 'vender', 'alert', 'loader', 'challenges'] as const

/**
 * A storage whose read always ends within the timeout: a late value, a throwing storage and invalid JSON all
 * count as empty. Nothing is written before the first read has ended, so a slow start can't overwrite stored
 * data, and unchanged slices are not written again: a sign-out in another tab stays in effect whatever this tab loads.
 * @param storage the browser's storage, called only when needed, since even access may throw
 * @param timeout milliseconds
 */
export function timedStorage(storage: () => StateStorage, timeout = rehydrationTimeout): PersistStorage<StoredState> {
  let isRead = false
  let written: StoredState | null = null
  const read = async (name: string): Promise<StorageValue<StoredState> | null> => {
    const { state, version } = fieldsOf(readJson((await storage().getItem(name)) ?? 'null'))
    if (!isSlice(state)) return null
    const { commonState: _notPersisted, ...persisted } = mergeStored(state, initialState)
    return { state: persisted, ...(typeof version === 'number' && { version }) }
  }
  const attempt = async (change: () => unknown): Promise<void> => {
    try {
      await change()
    } catch {
      // If storage is full or forbidden, the next visit merely starts from scratch.
    }
  }
  return {
    async getItem(name) {
      let timer: ReturnType<typeof setTimeout> | undefined
      const late = new Promise<null>((resolve) => {
        timer = setTimeout(resolve, timeout, null)
      })
      const value = await Promise.race([read(name).catch(() => null), late])
      clearTimeout(timer)
      isRead = true
      return value
    },
    setItem(name, value) {
      const isSame = isRead && written !== null && storedSlices.every((slice) => written?.[slice] === value.state[slice])
      if (!isRead || isSame) return
      written = value.state
      return attempt(() => storage().setItem(name, JSON.stringify(value)))
    },
    removeItem: (name) => attempt(() => storage().removeItem(name)),
  }
}

const isSlice = (value: unknown): value is object => typeof value === 'object' && value !== null

function isAlert(value: unknown): value is NonNullable<RootState['alert']> {
  const { message, kind } = fieldsOf(value)
  return typeof message === 'string' && (kind === 'success' || kind === 'error')
}

/** Overlays stored slices on the current ones; ignores invalid ones, such as text edited by hand. */
export function mergeStored(stored: unknown, current: RootState): RootState {
  if (!isSlice(stored)) return current
  const slices: Partial<Record<keyof RootState, unknown>> = { ...stored }
  const over = <Key extends 'auth' | 'vender' | 'challenges'>(key: Key): RootState[Key] =>
    isSlice(slices[key]) ? { ...current[key], ...slices[key] } : current[key]
  return {
    ...current,
    auth: over('auth'),
    vender: over('vender'),
    challenges: over('challenges'),
    alert: isAlert(slices.alert) ? slices.alert : null,
    // Whatever was loading when the page closed is not loading now.
    loader: current.loader,
  }
}

let isYielded = false

/** Leaves shared storage to another tab from now on: this one neither writes nor clears it. */
export function yieldStorage(): void {
  isYielded = true
}

const noStorage: StateStorage = { getItem: () => null, setItem: () => {}, removeItem: () => {} }

/** The client's state, stored under key `root`; all slices except commonState persist (spec 3). */
export const useRoot = create<RootState>()(
  persist(() => initialState, {
    name: 'root',
    storage: timedStorage(() => (typeof window === 'undefined' || isYielded ? noStorage : window.localStorage)),
    // Loading ends with the page.
    partialize: ({ auth, vender, alert, challenges }): StoredState => ({ auth, vender, alert, loader: false, challenges }),
    merge: mergeStored,
    skipHydration: typeof window === 'undefined',
  }),
)

/** Waits until the stored state has been read, at most the rehydration timeout. */
export function rehydrated(): Promise<void> {
  return new Promise((resolve) => {
    if (useRoot.persist.hasHydrated()) resolve()
    else useRoot.persist.onFinishHydration(() => resolve())
  })
}

const draftOwner = 'draft-owner'

const marksArea = 'marks:'

/** The key prefix under which a member's attendance marks are queued while offline. */
export const waitingMarksOf = (userId: string): string => `${marksArea}${userId}:`

/** Whether a storage key is a queued mark of a member who is not signed in: ids only, sent when that member returns. */
export const isOthersMark = (name: string): boolean =>
  name.startsWith(marksArea) && !name.startsWith(waitingMarksOf(useRoot.getState().auth.userId ?? ''))

/** The key that marks a sign-out not yet sent to the server; it contains no data of the member. */
export const pendingSignOut = 'sign-out-pending'

function draftsOf(userId: string): [name: string, value: string][] {
  const owner = useRoot.getState().auth.userId ?? sessionStorage.getItem(draftOwner)
  return owner === userId ? Object.entries(sessionStorage).filter(([name]) => name.startsWith('draft:')) : []
}

/** Drops this tab's unsaved forms if another member has signed in since, perhaps in another tab. */
export function dropForeignDrafts(): void {
  try {
    const owner = sessionStorage.getItem(draftOwner)
    if (owner !== null && owner !== useRoot.getState().auth.userId) sessionStorage.clear()
  } catch {
    // Unreachable storage contains no data of ours.
  }
}

/**
 * Stores the signed-in member in a cookie for the server, besides the session, which may outlive a sign-out that
 * the server has not received. The server renders the first screen only if both name the same member.
 */
function nameMember(userId: string | null): void {
  if (typeof document !== 'undefined') storeCookie(memberCookie, userId ?? '', userId === null ? 0 : 86_400)
}

/**
 * Clears what the browser stored and resets every slice (spec 4, sign-out).
 * @param keepDraftsOf the member whose unsaved forms outlive a session that expired
 *   (product 2.8); they are restored only when the same member signs in
 * @param next slices of a member who signs in; other tabs then see a single change from the old to the new
 */
export function resetState(keepDraftsOf: string | null = null, next: Partial<RootState> | null = null): void {
  try {
    const drafts = keepDraftsOf === null ? [] : draftsOf(keepDraftsOf)
    // A sign-in also ends the old session on the server, so only then is the pending sign-out mark dropped.
    // Attendance marked offline waits for its member; only the member's own sign-out, which asks first, removes it.
    const isStored = (name: string) =>
      name === (next === null ? pendingSignOut : 'root') || (keepDraftsOf === null ? isOthersMark(name) : name.startsWith(marksArea))
    if (!isYielded) for (const name of Object.keys(localStorage)) if (!isStored(name)) localStorage.removeItem(name)
    sessionStorage.clear()
    for (const [name, value] of drafts) sessionStorage.setItem(name, value)
    if (keepDraftsOf !== null && drafts.length > 0) sessionStorage.setItem(draftOwner, keepDraftsOf)
  } catch {
    // Unreachable storage contains no data of ours.
  }
  if (!isYielded) nameMember(next?.auth?.userId ?? null)
  useRoot.setState({ ...initialState, ...next }, true)
  if (next === null && !isYielded) useRoot.persist.clearStorage()
}
