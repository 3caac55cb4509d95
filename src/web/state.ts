import { create } from 'zustand'
import { persist, type PersistStorage, type StateStorage, type StorageValue } from 'zustand/middleware'
import { fieldsOf } from '#lib/choices.ts'
import { readJson } from '#lib/json.ts'
import { memberCookie } from '#lib/first-answers.ts'
import { storeCookie } from './cookies.ts'

/** What a merged vendor's data looks like on the client: the merchant, and the vendor over it when the profile is complete (spec 4). */
export type VenderData = Record<string, unknown> | null

/** The slices of spec 3. `auth.token` is a marker, no credential (product 2.7). */
export type RootState = {
  auth: {
    token: string | null
    userId: string | null
    /** As which role the member acts, and the own one: an owner may look at the product as another. */
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

/** The state before anyone signed in; challenge defaults are those of spec 9. */
export const initialState: RootState = {
  auth: { token: null, userId: null, roles: null, ownRole: null, authData: null, loginTime: null, expiresAt: null },
  vender: { venderData: null },
  alert: null,
  loader: false,
  commonState: { isToggle: true, theme: 'dark', isDrawer: false },
  challenges: { session: 'Monthly', status: 'External Only', allorsingle: 'All' },
}

/** Storage that hangs must not keep the owner out: reading is given up after 5000 ms (spec 9). */
export const rehydrationTimeout = 5000

/** What is written under key `root`: every slice but commonState (spec 3). */
export type StoredState = Omit<RootState, 'commonState'>

const storedSlices = ['auth', 'vender', 'alert', 'loader', 'challenges'] as const

/**
 * A storage whose reading ends within the time-out whatever happens: a value that comes later, a
 * storage that throws and a text that is no JSON all count as nothing kept. Nothing is written
 * before the first reading ended, so a slow start can't overwrite what is there, and nothing twice: a sign-out
 * in another tab stays one whatever this tab loads meanwhile.
 * @param storage the browser's storage, asked for only when it is needed, since even that may throw
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
      // A full or forbidden storage only means that the next visit starts again.
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

/** Kept slices over the current ones; what is no slice, such as text that someone edited by hand, is left out. */
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
    // Whatever was loading when the page went is not loading now.
    loader: current.loader,
  }
}

let isYielded = false

/** From now on another tab's word counts: this one neither writes nor clears what all tabs share. */
export function yieldStorage(): void {
  isYielded = true
}

const noStorage: StateStorage = { getItem: () => null, setItem: () => {}, removeItem: () => {} }

/** The client's state, kept under key `root`; all slices but commonState persist (spec 3). */
export const useRoot = create<RootState>()(
  persist(() => initialState, {
    name: 'root',
    storage: timedStorage(() => (typeof window === 'undefined' || isYielded ? noStorage : window.localStorage)),
    // Whatever is loading ends with the page.
    partialize: ({ auth, vender, alert, challenges }): StoredState => ({ auth, vender, alert, loader: false, challenges }),
    merge: mergeStored,
    skipHydration: typeof window === 'undefined',
  }),
)

/** Waits until the kept state was read; at most the rehydration time-out. */
export function rehydrated(): Promise<void> {
  return new Promise((resolve) => {
    if (useRoot.persist.hasHydrated()) resolve()
    else useRoot.persist.onFinishHydration(() => resolve())
  })
}

const draftOwner = 'draft-owner'

/** What the keys begin with under which a member's marks wait for the connection. */
export const waitingMarksOf = (userId: string): string => `marks:${userId}:`

/** The key of the mark that the server has yet to hear of a sign-out; it holds nothing of the member. */
export const pendingSignOut = 'sign-out-pending'

function draftsOf(userId: string): [name: string, value: string][] {
  const owner = useRoot.getState().auth.userId ?? sessionStorage.getItem(draftOwner)
  return owner === userId ? Object.entries(sessionStorage).filter(([name]) => name.startsWith('draft:')) : []
}

/** Drops unsaved forms that wait in this tab for another member than the one who is signed in by now, perhaps in another tab. */
export function dropForeignDrafts(): void {
  try {
    const owner = sessionStorage.getItem(draftOwner)
    if (owner !== null && owner !== useRoot.getState().auth.userId) sessionStorage.clear()
  } catch {
    // Storage that can't be reached holds nothing of ours.
  }
}

/**
 * Tells the server whom this browser holds signed in, beside the session, which may outlive a sign-out that the
 * server has not heard of. Only where both agree it draws the first screen before the app is there.
 */
function nameMember(userId: string | null): void {
  if (typeof document !== 'undefined') storeCookie(memberCookie, userId ?? '', userId === null ? 0 : 86_400)
}

/**
 * Clears what the browser stored and resets every slice (spec 4, sign-out).
 * @param keepDraftsOf the member whose unsaved forms outlive a session that ended by itself
 *   (product 2.8); they come back only when the same member signs in
 * @param next slices of a member who signs in; other tabs then see one change from the old to the new
 */
export function resetState(keepDraftsOf: string | null = null, next: Partial<RootState> | null = null): void {
  try {
    const drafts = keepDraftsOf === null ? [] : draftsOf(keepDraftsOf)
    // A sign-in ends the old session at the server too, so only then the mark of a sign-out goes.
    // Attendance that was marked offline waits like a draft until the same member is back.
    const isStored = (name: string) =>
      name === (next === null ? pendingSignOut : 'root') || (keepDraftsOf !== null && name.startsWith(waitingMarksOf(keepDraftsOf)))
    if (!isYielded) for (const name of Object.keys(localStorage)) if (!isStored(name)) localStorage.removeItem(name)
    sessionStorage.clear()
    for (const [name, value] of drafts) sessionStorage.setItem(name, value)
    if (keepDraftsOf !== null && drafts.length > 0) sessionStorage.setItem(draftOwner, keepDraftsOf)
  } catch {
    // Storage that can't be reached holds nothing of ours.
  }
  if (!isYielded) nameMember(next?.auth?.userId ?? null)
  useRoot.setState({ ...initialState, ...next }, true)
  if (next === null && !isYielded) useRoot.persist.clearStorage()
}
