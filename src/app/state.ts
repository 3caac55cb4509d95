import { create } from 'zustand'
import { createJSONStorage, persist, type StateStorage } from 'zustand/middleware'

/** What a merged vendor's data looks like on the client: the merchant, and the vendor over it when the profile is complete (spec 4). */
export type VenderData = Record<string, unknown> | null

/** The slices of spec 3. `auth.token` is a marker, no credential (product 2.7). */
export type RootState = {
  auth: {
    token: string | null
    userId: string | null
    roles: string | null
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
  auth: { token: null, userId: null, roles: null, authData: null, loginTime: null, expiresAt: null },
  vender: { venderData: null },
  alert: null,
  loader: false,
  commonState: { isToggle: true, theme: 'dark', isDrawer: false },
  challenges: { session: 'Monthly', status: 'External Only', allorsingle: 'All' },
}

/** Storage that hangs must not keep the owner out: reading is given up after 5000 ms (spec 9). */
export const rehydrationTimeout = 5000

/**
 * A storage whose reading ends within the time-out; a value that comes later is dropped, and
 * nothing is written before the first reading ended.
 */
export function timedStorage(storage: StateStorage, timeout = rehydrationTimeout): StateStorage {
  let isRead = false
  return {
    async getItem(name) {
      const late = new Promise<null>((resolve) => {
        setTimeout(resolve, timeout, null)
      })
      const value = await Promise.race([Promise.resolve(storage.getItem(name)).catch(() => null), late])
      isRead = true
      return value
    },
    setItem: (name, value) => (isRead ? storage.setItem(name, value) : undefined),
    removeItem: (name) => storage.removeItem(name),
  }
}

const browserStorage: StateStorage = {
  getItem: (name) => localStorage.getItem(name),
  setItem(name, value) {
    try {
      localStorage.setItem(name, value)
    } catch {
      // A full or forbidden storage only means that the next visit starts anew.
    }
  },
  removeItem: (name) => localStorage.removeItem(name),
}

/** The client's state, kept under key `root`; all slices but commonState persist (spec 3). */
export const useRoot = create<RootState>()(
  persist(() => initialState, {
    name: 'root',
    storage: createJSONStorage(() =>
      timedStorage(typeof window === 'undefined' ? { getItem: () => null, setItem: () => {}, removeItem: () => {} } : browserStorage),
    ),
    partialize: ({ commonState: _, ...kept }) => kept,
    skipHydration: typeof window === 'undefined',
  }),
)

/** Clears what the browser stored and resets every slice (spec 4, sign-out). */
export function resetState(): void {
  useRoot.setState(initialState, true)
  try {
    localStorage.clear()
    sessionStorage.clear()
  } catch {
    // Storage that can't be reached holds nothing of ours.
  }
}
