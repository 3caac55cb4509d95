import { useEffect, useState } from 'react'
import { readAgain } from './read.ts'

/** The secret of the page's link: what stands after the #, which no server's log and no other site ever sees. */
export const secretHere = (): string => window.location.hash.slice(1)

/**
 * What the link of a mail opens.
 * @param read asks the server for it by the secret; the same function each time
 * @returns null while it is read, 'gone' where the link opens nothing; and what shows something else instead
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
  // Another link in the same window is another page, though the browser calls it the same.
  useEffect(() => {
    const again = () => window.location.reload()
    window.addEventListener('hashchange', again)
    return () => window.removeEventListener('hashchange', again)
  }, [])
  return [shown, setShown]
}
