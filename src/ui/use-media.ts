import { useCallback, useSyncExternalStore } from 'react'

/** Whether a media query holds now; follows the window. null while the server draws, which knows no window. */
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
