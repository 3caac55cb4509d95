import { useEffect, useState } from 'react'

/** The secret of the mailed link that this page was opened by, if any, and what takes it out of the address bar. */
export function useResetLink(): [token: string, forget: () => void] {
  const [token, setToken] = useState('')
  useEffect(() => {
    // Any other fragment is a place on the page.
    const read = () => setToken((now) => /^#([\w-]{64})$/.exec(window.location.hash)?.[1] ?? now)
    read()
    window.addEventListener('hashchange', read)
    return () => window.removeEventListener('hashchange', read)
  }, [])
  const forget = () => {
    window.history.replaceState(null, '', window.location.pathname + window.location.search)
    setToken('')
  }
  return [token, forget]
}
