import { createContext, useContext, useMemo, useSyncExternalStore } from 'react'
import { listLooksCookie, looksOf, withColumns, withDensity, type ChosenColumns, type ListLooks } from '#lib/list-looks.ts'
import { storeCookie } from '#web/cookies.ts'
import { useRoot } from '#web/state.ts'

/** While the server renders: how the member sees lists in the browser that asked. */
export const DrawnListLooks = createContext<ListLooks | null>(null)

const year = 31_536_000
const listeners = new Set<() => void>()
let text: string | null = null

function readCookie(): string {
  const start = `${listLooksCookie}=`
  return (
    document.cookie
      .split('; ')
      .find((part) => part.startsWith(start))
      ?.slice(start.length) ?? ''
  )
}

/** The cookie's text, read once: a browser asks another process for it. */
const currentText = (): string => (text ??= readCookie())

function listen(changed: () => void): () => void {
  listeners.add(changed)
  return () => listeners.delete(changed)
}

/** Stores a change of what another tab may have changed since. */
function store(change: (text: string, userId: string) => string): void {
  const next = change(readCookie(), useRoot.getState().auth.userId ?? '')
  storeCookie(listLooksCookie, next, next === '' ? 0 : year)
  text = next
  for (const changed of listeners) changed()
}

/** Stores which columns of a list the member chose; none for the list's own. */
export const chooseColumns = (list: string, columns: ChosenColumns): void =>
  store((before, userId) => withColumns(before, userId, list, columns))

/** Stores how high the member wants the rows of all lists. */
export const chooseDensity = (isCompact: boolean): void => store((before, userId) => withDensity(before, userId, isCompact))

/** How the member sees lists on this device. */
export function useListLooks(): ListLooks {
  const drawn = useContext(DrawnListLooks)
  const userId = useRoot(({ auth }) => auth.userId ?? '')
  const stored = useSyncExternalStore(listen, currentText, () => '')
  return useMemo(() => drawn ?? looksOf(stored, userId), [drawn, stored, userId])
}
