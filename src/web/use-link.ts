import { useEffect, useState } from 'react'
import { readAgain } from './read.ts'

/** The secret in the page's link: the part after the #, which never reaches a server log or another site. */
export const secretHere = (): string => window.location.hash.slice(1)

/**
 * Loads what an email's link opens.
 * @param read loads it from the server by the secret; must be the same function each time
 * @returns null while loading, 'gone' if the link opens nothing; and a setter that shows something else instead
 */
export function useLink<Shown>(read: (token: string) => Promise<Shown>): [Shown | 'gone' | null, (shown: Shown | 'gone') => void] {
  const [shown, setShown] = useState<Shown | 'gone' | null>(null)
  useEffect(
    () =>
      readAgain(
        () => read(secretHere()),
        (found) => setShown(() => found),
        () => setShown('gone'),
      ),
    [read],
  )
  // Another link in the same window is another page, though the browser treats it as the same.
  useEffect(() => {
    const again = () => window.location.reload()
    window.addEventListener('hashchange', again)
    return () => window.removeEventListener('hashchange', again)
  }, [])
  return [shown, setShown]
}
