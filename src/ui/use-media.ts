import { useCallback, useSyncExternalStore } from 'react'

/** Whether a media query matches; follows the window. null while the server renders, which has no window. */
export function useMedia(query: string): boolean | null {
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
    () => null,
  )
}
