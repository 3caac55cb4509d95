import { useSyncExternalStore } from 'react'

const never = () => () => {}

/**
 * What only the reader's browser knows, such as its clock.
 * @param read asks the browser; gives the same primitive as long as nothing changed
 * @param unknown stands for it while the server draws the page
 */
export function useReader<Known>(read: () => Known, unknown: Known): Known {
  return useSyncExternalStore(never, read, () => unknown)
}
