import { useSyncExternalStore } from 'react'

const never = () => () => {}

/**
 * A value that only the reader's browser knows, such as its clock.
 * @param read reads it from the browser; returns the same primitive as long as nothing changed
 * @param unknown stands in for it while the server renders the page
 */
export function useReader<Known>(read: () => Known, unknown: Known): Known {
  return useSyncExternalStore(never, read, () => unknown)
}
