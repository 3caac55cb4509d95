import { createContext, useCallback, useContext, useSyncExternalStore } from 'react'

/** While the server renders: whether a media query matches the window of the reader's last page. */
export const DrawnMedia = createContext<((query: string) => boolean) | null>(null)

/** Windows that are laid out as a phone's (design, Space). */
export const phoneWindow = '(width < 640px)'

/** Whether a media query matches; follows the window. null while the server renders for a window that it does not know. */
export function useMedia(query: string): boolean | null {
  const drawn = useContext(DrawnMedia)
  const listen = useCallback(
    (changed: () => void) => {
      const media = window.matchMedia(query)
      media.addEventListener('change', changed)
      return () => media.removeEventListener('change', changed)
    },
    [query],
  )
  return useSyncExternalStore(
    listen,
    () => window.matchMedia(query).matches,
    () => drawn?.(query) ?? null,
  )
}

/** Whether the window is laid out as a phone's. */
export const useIsPhone = (): boolean => useMedia(phoneWindow) ?? false
