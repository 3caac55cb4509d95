import { useEffect, useState } from 'react'

/** The token of the mailed link that opened this page, if any, and a function that removes it from the address bar. */
export function useResetLink(): [token: string, forget: () => void] {
  const [token, setToken] = useState('')
  useEffect(() => {
    // Any other fragment is an anchor on the page.
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
